import { amountText } from '#contract/written.ts'
import { nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { sendMessage } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { giveBack, keepPromise, promiseBack } from '#features/payments/byHand.service.ts'
import { type RaceGiven, statusFactsOf } from '#features/registrations/status/present.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { exitRegistration, markFeeReturned } from '#features/registrations/changes/exit.service.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { giveBackShare, shareFacts } from '#features/registrations/payment/shares.service.ts'
import { withHeld } from '#features/registrations/changes/changes.service.ts'
import type { RefundCause } from '#features/races/refund.contract.ts'
import { policyOf, tierSpans } from '#features/races/refund.rules.ts'
import { chargeOf, openingOfCharge } from '#features/registrations/payment/pricing.rules.ts'
import { statusOf } from '#features/registrations/rules.ts'
import { type ShareFacts, openShare } from '#features/registrations/payment/shares.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { offerSoon, openOf } from '#features/waitlists/service.ts'
import type { Parts, Who } from '#seam/server/handle.ts'
import { linkFreeOrder } from '#features/registrations/public.store.ts'
import { giveAndNote } from './byStaff/givingBack.service.ts'
import { type RefundOffer, offerNow } from './rules.ts'
import { type RequestRow, findPromised, insertRequest, settleRequest } from './store.ts'

export type RefundParts = Pick<Parts, 'db' | 'seal'>

/** Returns the outcome for a runner who leaves at this moment. `offer` is undefined if no tier holds the moment. */
export const offerFor = async (
  on: Db | Tx,
  row: RegistrationRow,
  race: RaceGiven,
  now: Date,
): Promise<ShareFacts & { offer: RefundOffer | undefined }> => {
  const facts = await shareFacts(on, row)
  const waitlist = (await openOf(on as Db, race.id, row.eventid)) !== undefined
  return {
    ...facts,
    offer: offerNow(
      {
        ...facts,
        state: row.state,
        zone: race.zone,
        tiers: tierSpans(race, row.eventid),
        policy: policyOf(race, row.eventid),
        waitlist,
      },
      now,
    ),
  }
}
/**
 * Returns the amount that the page shows beforehand. It is the promised amount, if the rules promise one for the case
 * that a successor pays.
 */
export const promisedAmount = (offer: RefundOffer): number => offer.tie?.amount ?? offer.amount

/** Finds the order of a refund. A free registration has no order, so the function makes an order with the amount 0. */
const orderOf = async (tx: Tx, row: RegistrationRow, now: Date): Promise<number> => {
  if (row.orderid !== null) return row.orderid
  const charge = chargeOf(row)
  const { id } = await openOrder(
    tx,
    row.raceid,
    { room: 'registrations', uid: row.uid, ...openingOfCharge(charge), discount: charge.fee, subject: '', payEnd: now },
    now,
  )
  await linkFreeOrder(tx, row.raceid, row.id, id)
  return id
}

const notifyAsked = async (
  tx: Tx,
  { seal }: RefundParts,
  race: RaceGiven,
  row: RegistrationRow,
  amount: number,
  now: Date,
): Promise<void> => {
  const mobile = row.mobile ? seal.open(raceScope(race.id), 'mobile', row.mobile) : undefined
  const values = {
    race: eachLang((lang) => nameIn(lang, race.name, race.names)),
    event: eachLang((lang) => nameIn(lang, row.e_name, row.e_names)),
    amount: amountText(amount),
  }
  await sendMessage(tx, {
    seal,
    now,
    mobile,
    mask: row.mobile_mask ?? '',
    uid: row.uid,
    path: `/refunds?_key=${row._key}`,
    lang: languageOf(row, mobile ?? ''),
    template: amount > 0 ? 'exited_refund' : 'exited',
    values,
    key: `exited ${race.id}/${row.id}`,
    raceid: race.id,
  })
}

/** The error about an amount that differs from the amount that the page showed. */
export class AmountChanged extends Error {
  readonly amount: number
  constructor(amount: number) {
    super('the amount has changed')
    this.amount = amount
  }
}
export type Applying = {
  race: RaceGiven
  uid: number
  cause: RefundCause
  /** The amount that the page showed to the runner. */ shown?: number | undefined
  now: Date
  /** Writes further rows in the transaction of the refund. */
  beside?: (tx: Tx, refundid: number) => Promise<void>
}

/**
 * Applies for a runner who leaves a race and wants the money back. Throws AmountChanged if the amount differs from
 * `shown`. A repetition has no effect.
 */
export const applyForRefund = async (
  parts: RefundParts,
  { race, uid, cause, shown, now, beside }: Applying,
  key: string,
) => {
  await parts.seal.prepare(raceScope(race.id))
  await parts.seal.prepare('accounts')
  const refund = async (tx: Tx, row: RegistrationRow): Promise<number> => {
    const { offer, share } = await offerFor(tx, row, race, now)
    if (!offer) throw new RangeError('A registration may be left and no tier holds')
    const amount = promisedAmount(offer)
    if (shown !== undefined && shown !== amount) throw new AmountChanged(amount)
    const { tie } = offer
    const of = { orderid: await orderOf(tx, row, now), amount, reason: 'exit' }
    const { id } = tie
      ? await promiseBack(tx, { ...of, raceid: race.id, registrationid: row.id }, now)
      : await giveBackShare(tx, row, of, now)
    const rule = tie?.kept ?? offer.rule
    await insertRequest(tx, {
      raceid: race.id,
      refundid: id,
      registrationid: row.id,
      eventid: row.eventid,
      uid,
      kind: 'exit',
      cause,
      share,
      percent: rule.percent,
      fixed: rule.fixed,
      created_at: now,
      ...(tie ? { falls_at: tie.falls_at, fallback: tie.fallback } : {}),
    })
    if (tie) await offerSoon(tx, race.id, row.eventid, now)
    await notifyAsked(tx, parts, race, row, amount, now)
    await beside?.(tx, id)
    return id
  }
  return exitRegistration(parts, { race, now, refund }, key)
}

export type MadeRefund =
  | { refundid: number }
  | { before: number }
  | { refused: 'refund_not_paid' | 'already_applied' }
  | { most: number }
export type Making = {
  race: RaceGiven
  who: Who
  amount: number
  exit: boolean
  reason: string
  now: Date
  /**
   * Finds an earlier refund that forbids this refund, such as a refund by a call with the same key. It runs under the
   * registration's lock.
   */ made?: (tx: Tx) => Promise<number | undefined>
  beside?: (tx: Tx, refundid: number) => Promise<void>
}
/** Writes a refund that staff make, or returns the reason for a refusal. The caller has locked the registration. */
const writeMade = async (
  tx: Tx,
  parts: RefundParts,
  { race, who, amount, exit, reason, now, made: madeBefore, beside }: Making,
  row: RegistrationRow,
): Promise<MadeRefund> => {
  const before = await madeBefore?.(tx)
  if (before !== undefined) return { before }
  const paid = statusOf(statusFactsOf(row, race), now).paid
  if (paid === '2') return { refused: 'already_applied' }
  if (paid !== '1' || row.deleted_at) return { refused: 'refund_not_paid' }
  const most = openShare(await shareFacts(tx, row))
  if (amount > most) return { most }
  const id = await giveAndNote(tx, {
    row,
    amount,
    kind: exit ? 'exit' : 'partial',
    note: reason,
    staffid: who.staffid,
    orderid: await orderOf(tx, row, now),
    now,
  })
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what: 'refund made',
    target: `registration ${row.id}`,
    after: { amount, exit, reason },
  })
  if (exit) await notifyAsked(tx, parts, race, row, amount, now)
  await beside?.(tx, id)
  return { refundid: id }
}

