import { nameIn } from '#contract/words.ts'
import { amountText } from '#contract/written.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { isBannedIn } from '#features/bans/service.ts'
import { type EventRow, countPlaces } from '#features/events/service.ts'
import { formOf, publicPlaces, raceDayOf } from '#features/events/rules.ts'
import { ALONE, nextRank, priceOf, reasonOf, priceTableOf } from '#features/events/prices.rules.ts'
import { eachLang } from '#features/messages/rules.ts'
import { openOrder } from '#features/orders/service.ts'
import { givePart } from '#features/refunds/byStaff/givingBack.service.ts'
import { noteRegistrations } from '#features/webhooks/service.ts'
import { type ChangeWork, leaveOrder } from '#features/registrations/changes/changes.service.ts'
import {
  type LockedMove,
  NoPlace,
  ageAt,
  withLockedMove,
  lockBothEvents,
  prepareMove,
  switchEvent,
} from '#features/registrations/move/move.service.ts'
import { moveLimitOf, priceAfterMove } from '#features/registrations/move/move.rules.ts'
import {
  boughtOf,
  chargeFor,
  eventNamesOf,
  openingOfCharge,
  sumOfBought,
} from '#features/registrations/payment/pricing.rules.ts'
import { openShare } from '#features/registrations/payment/shares.rules.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import { documentOf } from '#features/registrations/signup/sealing.service.ts'
import { APPROVED_HOURS } from '#features/registrations/review/review.service.ts'
import { notifyRunner } from '#features/registrations/runnerMessages.service.ts'
import { type RaceGiven, statusFactsOf } from '#features/registrations/status/present.service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import { linkNewOrder } from '#features/registrations/public.store.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { statusOf } from '#features/registrations/rules.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { type MoveRow, insertMove, listMoves } from './store.ts'

/**
 * The facts of a move. Staff (`staff`) may ignore the waitlist. With `overrule` they may also ignore an event's limits.
 * A runner may ignore neither.
 */
export type MoveOrder = {
  race: RaceGiven
  who: Who
  by: 'staff' | 'runner'
  eventid: number
  /**
   * The rule for a higher price. With `ask` the runner pays the difference first. With `waive` nobody pays the
   * difference.
   */
  charge: 'ask' | 'waive'
  reason: string
  overrule?: boolean
  /** The difference that the page showed. Without this amount the registration moves at any difference. */
  shown?: number | undefined
  now: Date
  /** Does further work in the transaction that moves the registration or offers the move. */
  beside?: (tx: Tx) => Promise<void>
}
export type MoveOutcome =
  | { state: 'done' | 'offered'; difference: number; back: number; pay_end: Date | null }
  | {
      refused:
        | 'not_movable'
        | 'move_pending'
        | 'move_not_admitted'
        | 'event_not_found'
        | 'sold_out'
        | 'clothes_gone'
        | 'bus_full'
        | 'addon_gone'
        | 'paid_meanwhile'
        | 'gateway_down'
    }
  | { why: 'too_young' | 'too_old' | 'idtype' }
  | { changed: number }

/**
 * Tells whether a registration can move. It must be registered and live, and its runner has neither left the race nor
 * got the money back.
 */
export const isMovable = (row: RegistrationRow, race: RaceGiven, now: Date): boolean =>
  row.state === 'normal' &&
  row.place_held &&
  row.deleted_at === null &&
  row.closed_at === null &&
  ['0', '1'].includes(statusOf(statusFactsOf(row, race), now).paid)

const agreedPrice = (row: RegistrationRow, moves: readonly MoveRow[]): number =>
  moves.findLast(({ state }) => state === 'done')?.price ?? row.price
/** Returns the entry price of an event for a single person, by the present price rules. */
const entryPrice = (to: EventRow, { zone, age, now }: PriceAt) =>
  priceOf(priceTableOf(to), { now, zone, rank: nextRank(to), age, batch: ALONE })
