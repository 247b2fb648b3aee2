import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { countPlaces, lockEvent } from '#features/events/service.ts'
import { openOrders } from '#features/orders/service.ts'
import { type RaceGiven, statusFactsOf } from '../status/present.service.ts'
import { chargeOf, openingOfCharge } from '../payment/pricing.rules.ts'
import { payEndOfApproved } from '../review/review.service.ts'
import { paidStateOf } from '../status/payable.rules.ts'
import { type ViewRow, listByIds } from '../store.ts'
import { linkOrders, lockLots, lockOrdersOfLots, writeLots } from './draw.store.ts'
import type { ShirtSeatZone } from './line.store.ts'
import { type DrawNews, notifyRunners } from './notifying.service.ts'
import { stateAfter, transition } from '../status/transitions.rules.ts'
import { writeCounters, lockStockCounters, subtractFromCounters, availableOf } from './things.service.ts'

/** The result of a draw for one entry: a place (`code` null), or a waiting code. */
export type Lot = { id: number; code: number | null }
/**
 * The outcome for one lot. `gone`: the registration is no longer in this draw. `moved`: another transaction changed its
 * order, so the caller tries again. `sold_out`, `clothes_gone` and `bus_full`: no place, shirt or seat is available,
 * and staff must act.
 */
export type Settled = { id: number; outcome: 'done' | 'gone' | 'moved' | 'sold_out' | 'clothes_gone' | 'bus_full' }
/**
 * The facts for settling lots of an event. `payEnd` is the moment until which a winner must pay; null: the event's own
 * time counts. The keys of the race and of the accounts are prepared.
 */
export type Settling = { seal: Seal; race: RaceGiven; eventid: number; payEnd: Date | null; now: Date }

type Giving = { row: ViewRow; lot: Lot; kept: ShirtSeatZone }

/** Locks all rows that will change, in the common order, and reads them. Returns the locked orders too. */
const hold = async (tx: Tx, { race, eventid }: Settling, ids: readonly number[], winners: readonly number[]) => {
  const orders = await lockOrdersOfLots(tx, race.id, ids)
  const event = await lockEvent(tx, race.id, eventid)
  if (!event) throw new Error(`There is no event ${race.id}/${eventid}`)
  const counters = await lockStockCounters(tx, race.id, eventid, winners)
  await lockLots(tx, race.id, ids)
  const rows = new Map((await listByIds(tx, race.id, ids)).map((row) => [row.id, row]))
  return { orders, event, counters, rows }
}

/**
 * Opens orders for unpaid registrations, payable until `until`. A free order is paid at once. Returns the registrations
 * that have paid or need not pay.
 */
export const openWhatIsDue = async (
  tx: Tx,
  { race, now }: Pick<Settling, 'race' | 'now'>,
  given: readonly { row: ViewRow }[],
  until: Date,
): Promise<Set<number>> => {
  const paid = new Set(
    given.filter(({ row }) => paidStateOf(statusFactsOf(row, race)) === '1').map(({ row }) => row.id),
  )
  const due = given.filter(({ row }) => !paid.has(row.id) && row.orderid === null)
  const opened = await openOrders(
    tx,
    race.id,
    due.map(({ row }) => ({
      room: 'registrations',
      uid: row.uid,
      ...openingOfCharge(chargeOf(row)),
      subject: `${nameIn('zh-cn', race.name, race.names)} ${nameIn('zh-cn', row.e_name, row.e_names)}`,
      payEnd: until,
    })),
    now,
  )
  const links = due.map(({ row }, at) => ({
    id: row.id,
    orderid: opened[at]!.id,
    free: opened[at]!.state === 'paid',
  }))
  for (const { id, free } of links) if (free) paid.add(id)
  if (links.length > 0) await linkOrders(tx, race.id, links, now)
  return paid
}

type Held = Awaited<ReturnType<typeof hold>>

/** Decides each lot in the given order, and counts places and stock in memory. */
const decideLots = ({ race, eventid }: Settling, { orders, event, counters, rows }: Held, lots: readonly Lot[]) => {
  let free = event.places - event.taken
  const given: Giving[] = []
  const outcomeOf = (lot: Lot): Settled['outcome'] => {
    const row = rows.get(lot.id)
    if (
      row === undefined ||
      row.eventid !== eventid ||
      row.deleted_at !== null ||
      !['0', '1'].includes(paidStateOf(statusFactsOf(row, race)))
    )
      return 'gone'
    if (row.state !== 'draw' || !transition('draw', lot.code === null ? 'win' : 'lose')) return 'gone'
    if (row.orderid !== null && !orders.has(row.orderid)) return 'moved'
    if (lot.code !== null) {
      given.push({ row, lot, kept: row })
      return 'done'
    }
    if (free === 0) return 'sold_out'
    const kept = availableOf(row, counters)
    // If the zone is full, the runner gets the place without a zone. If the shirt or the seat is missing, the runner
    // does not get the place.
    if (kept.clothes !== row.clothes) return 'clothes_gone'
    if (kept.packagebus !== row.packagebus) return 'bus_full'
    subtractFromCounters(kept, counters)
    free--
    given.push({ row, lot, kept })
    return 'done'
  }
  return { settled: lots.map((lot): Settled => ({ id: lot.id, outcome: outcomeOf(lot) })), given }
}

const newsOf = ({ row, lot }: Giving, paid: boolean, until: Date): DrawNews => ({
  row,
  template: `drawn_${lot.code === null ? 'won' : 'lost'}${paid ? '_paid' : ''}`,
  values: { code: String(lot.code ?? '') },
  until: row.o_pay_end ?? until,
  paid,
  what: lot.code === null ? 'registration drawn' : 'registration not drawn',
  before: { state: row.state, wait_pos: row.wait_pos },
  after: lot.code === null ? { state: 'normal', wait_pos: row.wait_pos } : { state: 'undraw', wait_pos: lot.code },
})

/**
 * Applies lots to registrations of one event. A winner gets a place, and every other entrant gets a waiting code. An
 * entrant whose registration is unpaid and has no order also gets an order. Runners who have left are skipped. The
 * caller's transaction takes up to a thousand lots.
 */
export const settleDraw = async (tx: Tx, settling: Settling, lots: readonly Lot[]): Promise<Settled[]> => {
  if (lots.length === 0) return []
  const { race, eventid, now } = settling
  const held = await hold(
    tx,
    settling,
    lots.map(({ id }) => id),
    lots.flatMap(({ id, code }) => (code === null ? [id] : [])),
  )
  const { settled, given } = decideLots(settling, held, lots)
  if (given.length === 0) return settled
  const won = given.filter(({ lot }) => lot.code === null)
  const payEnd = settling.payEnd ?? held.event.pay_end
  const until = payEnd && payEnd > now ? payEnd : payEndOfApproved(now, null)
  await writeLots(
    tx,
    race.id,
    given.map(({ row, lot, kept }) => ({
      id: row.id,
      state: stateAfter('draw', lot.code === null ? 'win' : 'lose'),
      zone: kept.runnerzone,
      code: lot.code,
    })),
    now,
  )
  if (won.length > 0) await countPlaces(tx, race.id, eventid, won.length)
  await writeCounters(tx, race.id, held.counters, won)
  const paid = await openWhatIsDue(tx, settling, given, until)
  await notifyRunners(
    tx,
    settling,
    given.map((one) => newsOf(one, paid.has(one.row.id), until)),
  )
  return settled
}