/** Gives a part back for staff, or takes a registration out of the race with an amount that staff decide. */
export const makeRefund = async (parts: RefundParts, making: Making, key: string): Promise<MadeRefund | undefined> => {
  const { race, who, exit, now } = making
  await parts.seal.prepare(raceScope(race.id))
  await parts.seal.prepare('accounts')
  const write = (tx: Tx, row: RegistrationRow): Promise<MadeRefund> => writeMade(tx, parts, making, row)
  if (!exit) return withHeld(parts.db, race.id, key, write)
  let made: MadeRefund | undefined
  try {
    const refund = async (tx: Tx, row: RegistrationRow): Promise<number> => {
      made = await write(tx, row)
      if ('refundid' in made) return made.refundid
      throw new NotMade()
    }
    await exitRegistration(parts, { race, now, refund, who }, key)
  } catch (error) {
    if (!(error instanceof NotMade)) throw error
  }
  return made
}
class NotMade extends Error {}

/**
 * Pays the promised amount if a successor has taken the place, or the fallback if the time of the promise has ended.
 * Only the first caller pays, and further callers get false.
 */
export const settlePromise = (
  { db }: Pick<RefundParts, 'db'>,
  request: RequestRow,
  successorid: number | undefined,
  now: Date,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { raceid, refundid } = request
    const refund = await findPromised(tx, raceid, refundid)
    await lockOrder(tx, raceid, refund.orderid)
    const amount = successorid === undefined ? request.fallback! : refund.amount
    if (!(await keepPromise(tx, raceid, refundid, amount, now))) return false
    await settleRequest(tx, raceid, refundid, {
      settled_at: now,
      ...(successorid === undefined ? { percent: 0, fixed: request.share - amount } : { successorid }),
    })
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: successorid === undefined ? 'refund fell due' : 'refund followed successor',
      target: `registration ${request.registrationid}`,
      after: { amount, ...(successorid === undefined ? {} : { successor: successorid }) },
    })
    return true
  })

/**
 * Gives back the fee of a registration that failed its review, when its runner can no longer correct the registration.
 * Returns the id of the refund, or undefined if nothing is due.
 */
export const returnRefused = async (
  { db }: Pick<RefundParts, 'db'>,
  race: RaceGiven,
  key: string,
  now: Date,
): Promise<number | undefined> =>
  withHeld(db, race.id, key, async (tx, row) => {
    const status = statusOf(statusFactsOf(row, race), now)
    if (row.state !== 'auditfail' || status.paid !== '1' || status.can.mend.ok) return undefined
    const facts = await shareFacts(tx, row)
    const amount = openShare(facts)
    if (amount === 0) return undefined
    const { id } = await giveBack(
      tx,
      { raceid: race.id, orderid: row.orderid!, registrationid: row.id, amount, reason: 'auditfail' },
      now,
    )
    await insertRequest(tx, {
      raceid: race.id,
      refundid: id,
      registrationid: row.id,
      eventid: row.eventid,
      uid: row.uid,
      kind: 'auditfail',
      share: facts.share,
      created_at: now,
    })
    await markFeeReturned(tx, row, id, now)
    await logChange(tx, {
      who: undefined,
      now,
      raceid: race.id,
      what: 'fee of refused returned',
      target: `registration ${row.id}`,
      after: { amount },
    })
    return id
  })
