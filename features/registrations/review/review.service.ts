import { notifyRunner } from '../runnerMessages.service.ts'
import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { type Values, eachLang } from '#features/messages/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { logChange } from '#features/staff/service.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import type { Who } from '#seam/server/handle.ts'
import type { ChangeOutcome } from '../changes/changes.contract.ts'
import { type ChangeWork, leaveOrder, withHeld } from '../changes/changes.service.ts'
import { reservePlace } from '../changes/reserving.service.ts'
import { type Destination, deferTo } from '../deferral/deferral.service.ts'
import { updateRegistration } from '../changes/changes.store.ts'
import type { RegistrationState } from '../contract.ts'
import { changeHeld, holdPlace, releaseHeld } from '../inventory/inventory.service.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { chargeOf, openingOfCharge } from '../payment/pricing.rules.ts'
import { paidStateOf } from '../status/payable.rules.ts'
import { sayTime } from '../status/statusText.rules.ts'
import { type ViewRow, findById, linkOrder } from '../store.ts'
import { stateAfter } from '../status/transitions.rules.ts'
import {
  dueOf,
  isLive,
  whyNotApproved,
  whyNotRefused,
  whyNotReserved,
  whyNotTagged,
  whyNotZoned,
} from './allowedActions.service.ts'

export type ReviewOutcome = Pick<ChangeOutcome, 'outcome' | 'state'>
export type Reviewing = ChangeWork & {
  race: RaceGiven
  who: Who
  /** Writes further rows in the transaction of the change. `row` has the values from before the change. */
  beside?: (tx: Tx, found: ReviewOutcome, row: ViewRow) => Promise<void>
}
type Work = (tx: Tx, row: ViewRow) => Promise<ReviewOutcome>
const withBeside =
  ({ beside }: Reviewing, work: Work): Work =>
  async (tx, row) => {
    const found = await work(tx, row)
    await beside?.(tx, found, row)
    return found
  }
const outcomeOf = (outcome: ChangeOutcome['outcome'], row?: Pick<ViewRow, 'state'>): ReviewOutcome => ({
  outcome,
  state: (row?.state as RegistrationState | undefined) ?? null,
})

/**
 * The time in which an approved runner must pay, in hours. A person who signs up is at the checkout and usually gets 60
 * minutes, but an approved runner first has to read a message. If the event has an end of the time to pay (`last`),
 * that end counts instead.
 */
export const APPROVED_HOURS = 24
export const payEndOfApproved = (now: Date, last: Date | null): Date =>
  last ?? new Date(now.getTime() + APPROVED_HOURS * 3_600_000)

type ReviewMessage = {
  template: 'review_passed' | 'review_passed_pay' | 'review_failed'
  values: Values
  deadline?: Date
}
/**
 * Notifies the registrant of a verdict, in the verdict's transaction. So the message goes out once, and not at all if
 * the transaction rolls back.
 */
const notify = async (
  tx: Tx,
  { seal, race }: Reviewing,
  row: ViewRow,
  { template, values, deadline }: ReviewMessage,
  now: Date,
): Promise<void> => {
  await notifyRunner(tx, { seal, race, now }, row, {
    template,
    values,
    deadline,
    key: `${template} ${row.raceid}/${row.id} ${now.getTime()}`,
  })
}

/** Logs a change, and writes the messages of webhooks about it. */
const log = async (
  tx: Tx,
  { who }: Reviewing,
  row: ViewRow,
  what: string,
  after: Record<string, unknown>,
  now: Date,
): Promise<void> => {
  await logChange(tx, {
    who,
    now,
    raceid: row.raceid,
    what,
    target: `registration ${row.id}`,
    before: Object.fromEntries(
      Object.keys(after).map((name) => [name, (row as unknown as Record<string, unknown>)[name] ?? null]),
    ),
    after,
  })
  await noteRegistrations(tx, row.raceid, 'registration.changed', [row.id], now)
}

/**
 * Approves a registration that was under review. The registration gets its place, and an order if money is due at once
 * or the registration is free.
 */