type PriceAt = { zone: string; age: number | null; now: Date }
export const priceOfMove = (row: RegistrationRow, to: EventRow, at: PriceAt): number =>
  priceAfterMove(row, entryPrice(to, at))
export const priceDifferenceOf = (row: RegistrationRow, to: EventRow, moves: readonly MoveRow[], at: PriceAt): number =>
  priceOfMove(row, to, at) - agreedPrice(row, moves)

export const notifyMoved = async (
  tx: Tx,
  { seal }: ChangeWork,
  { race, now }: Pick<MoveOrder, 'race' | 'now'>,
  row: RegistrationRow,
  to: Pick<EventRow, 'name' | 'names'>,
  offer?: { amount: number; until: Date },
): Promise<void> => {
  const template = offer ? 'move_pay' : 'moved'
  await notifyRunner(tx, { seal, race, now }, row, {
    template,
    values: {
      to: eachLang((lang) => nameIn(lang, to.name, to.names)),
      ...(offer
        ? { amount: amountText(offer.amount), until: eachLang((lang) => sayTime(offer.until, race.zone, lang)) }
        : {}),
    },
    deadline: offer?.until,
    key: `${template} ${race.id}/${row.id} ${now.getTime()}`,
  })
}

export const logMoved = async (
  tx: Tx,
  { who, reason, now, race }: Pick<MoveOrder, 'reason' | 'now' | 'race'> & { who: Who | undefined },
  row: RegistrationRow,
  what: 'registration moved' | 'registration move offered',
  to: Pick<EventRow, 'name'>,
  more: object,
): Promise<void> => {
  const done = what === 'registration moved'
  await logChange(tx, {
    who,
    now,
    raceid: race.id,
    what,
    target: `registration ${row.id}`,
    before: { event: row.e_name, ...(done ? { bib: row.bib, runnerzone: row.runnerzone } : {}) },
    after: { event: to.name, ...(done ? { bib: null, runnerzone: null } : {}), ...(reason ? { reason } : {}), ...more },
  })
  if (done) await noteRegistrations(tx, race.id, 'registration.changed', [row.id], now)
}

/**
 * Tells whether the list of bans keeps a registered person out of an event. A registration that exists stays where it
 * is, but its runner gets no place anywhere else. The caller has prepared the keys.
 */
export const isMoveBarred = async (
  tx: Db | Tx,
  seal: Seal,
  { row, to }: LockedMove,
  race: RaceGiven,
  now: Date,
): Promise<boolean> => {
  const document = documentOf(seal, row, now)
  return (
    document !== undefined && isBannedIn(tx, seal, { raceid: race.id, raceDay: raceDayOf(to, race), document }, now)
  )
}

/**
 * Decides whether a locked registration may move and what the move costs. If the registration may not move, the
 * function returns the reason.
 */
const decide = async (
  tx: Tx,
  parts: ChangeWork,
  { race, by, overrule = false, shown, now }: MoveOrder,
  { row, to }: LockedMove,
): Promise<{ difference: number; price: number } | Exclude<MoveOutcome, { state: unknown }>> => {
  if (!isMovable(row, race, now) || row.eventid === to.id) return { refused: 'not_movable' }
  const moves = await listMoves(tx, race.id, row.id)
  if (moves.some(({ state }) => state === 'offered')) return { refused: 'move_pending' }
  if (await isMoveBarred(tx, parts.seal, { row, to }, race, now)) return { refused: 'move_not_admitted' }
  const age = ageAt(parts.seal, row, to, race)
  const limit = moveLimitOf(formOf(to), { idtype: row.idtype, age })
  if (limit && !overrule) return { why: limit }
  const free = by === 'staff' ? to.places - to.taken : publicPlaces(to)
  if (free <= 0) return { refused: 'sold_out' }
  const at = { zone: race.zone, age, now }
  const difference = priceDifferenceOf(row, to, moves, at)
  if (shown !== undefined && shown !== difference) return { changed: difference }
  return { difference, price: priceOfMove(row, to, at) }
}

