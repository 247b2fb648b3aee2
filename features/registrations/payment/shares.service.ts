import type { Db, Tx } from '#db/db.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import { leftOfOrder } from '#features/payments/byHand.service.ts'
import { type ShareFacts, shareOf } from './shares.rules.ts'
import { pricesOf, sumPartial } from './shares.store.ts'
import type { ViewRow } from '../store.ts'

/**
 * The payment for a registration, the returned part, and the amount of its order that is neither asked back nor
 * promised. Exact where the order is locked.
 */
export const shareFacts = async (
  on: Db | Tx,
  row: Pick<ViewRow, 'raceid' | 'id' | 'orderid' | 'price'>,
): Promise<ShareFacts> => {
  const order = row.orderid === null ? undefined : await findOrder(on, row.raceid, row.orderid)
  if (order?.state !== 'paid') return { share: 0, back: 0, left: 0 }
  const [prices, back, left] = [
    await pricesOf(on, row.raceid, order.id),
    await sumPartial(on, row.raceid, row.id),
    await leftOfOrder(on, order),
  ]
  return { share: shareOf({ amount: order.amount, prices, price: row.price }), back, left }
}
