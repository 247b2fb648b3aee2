import type { Parts } from '#seam/server/handle.ts'
import { gatewayOf, knownOf } from './channels/channels.service.ts'
import { settleRefund } from './refunding.service.ts'
import { settle } from './settling.service.ts'
import { findPayment, findRefund, getPayment } from './store.ts'

type Asking = Pick<Parts, 'db' | 'integrations' | 'origin'>

/**
 * Asks the gateway about a payment in any state of our row, and settles it if it was paid. Throws GatewayDown if the
 * gateway does not answer or is not configured.
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
 * Asks the gateway about a refund, and saves the answer if the refund has ended there. The sweep asks again about a
 * refund that is under way, and a refund that failed here stays a difference of the reconciliation. A refund that is
 * done stays unchanged. Throws GatewayDown if the gateway does not answer or is not configured.
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