/** Records a finished move: the row of the move, the log, the runner's message, and the caller's work `beside`. */
const recordMove = async (
  tx: Tx,
  parts: ChangeWork,
  moving: MoveOrder,
  { row, to }: Pick<LockedMove, 'row' | 'to'>,
  { price, difference, back, waived }: { price: number; difference: number; back: number; waived: boolean },
): Promise<void> => {
  const { race, who, reason, now } = moving
  const move = {
    raceid: race.id,
    registrationid: row.id,
    from_eventid: row.eventid,
    to_eventid: to.id,
    price,
    difference,
    orderid: null,
    state: 'done' as const,
    staffid: who.staffid,
    reason,
  }
  await insertMove(tx, move, now)
  await logMoved(tx, moving, row, 'registration moved', to, {
    difference,
    ...(back > 0 ? { back } : {}),
    ...(waived ? { waived } : {}),
  })
  await notifyMoved(tx, parts, moving, row, to)
  await moving.beside?.(tx)
}

/** Moves a paid registration at once, because no difference is due or the difference is not charged. */
const moveAtOnce = async (
  tx: Tx,
  parts: ChangeWork,
  moving: MoveOrder,
  held: LockedMove,
  { difference, price }: { difference: number; price: number },
): Promise<MoveOutcome> => {
  const { race, who, by, reason, now } = moving
  const { row } = held
  await switchEvent(tx, parts.seal, held, race, { behindWaitlist: by === 'runner', now })
  // If the price is lower, paid money is refunded. The refund is at most the part of the payment that was not yet
  // refunded.
  const back = difference < 0 && row.orderid !== null ? Math.min(-difference, openShare(await shareFacts(tx, row))) : 0
  if (back > 0)
    await givePart(tx, { row, amount: back, note: reason, staffid: by === 'staff' ? who.staffid : null, now })
  await recordMove(tx, parts, moving, held, { price, difference, back, waived: difference > 0 })
  return { state: 'done', difference, back, pay_end: null }
}

/** Takes a place in the new event and opens an order for the difference. */
const offer = async (
  tx: Tx,
  parts: ChangeWork,
  moving: MoveOrder,
  { row, to }: LockedMove,
  { difference, price }: { difference: number; price: number },
): Promise<MoveOutcome> => {
  const { race, who, by, reason, now } = moving
  await countPlaces(tx, race.id, to.id, 1)
  const minutes = by === 'staff' ? APPROVED_HOURS * 60 : race.settings.pay_minutes
  const order = await openOrder(
    tx,
    race.id,
    {
      room: 'moves',
      uid: row.uid,
      fee: difference,
      subject: `${nameIn('zh-cn', race.name, race.names)} ${nameIn('zh-cn', to.name, to.names)}`,
      payEnd: new Date(now.getTime() + minutes * 60_000),
    },
    now,
  )
  await insertMove(
    tx,
    {
      raceid: race.id,
      registrationid: row.id,
      from_eventid: row.eventid,
      to_eventid: to.id,
      price,
      difference,
      orderid: order.id,
      state: 'offered',
      staffid: who.staffid,
      reason,
    },
    now,
  )
  await logMoved(tx, moving, row, 'registration move offered', to, { difference, pay_end: order.pay_end })
  await notifyMoved(tx, parts, moving, row, to, { amount: difference, until: order.pay_end })
  await moving.beside?.(tx)
  return { state: 'offered', difference, back: 0, pay_end: order.pay_end }
}

/** Returns the price of an unpaid registration in the other event, for its order and for its row. */
const unpaidPrice = ({ seal }: ChangeWork, { race, now }: MoveOrder, { row, to }: LockedMove, price: number) => {
  const priced = entryPrice(to, { zone: race.zone, age: ageAt(seal, row, to, race), now })
  const invited = row.invite !== null
  const by = invited ? null : priced.by
  const bought = boughtOf(row)
  const of = { invited, by, bought, names: eventNamesOf(to) }
  return {
    charge: chargeFor({ fee: priced.fee, price: price - sumOfBought(bought) }, of),
    unpaid: { price, fee: priced.fee, price_by: by && JSON.stringify(reasonOf(by)) },
  }
}

