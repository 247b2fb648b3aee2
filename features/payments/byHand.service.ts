import type { Db, Tx } from '#db/db.ts'
import { countRefund, writeLedger } from '#features/orders/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { postings, type OrderRow } from '#features/orders/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { holdDesk } from './desk.service.ts'
import { DESK, withinRefundDays } from './rules.ts'
import { askBackSales, settlingPayment, notifyDone } from './refunding.service.ts'
import { type RefundRow, changeRefund, insertRefund, lockRefund, sumPromised } from './store.ts'

/**
 * Refunds that do not go directly to their channel: a refund that is promised for later, a refund of zero, a refund of
 * an order without a payment, and a refund that staff pay.
 */

type Of = {
  raceid: number
  orderid: number
  /**
   * The registration of the refund; 0 for a refund without a registration. The number of a refund by hand contains this
   * id.
   */
  registrationid: number
  amount: number
  reason: string
}

/**
 * Returns the fen of a paid order that are neither refunded nor promised. The number is exact if the caller has
 * locked the order's row.
 */
export const refundableFen = async (tx: Db | Tx, order: OrderRow): Promise<number> =>
  order.state === 'paid' ? order.amount - order.refunded - (await sumPromised(tx, order.raceid, order.id)) : 0

const held = async (tx: Tx, raceid: number, orderid: number): Promise<OrderRow> => {
  const order = await lockOrder(tx, raceid, orderid)
  if (order?.state !== 'paid') throw new Error(`Order ${raceid}/${orderid} is not paid`)
  return order
}
/**
 * Ends the transaction if the amount is negative, or above the part that is left to refund. The callers compute the
 * amount under the order's lock, so such an amount is an error of a caller.
 */
const demandLeft = async (tx: Tx, order: OrderRow, amount: number): Promise<void> => {
  const left = await refundableFen(tx, order)
  if (amount < 0 || amount > left)
    throw new Error(`No ${amount} fen can be refunded of order ${order.raceid}/${order.id}: ${left} are left`)
}
const row = async (tx: Tx, order: OrderRow, { registrationid, amount, reason }: Of) => {
  const payment = await settlingPayment(tx, order)
  return {
    raceid: order.raceid,
    orderid: order.id,
    paymentid: payment?.id ?? null,
    refundno: `${payment?.tradeno ?? order.tradeno}-x${registrationid}.${order.refunded}`,
    amount,
    currency: order.currency,
    reason,
    payment: payment?.gateway ?? order.payment ?? 'free',
  }
}

/**
 * Requests a refund that is due at once. `promiseBack` requests a refund that is due later. This function sends nothing
 * to the gateway. If no gateway took the money, staff refund the money.
 */
export const giveBack = async (tx: Tx, of: Of, now: Date): Promise<RefundRow> => {
  const { amount, reason } = of
  const order = await held(tx, of.raceid, of.orderid)
  await demandLeft(tx, order, amount)
  if (amount === 0) return insertRefund(tx, { ...(await row(tx, order, of)), state: 'done', refund_at: now }, now)
  const payment = await settlingPayment(tx, order)
  if (payment && payment.gateway !== DESK) return askBackSales(tx, order, payment, { amount, reason }, now)
  const failure = payment ? 'AT_DESK' : 'NO_PAYMENT'
  const refund = await insertRefund(tx, { ...(await row(tx, order, of)), state: 'failed', failure }, now)
  await writeLedger(tx, order, [postings.refundAsked('sales', amount, order.currency, refund.id)], now)
  await countRefund(tx, order, refund, now)
  return refund
}

/** Promises a later refund. No other refund of the order can then use the promised amount. No money moves yet. */
export const promiseBack = async (tx: Tx, of: Of, now: Date): Promise<RefundRow> => {
  const order = await held(tx, of.raceid, of.orderid)
  await demandLeft(tx, order, of.amount)
  return insertRefund(tx, { ...(await row(tx, order, of)), state: 'waiting' }, now)
}

