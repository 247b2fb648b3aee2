import * as z from 'zod/mini'
import { minorOf } from '../../payment/money.ts'
import type { BookedRefund } from '../payment/bookedRefunds.ts'
import type { ApiRequest } from '../payment/server.ts'
import {
  Money,
  type PaypalPlatform,
  iso,
  paypalMoney,
  notFound,
  read,
  queueWebhook,
  unprocessable,
  webhookAddress,
} from './platform.ts'

/** The sandbox PayPal's refunds of captures (Payments v2). */

const NewRefund = z.object({
  amount: Money,
  custom_id: z.string(),
  invoice_id: z.string().check(z.maxLength(127)),
  note_to_payer: z.optional(z.string().check(z.maxLength(255))),
})

export const shownRefund = (refund: BookedRefund) => ({
  id: refund.number,
  status: refund.status === 'SUCCESS' ? 'COMPLETED' : 'PENDING',
  amount: paypalMoney(refund.amount, refund.currency),
  custom_id: refund.refundno,
  invoice_id: refund.refundno,
  create_time: iso(refund.created_at),
})

/** Completes refunds whose time has come, and sends their webhooks. */
export const settleRefunds = (platform: PaypalPlatform): void => {
  const { books, clock } = platform
  for (const due of books.refundsDone(clock().getTime(), 'SUCCESS'))
    queueWebhook(platform, 'PAYMENT.CAPTURE.REFUNDED', shownRefund(books.refund(due.refundno)!))
}

export const refundCapture = (platform: PaypalPlatform, number: string, { headers, body }: ApiRequest): unknown => {
  const { books, weather, clock } = platform
  const given = read(NewRefund, body)
  const trade = books.byNumber(number)
  if (!trade) throw notFound()
  const refundno = headers['paypal-request-id'] ?? given.custom_id
  const known = books.refund(refundno)
  if (known) return shownRefund(known)
  const amount = minorOf(given.amount.value)!
  const currency = given.amount.currency_code
  if (weather.refund === 'NO_BALANCE') throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS')
  if (currency !== trade.paid_currency) throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (books.refunded(trade.tradeno) + amount > trade.paid_amount!) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
  books.addRefund(
    { refundno, tradeno: trade.tradeno, amount, currency, notify_url: webhookAddress(platform) },
    clock().getTime(),
    weather.refundSeconds,
  )
  settleRefunds(platform)
  return shownRefund(books.refund(refundno)!)
}
