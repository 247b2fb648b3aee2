import type { Parts } from '#seam/server/handle.ts'
import { gatewayOf, knownOf } from './channels/channels.service.ts'
import { settleRefund } from './refunding.service.ts'
import { settle } from './settling.service.ts'
import { findPayment, findRefund, getPayment } from './store.ts'

type Asking = Pick<Parts, 'db' | 'integrations' | 'origin'>

/**
 * Asks the gateway about a payment, whatever state our row has. Settles the payment if it was paid. Throws GatewayDown
 * if the gateway does not answer or is not configured.
 */
export const askGatewayAgain = async (
  { db, integrations }: Asking,
  raceid: number,
  tradeno: string,
  now: Date,
): Promise<void> => {
  const payment = await findPayment(db, raceid, tradeno)
  if (!payment) return
  const gateway = gatewayOf({ db, integrations }, payment.gateway)
  const trade = await gateway.query(tradeno, knownOf(payment))
  if (trade.state === 'paid') await settle(db, gateway, trade, now)
}

/**
 * Asks the gateway about a refund. Saves the answer only if the gateway says that the refund is done or has failed. The
 * sweep asks again about a refund that is under way. If our row is done already, the function asks nothing. Throws
 * GatewayDown if the gateway does not answer or is not configured.
 */
export const askRefundAgain = async (
  { db, integrations }: Asking,
  raceid: number,
  refundno: string,
  now: Date,
): Promise<void> => {
  const refund = await findRefund(db, raceid, refundno)
  if (!refund?.paymentid || refund.state === 'done') return
  const payment = await getPayment(db, raceid, refund.paymentid)
  await settleRefund(
    db,
    await gatewayOf({ db, integrations }, refund.payment).queryRefund(refundno, payment.tradeno, knownOf(payment)),
    now,
  )
}