const approve = (reviewing: Reviewing, seen: ViewRow, now: Date): Promise<ReviewOutcome | undefined> => {
  const work: Work = async (tx, row) => {
    const why = whyNotApproved(row, reviewing.race, now)
    if (why) return outcomeOf(why, row)
    const { unpaid, due } = dueOf(row, reviewing.race)
    if (await holdPlace(tx, row.raceid, row.id, now)) return outcomeOf('sold_out', row)
    const state = stateAfter('audit', 'approve')
    let payEnd: Date | null = null
    if (unpaid && row.orderid === null && (due || row.price === 0)) {
      const subject =
        `${nameIn('zh-cn', reviewing.race.name, reviewing.race.names)} ` + `${nameIn('zh-cn', row.e_name, row.e_names)}`
      const opened = await openOrder(
        tx,
        row.raceid,
        {
          room: 'registrations',
          uid: row.uid,
          ...openingOfCharge(chargeOf(row)),
          subject,
          payEnd: payEndOfApproved(now, due ? row.e_pay_end : null),
        },
        now,
      )
      const paid = opened.state === 'paid' ? await findOrder(tx, row.raceid, opened.id) : undefined
      await linkOrder(tx, row.raceid, row.id, opened.id, paid?.pay_at ?? null, now)
      if (!paid) payEnd = opened.pay_end
    }
    await updateRegistration(tx, row.raceid, row.id, { state, refusemsg: null }, now)
    await log(tx, reviewing, row, 'registration approved', { state, refusemsg: null }, now)
    const message: ReviewMessage = payEnd
      ? {
          template: 'review_passed_pay',
          values: { until: eachLang((lang) => sayTime(payEnd, reviewing.race.zone, lang)) },
          deadline: payEnd,
        }
      : { template: 'review_passed', values: {} }
    await notify(tx, reviewing, row, message, now)
    return outcomeOf('done', { state })
  }
  return withHeld(reviewing.db, seen.raceid, seen._key, withBeside(reviewing, work))
}

/**
 * Refuses a registration. Its place and things become free, the status page shows the reason, and its runner may
 * correct the registration. A refused registration still counts as a use of its code. Returns undefined if the caller
 * must read the registration and try again.
 */
const refuse = async (
  reviewing: Reviewing,
  seen: ViewRow,
  reason: string,
  now: Date,
): Promise<ReviewOutcome | undefined> => {
  const work = withBeside(reviewing, async (tx, row) => {
    const why = whyNotRefused(row, reviewing.race)
    if (why) return outcomeOf(why, row)
    const state = stateAfter('audit', 'refuse')
    await releaseHeld(tx, row.raceid, [row.id], now)
    // Removes the link to an unpaid order that the server closes, because the registration continues without this
    // order.
    await updateRegistration(
      tx,
      row.raceid,
      row.id,
      { state, refusemsg: reason, ...(row.o_state === 'open' ? { orderid: null } : {}) },
      now,
    )
    await log(tx, reviewing, row, 'registration refused', { state, refusemsg: reason }, now)
    await notify(
      tx,
      reviewing,
      row,
      { template: 'review_failed', values: { reason: reason.replace(/[。.！!\s]+$/u, '') } },
      now,
    )
    return outcomeOf('done', { state })
  })
  // An order may open after the registration was read. The function then returns undefined, and its caller tries again
  // and first closes that order.
  if (seen.state !== 'audit' || seen.o_state !== 'open')
    return withHeld(reviewing.db, seen.raceid, seen._key, async (tx, row) =>
      row.state === 'audit' && row.o_state === 'open' ? undefined : work(tx, row),
    )
  const left = await leaveOrder(reviewing, seen, work, now)
  if ('given' in left) return left.given
  return 'refused' in left ? outcomeOf(left.refused, seen) : undefined
}

/** Writes a verdict on one registration. The lock makes two reviewers, or a reviewer and the registrant, take turns. */
export const review = async (
  reviewing: Reviewing,
  id: number,
  verdict: 'approve' | 'refuse',
  reason: string,
  now: Date,
): Promise<ReviewOutcome> => {
  const { db, race } = reviewing
  for (let round = 0; round < 3; round++) {
    const seen = await findById(db, race.id, id)
    if (!seen) return outcomeOf('not_found')
    const found =
      verdict === 'approve' ? await approve(reviewing, seen, now) : await refuse(reviewing, seen, reason, now)
    if (found) return found
  }
  return outcomeOf('gateway_down')
}

const onOne = async (reviewing: Reviewing, id: number, work: Work): Promise<ReviewOutcome> => {
  const seen = await findById(reviewing.db, reviewing.race.id, id)
  const held = seen && withHeld(reviewing.db, seen.raceid, seen._key, withBeside(reviewing, work))
  return (await held) ?? outcomeOf('not_found')
}

