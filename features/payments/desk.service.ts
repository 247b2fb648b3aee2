import type { Tx } from '#db/db.ts'
import { payOrderBy } from '#features/orders/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { tryNumber } from '#features/orders/rules.ts'
import { DESK } from './rules.ts'
import { insertPayment, updatePayment } from './store.ts'

/**
 * Books a cash payment of an open order at the desk. The payment is like any other, under the desk's own channel. The
 * desk's count is this channel's statement. Returns false if the order is not open any more. No gateway may have begun
 * a payment of the order.
 */
export const payAtDesk = async (tx: Tx, raceid: number, orderid: number, now: Date): Promise<boolean> => {
  const order = await lockOrder(tx, raceid, orderid)
  if (order?.state !== 'open') return false
  const begun = await insertPayment(
    tx,
    {
      raceid,
      orderid,
      gateway: DESK,
      way: 'cash',
      tradeno: tryNumber(order.tradeno, 1),
      amount: order.amount,
      currency: order.currency,
      ask_at: now,
    },
    now,
  )
  await updatePayment(tx, begun, {
    state: 'paid',
    settles: order.amount,
    paid_amount: order.amount,
    paid_currency: order.currency,
    paid_at: now,
    updated_at: now,
  })
  await payOrderBy(tx, order, { gateway: DESK, paymentid: begun.id, paidAt: now }, now)
  return true
}
