import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import type { FilledLine } from '#features/sales/fill.rules.ts'
import type { GoodsHooks, OpenedGoodsOrder, WantWithDetails } from '#features/sales/hooks.service.ts'
import { exchangeForOrder, moveSoldLines, soldLinesOf, undoOrder } from '#features/sales/moving.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { nightsOf } from '../stay.rules.ts'
import { type StayRow, changeStay, findStayById, lockStay } from '../store.ts'
import {
  type StayChangeRow,
  findChangeOfOrder,
  findOpenChange,
  insertStayChange,
  setChangesState,
} from './changing.store.ts'

/** The details of an order for the difference to dearer nights. `credit`: the fen that the old nights cost. */
export type ChangeDetails = {
  change: { stayid: number; arrival: string; departure: string; from_arrival: string; from_departure: string }
  credit: number
}
export const isChange = (details: unknown): details is ChangeDetails =>
  typeof details === 'object' && details !== null && 'change' in details

/** Tells whether a stay still is as it was when its change was planned. */
const isAsPlanned = (row: StayRow | undefined, change: ChangeDetails['change']): row is StayRow =>
  row?.state === 'booked' &&
  (row.outcome === null || (row.outcome === 'arrived' && row.arrival === change.arrival)) &&
  row.arrival === change.from_arrival &&
  row.departure === change.from_departure &&
  row.lines.every(({ returned, n }) => returned === 0 || returned === n)

/**
 * Spreads the money of the old nights over the lines of the new nights. Returns the fen by which each line becomes
 * cheaper.
 */
const creditOff = (lines: readonly FilledLine[], credit: number): number[] => {
  let rest = credit
  return lines.map(({ amount }) => {
    const off = Math.min(rest, amount)
    rest -= off
    return off
  })
}
/**
 * Prices the orders that one transaction saves together. The accounts of these orders are locked, so no other
 * transaction orders a change of the same stay meanwhile.
 */
export const pricing: NonNullable<GoodsHooks['pricing']> = async (tx, raceid, waiting) => {
  const wrong = new Map<WantWithDetails, string>()
  for (const one of waiting) {
    if (!isChange(one.details)) continue
    const { change } = one.details
    if (await findOpenChange(tx, raceid, change.stayid)) wrong.set(one, 'stay_change_open')
    else if (!isAsPlanned(await findStayById(tx, raceid, change.stayid), change)) wrong.set(one, 'stay_change_moved')
  }
  const changing = new Set<number>()
  return {
    price: (one, lines) => {
      if (!isChange(one.details)) return { off: lines.map(() => 0), beside: 0 }
      const against = changing.has(one.details.change.stayid) ? 'stay_change_open' : wrong.get(one)
      return against ? { against } : { off: creditOff(lines, one.details.credit), beside: 0 }
    },
    took: (one) => {
      if (isChange(one.details)) changing.add(one.details.change.stayid)
    },
  }
}
/** Saves one change of a stay for each new order of a change. The change waits until this order is paid. */
export const keepChanges = async (
  tx: Tx,
  raceid: number,
  orders: readonly OpenedGoodsOrder[],
  now: Date,
): Promise<void> => {
  for (const { one, orderid, fill } of orders)
    if (isChange(one.details)) {
      const prices = Object.fromEntries(fill.lines.map(({ slot, amount }) => [slot, amount]))
      await insertStayChange(tx, { ...one.details.change, raceid, orderid, prices }, now)
    }
}

/** The job that completes a change when its difference is paid. Its payload names the race and the order. */
export const COMPLETE_STAY_CHANGE = 'stay change'
export const completeLater = async (tx: Tx, raceid: number, orderids: readonly number[]): Promise<void> => {
  for (const orderid of orderids)
    if ((await findChangeOfOrder(tx, raceid, orderid))?.state === 'open')
      await addJob(
        tx,
        COMPLETE_STAY_CHANGE,
        { raceid, orderid },
        { key: `${COMPLETE_STAY_CHANGE} ${raceid} ${orderid}` },
      )
}

const nightsTouched = (row: StayRow, change: StayChangeRow): string[] => [
  ...new Set([...nightsOf(change.arrival, change.departure), ...row.lines.map(({ night }) => night)]),
]
/**
 * Moves the stay whose difference is paid. If the stay ended or changed meanwhile, the whole difference goes back. A
 * second call changes nothing. The function locks first the order that booked the stay, then the order that pays the
 * difference, then the stay, then the stock.
 */
export const completeChange = async (
  { db }: Pick<Parts, 'db'>,
  raceid: number,
  orderid: number,
  now: Date,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const due = await findChangeOfOrder(tx, raceid, orderid)
    const found = due && (await findStayById(tx, raceid, due.stayid))
    if (!due || !found) return
    await lockOrder(tx, raceid, found.orderid)
    await lockOrder(tx, raceid, orderid)
    const row = (await lockStay(tx, raceid, found._key))!
    const change = (await findChangeOfOrder(tx, raceid, orderid))!
    if (change.state !== 'open') return
    await moveSoldLines.hold(tx, raceid, row.variantid, nightsTouched(row, change))
    if (!isAsPlanned(row, change)) {
      await undoOrder(tx, raceid, orderid, now)
      return setChangesState(tx, raceid, [orderid], 'lapsed', now)
    }
    const wanted = nightsOf(change.arrival, change.departure)
    const lines = await soldLinesOf(tx, raceid, row.orderid)
    const dropped = lines.filter(({ slot }) => !wanted.includes(slot))
    const priceOf = (slot: string) => change.prices[slot]!
    await exchangeForOrder(tx, { raceid, orderid: row.orderid }, orderid, dropped, priceOf, now)
    await setChangesState(tx, raceid, [orderid], 'done', now)
    await changeStay(tx, row, { arrival: change.arrival, departure: change.departure, guests_at: now }, now)
  })