/** Undoes a refusal. The registration is under review again, and gets its place back if it had one. */
export const undoRefusal = (
  reviewing: Reviewing,
  id: number,
  { reason, place }: { reason: string; place: boolean },
  now: Date,
): Promise<ReviewOutcome> =>
  onOne(reviewing, id, async (tx, row) => {
    if (row.state === 'audit') return outcomeOf('unchanged', row)
    const mine = row.state === 'auditfail' && row.refusemsg === reason && isLive(row, reviewing.race)
    if (!mine) return outcomeOf('not_possible', row)
    if (place && (await holdPlace(tx, row.raceid, row.id, now))) return outcomeOf('sold_out', row)
    const state = stateAfter('auditfail', 'reopen')
    await updateRegistration(tx, row.raceid, row.id, { state, refusemsg: null }, now)
    await log(tx, reviewing, row, 'registration back under review', { state, refusemsg: null }, now)
    return outcomeOf('done', { state })
  })

/**
 * Reserves the place of a paid registration for the next edition, even if the race lets no runner reserve a place. `to`
 * is the race to which the reserved place leads.
 */
export const delayByStaff = (
  reviewing: Reviewing,
  id: number,
  said: { tag: string; description: string },
  to: Destination | undefined,
  now: Date,
): Promise<ReviewOutcome> =>
  onOne(reviewing, id, async (tx, row) => {
    const why = whyNotReserved(row, reviewing.race)
    if (why) return outcomeOf(why, row)
    const { delay } = reviewing.race.settings
    const words = {
      tag: said.tag || delay?.tag['zh-cn'] || null,
      description: said.description || delay?.description['zh-cn'] || null,
    }
    const state = await reservePlace(tx, row, words, delay, now)
    if (to) await deferTo(tx, { ...reviewing, now }, row, to)
    await log(
      tx,
      reviewing,
      row,
      'registration reserved',
      { ...words, state, bib: null, ...(to ? { to: to.name } : {}) },
      now,
    )
    return outcomeOf('done', { state })
  })

type SaidOfTag = { tag: string; description: string }
/** Changes tag and description. If `only` is given, tag and description must still have the values in `only`. */
export const setTag = (
  reviewing: Reviewing,
  id: number,
  said: SaidOfTag,
  now: Date,
  only?: SaidOfTag,
): Promise<ReviewOutcome> =>
  onOne(reviewing, id, async (tx, row) => {
    const after = { tag: said.tag || null, description: said.description || null }
    const why = whyNotTagged(row)
    if (why) return outcomeOf(why, row)
    if (only && ((row.tag ?? '') !== only.tag || (row.description ?? '') !== only.description))
      return outcomeOf('changed_since', row)
    if (row.tag === after.tag && row.description === after.description) return outcomeOf('unchanged', row)
    await updateRegistration(tx, row.raceid, row.id, after, now)
    await log(tx, reviewing, row, 'registration tagged', after, now)
    return outcomeOf('done', row)
  })

/** Sets the window of the desk that hands out the race pack. Only an entered registration can get a window. */
export const setWindow = (reviewing: Reviewing, id: number, given: string, now: Date): Promise<ReviewOutcome> =>
  onOne(reviewing, id, async (tx, row) => {
    const window = given || null
    if (row.window === window) return outcomeOf('unchanged', row)
    const entered = row.state === 'normal' && isLive(row, reviewing.race)
    if (!entered || paidStateOf(statusFactsOf(row, reviewing.race)) !== '1') return outcomeOf('not_possible', row)
    await updateRegistration(tx, row.raceid, row.id, { window }, now)
    await log(tx, reviewing, row, 'registration sent to window', { window }, now)
    return outcomeOf('done', row)
  })

/** Changes the zone. If `only` is given, the zone must still be `only`. */
export const setZone = (
  reviewing: Reviewing,
  id: number,
  zone: string,
  now: Date,
  only?: string,
): Promise<ReviewOutcome> =>
  onOne(reviewing, id, async (tx, row) => {
    const runnerzone = zone || null
    if (only !== undefined && (row.runnerzone ?? '') !== only) return outcomeOf('changed_since', row)
    if (row.runnerzone === runnerzone) return outcomeOf('unchanged', row)
    const why = whyNotZoned(row, reviewing.race)
    if (why) return outcomeOf(why, row)
    if (await changeHeld(tx, row.raceid, row.id, { runnerzone }, now)) return outcomeOf('zone_full', row)
    await log(tx, reviewing, row, 'registration zoned', { runnerzone }, now)
    return outcomeOf('done', row)
  })

export const outcomesOf = (
  outcomes: readonly (ReviewOutcome & { id: number })[],
  say: (outcome: ChangeOutcome['outcome']) => string,
): { items: ChangeOutcome[]; done: number } => ({
  items: outcomes.map((one) => ({ ...one, says: say(one.outcome) })),
  done: outcomes.filter(({ outcome }) => outcome === 'done').length,
})