/**
 * Makes a promised refund due. `amount` is at most the promised amount. The caller has locked the order. Returns
 * undefined if the refund was due already.
 */
export const keepPromise = async (
  tx: Tx,
  raceid: number,
  refundid: number,
  amount: number,
  now: Date,
): Promise<RefundRow | undefined> => {
  const promised = await lockRefund(tx, raceid, refundid)
  if (promised.state !== 'waiting') return undefined
  if (amount > promised.amount)
    throw new Error(`Refund ${raceid}/${refundid} was promised with less than ${amount} fen`)
  const order = await held(tx, raceid, promised.orderid)
  if (amount === 0) return changeRefund(tx, promised, { state: 'done', amount: 0, refund_at: now, updated_at: now })
  const payment = await settlingPayment(tx, order)
  if (payment && payment.gateway !== DESK)
    return askBackSales(tx, order, payment, { amount, reason: promised.reason }, now, promised)
  const failure = payment ? 'AT_DESK' : 'NO_PAYMENT'
  const refund = await changeRefund(tx, promised, { state: 'failed', failure, amount, updated_at: now })
  await writeLedger(tx, order, [postings.refundAsked('sales', amount, refund.currency, refund.id)], now)
  await countRefund(tx, order, refund, now)
  return refund
}

/**
 * Tells whether the channel that took an order's money can still refund it. If the channel is not configured any more,
 * nobody knows this, so the refund is tried. The function also returns true for an order without a payment.
 */
export const channelGivesBack = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  order: OrderRow,
  now: Date,
): Promise<boolean> => {
  const payment = await settlingPayment(db, order)
  if (payment?.gateway === DESK) return false
  const gateway = payment && integrations.gateways[payment.gateway as keyof typeof integrations.gateways]
  return !gateway || withinRefundDays(payment.paid_at!, gateway.refundDays, now)
}

/**
 * The member of staff who paid a refund by hand. `fromDrawer` means in cash, from this member's own takings at the
 * desk.
 */
export type Hand = { staffid: number; reference: string; fee: number; fromDrawer: boolean }
/**
 * Records that staff have paid a failed refund. `not_failed` means that the refund has not failed, so it is promised,
 * under way or done.
 */
export const payByHand = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  refundid: number,
  { staffid, reference, fee, fromDrawer }: Hand,
  now: Date,
): Promise<RefundRow | 'not_failed'> => {
  const order = (await lockOrder(tx, raceid, orderid))!
  const refund = await lockRefund(tx, raceid, refundid)
  if (refund.state !== 'failed') return 'not_failed'
  const open = refund.amount - Math.min(refund.came_back, refund.amount)
  if (fee > open) throw new RangeError('A fee is no more than what is paid')
  await writeLedger(tx, order, postings.refundByHand(open, fee, refund.currency, refund.id), now)
  const done = await changeRefund(tx, refund, {
    state: 'done',
    hand_at: now,
    hand_by: staffid,
    hand_reference: reference,
    hand_fee: fee,
    hand_cash: fromDrawer ? open - fee : null,
    refund_at: now,
    updated_at: now,
  })
  await notifyDone(tx, order, done, now, now)
  if (fromDrawer) await holdDesk(tx, raceid)
  return done
}

/**
 * Sends a failed refund again, under its own number. `not_failed` means that the refund has not failed, that the
 * channel has refunded a part, or that no channel took the money. In the last two cases staff pay the rest, or the
 * whole refund.
 */
export const resendRefund = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  refundid: number,
  now: Date,
): Promise<RefundRow | 'not_failed'> => {
  await lockOrder(tx, raceid, orderid)
  const refund = await lockRefund(tx, raceid, refundid)
  if (refund.state !== 'failed' || refund.came_back > 0 || refund.paymentid === null || refund.payment === DESK)
    return 'not_failed'
  return changeRefund(tx, refund, { state: 'asked', failure: null, tries: 0, ask_at: now, updated_at: now })
}