/** Moves an unpaid registration. An order with the new price and a new time to pay replaces its open order. */
const moveUnpaid = async (
  parts: ChangeWork,
  moving: MoveOrder,
  seen: RegistrationRow,
): Promise<MoveOutcome | 'again'> => {
  const { race, by, now } = moving
  let moved: MoveOutcome | undefined
  const left = await leaveOrder(
    parts,
    seen,
    async (tx): Promise<void> => {
      const held = await lockBothEvents(tx, seen, moving.eventid)
      if (!held) throw new Stopped({ refused: 'event_not_found' })
      const decided = await decide(tx, parts, moving, held)
      if (!('price' in decided)) throw new Stopped(decided)
      const { row, to } = held
      const { charge, unpaid } = unpaidPrice(parts, moving, held, decided.price)
      await switchEvent(tx, parts.seal, held, race, {
        behindWaitlist: by === 'runner',
        unpaid,
        now,
      })
      const minutes = by === 'staff' ? APPROVED_HOURS * 60 : race.settings.pay_minutes
      const order = await openOrder(
        tx,
        race.id,
        {
          room: 'registrations',
          uid: row.uid,
          ...openingOfCharge(charge),
          subject: `${nameIn('zh-cn', race.name, race.names)} ${nameIn('zh-cn', to.name, to.names)}`,
          payEnd: new Date(now.getTime() + minutes * 60_000),
        },
        now,
      )
      await linkNewOrder(tx, race.id, row.id, order.id, order.state === 'paid' ? now : null, now)
      const { difference, price } = decided
      await recordMove(tx, parts, moving, { row, to }, { price, difference, back: 0, waived: false })
      moved = { state: 'done', difference, back: 0, pay_end: order.state === 'paid' ? null : order.pay_end }
    },
    now,
  )
  if ('refused' in left) return left
  return moved ?? 'again'
}

class Stopped extends Error {
  readonly moved: MoveOutcome
  constructor(moved: MoveOutcome) {
    super('stopped')
    this.moved = moved
  }
}

/**
 * Moves a registration to another event. The locks of both events keep their places exact. Returns undefined if there
 * is no such registration. A second call for a moved registration is refused as not movable.
 */
export const moveRegistration = async (
  parts: ChangeWork,
  moving: MoveOrder,
  id: number,
): Promise<MoveOutcome | undefined> => {
  const { race } = moving
  await prepareMove(parts.seal, race.id)
  try {
    for (let round = 0; round < 3; round++) {
      const seen = await registrationById(parts.db, race.id, id)
      if (!seen) return undefined
      if (seen.o_state === 'open') {
        if (!isMovable(seen, race, moving.now)) return { refused: 'not_movable' }
        const moved = await moveUnpaid(parts, moving, seen)
        if (moved !== 'again') return moved
        continue
      }
      const moved = await withLockedMove(parts.db, race.id, seen._key, moving.eventid, async (tx, held) => {
        // An order that opened meanwhile is replaced first, in the next round.
        if (held.row.o_state === 'open') return 'again' as const
        const decided = await decide(tx, parts, moving, held)
        if (!('price' in decided)) return decided
        return decided.difference > 0 && moving.charge === 'ask'
          ? offer(tx, parts, moving, held, decided)
          : moveAtOnce(tx, parts, moving, held, decided)
      })
      if (moved === undefined) return { refused: 'event_not_found' }
      if (moved !== 'again') return moved
    }
    return { refused: 'gateway_down' }
  } catch (error) {
    if (error instanceof NoPlace) return { refused: error.refused }
    if (error instanceof Stopped) return error.moved
    throw error
  }
}

/**
 * Tells whether runners may choose an event as their new event. They may not choose an event with a draw or a review.
 */
export const takesRunners = (to: Pick<EventRow, 'state'>): boolean => to.state === 'normal'
