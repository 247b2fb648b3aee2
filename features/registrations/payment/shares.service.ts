import type { Db, Tx } from '#db/db.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { giveBack, refundableFen } from '#features/payments/byHand.service.ts'
import { ordersBeside } from '../public.store.ts'
import { type ShareFacts, shareOf } from './shares.rules.ts'
import { pricesInOrder, sumPartial } from './shares.store.ts'
import type { ViewRow } from '../store.ts'

type Of = Pick<ViewRow, 'raceid' | 'id' | 'orderid' | 'price'>

/**
 * Lists the additional payments of a registration. Each is the difference to a dearer event. `left` is the part of it
 * that no refund covers yet.
 */
const besideOf = async (
  on: Db | Tx,
  { raceid, id }: Of,
): Promise<{ orderid: number; paid: number; left: number }[]> => {
  const beside = []
  for (const { orderid, pending } of await ordersBeside.get()(on, raceid, id)) {
    const order = pending ? undefined : await findOrder(on, raceid, orderid)
    if (order?.state === 'paid') beside.push({ orderid, paid: order.amount, left: await refundableFen(on, order) })
  }
  return beside
}

/**
 * Reads the payments for a registration, the refunded amount, and the rest of its orders. The rest leaves out amounts
 * that a requested or promised refund already covers. The numbers are exact if the caller has locked the order.
 */
export const shareFacts = async (on: Db | Tx, row: Of): Promise<ShareFacts> => {
  const order = row.orderid === null ? undefined : await findOrder(on, row.raceid, row.orderid)
  if (order?.state !== 'paid') return { share: 0, back: 0, left: 0 }
  const [prices, back, left, beside] = [
    await pricesInOrder(on, row.raceid, order.id),
    await sumPartial(on, row.raceid, row.id),
    await refundableFen(on, order),
    await besideOf(on, row),
  ]
  return {
    share: beside.reduce((sum, { paid }) => sum + paid, shareOf({ amount: order.amount, prices, price: row.price })),
    back,
    left: beside.reduce((sum, one) => sum + one.left, left),
  }
}

/**
 * Divides a refund among the additional payments of a registration, the last payment first. An amount beyond these
 * payments is left out. The caller has locked the order.
 */
const partsOf = async (tx: Tx, row: Of, amount: number): Promise<{ orderid: number; amount: number }[]> => {
  const parts = []
  let rest = amount
  for (const { orderid, left } of (await besideOf(tx, row)).reverse()) {
    const part = Math.min(left, rest)
    if (part > 0) parts.push({ orderid, amount: part })
    rest -= part
  }
  return parts
}

/**
 * Gives an amount back for a registration. It takes the amount from the additional payments first, then from the
 * registration's own order. Returns the refund of the own order, whose amount may be 0, and the other refunds.
 */
export const giveBackShare = async (
  tx: Tx,
  row: Of,
  { orderid, amount, reason }: { orderid: number; amount: number; reason: string },
  now: Date,
): Promise<{ id: number; beside: number[] }> => {
  const of = { raceid: row.raceid, registrationid: row.id, reason }
  const parts = await partsOf(tx, row, amount)
  const beside = []
  for (const part of parts) beside.push((await giveBack(tx, { ...of, ...part }, now)).id)
  const own = amount - parts.reduce((sum, part) => sum + part.amount, 0)
  const { id } = await giveBack(tx, { ...of, orderid, amount: own }, now)
  return { id, beside }
}
