import type { Tx } from '#db/db.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { giveBack, refundableFen } from '#features/payments/byHand.service.ts'
import { hooksOf } from './hooks.service.ts'

type Of = { raceid: number; orderid: number; amount: number }
/**
 * Refunds `amount` for lines of an order. The money comes first from the orders that the hook `supplements` lists, then
 * from the order itself. The caller has locked the order. Returns the id of the last refund.
 */
export const giveBackGoods = async (
  tx: Tx,
  room: string,
  { raceid, orderid, amount }: Of,
  now: Date,
): Promise<number> => {
  const of = { raceid, registrationid: 0, reason: 'goods' }
  let rest = amount
  let last: number | undefined
  for (const other of (await hooksOf(room).supplements?.(tx, raceid, orderid)) ?? []) {
    const order = rest > 0 ? await lockOrder(tx, raceid, other) : undefined
    const part = order ? Math.min(rest, await refundableFen(tx, order)) : 0
    if (part === 0) continue
    last = (await giveBack(tx, { ...of, orderid: other, amount: part }, now)).id
    rest -= part
  }
  return rest > 0 || last === undefined ? (await giveBack(tx, { ...of, orderid, amount: rest }, now)).id : last
}
