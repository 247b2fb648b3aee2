import type { Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { payOrderBy } from '#features/orders/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { tryNumber } from '#features/orders/rules.ts'
import { DESK, type DeskWay, deskAccount } from './rules.ts'
import { insertPayment, listPayments, nextReceipt, updatePayment } from './store.ts'

/**
 * Locks the desks of a race until the transaction ends. Receipts then get their numbers one after the other, and no
 * cash comes or goes while staff count a drawer. A transaction takes this lock last.
 */
export const holdDesk = (tx: Tx, raceid: number): Promise<void> => lockAll(tx, [{ kind: 'desk', raceid, id: 0 }])

/** The money that a member of staff took: the way, and the number on the slip of the terminal or of the transfer. */
export type DeskMoney = { way: DeskWay; staffid: number | null; reference?: string | undefined }

/**
 * Books a payment of an open order at the desk. The desk's own channel has no statement: the counts of the drawers
 * replace the statement. Returns the number of the receipt. Returns undefined if the order is not open any more, or if
 * a gateway may still take money for the order.
 */
export const payAtDesk = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  { way, staffid, reference }: DeskMoney,
  now: Date,
): Promise<number | undefined> => {
  const order = await lockOrder(tx, raceid, orderid)
  if (order?.state !== 'open') return undefined
  const tries = await listPayments(tx, raceid, orderid)
  if (tries.some(({ state }) => state === 'started')) return undefined
  const begun = await insertPayment(
    tx,
    {
      raceid,
      orderid,
      gateway: DESK,
      way,
      tradeno: tryNumber(order.tradeno, tries.length + 1),
      amount: order.amount,
      currency: order.currency,
      ask_at: now,
    },
    now,
  )
  await updatePayment(tx, begun, {
    state: 'paid',
    settles: order.amount,
    gateway_number: reference || null,
    paid_amount: order.amount,
    paid_currency: order.currency,
    paid_at: now,
    taken_by: staffid,
    updated_at: now,
  })
  const by = { gateway: DESK, account: deskAccount(way), paymentid: begun.id, paidAt: now } as const
  await payOrderBy(tx, order, by, now)
  await holdDesk(tx, raceid)
  const receipt = await nextReceipt(tx, raceid)
  await updatePayment(tx, begun, { receipt })
  return receipt
}
