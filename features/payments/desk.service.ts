import type { Tx } from '#db/db.ts'
import { payOrderBy } from '#features/orders/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { tryNumber } from '#features/orders/rules.ts'
import { DESK } from './rules.ts'
import { insertPayment, updatePayment } from './store.ts'

/**
 * Somebody paid an open order in cash at the desk: it stands in the books as any payment, under a channel of its own
 * whose statement is what the desk counts. False where the order is not open any more. No gateway may have begun it.
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
