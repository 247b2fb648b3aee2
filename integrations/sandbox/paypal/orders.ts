import * as z from 'zod/mini'
import { minorOf } from '../../payment/money.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
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
} from './platform.ts'
import { shownRefund } from './refunds.ts'

/** The sandbox PayPal's Orders v2: orders are made, approved by their payers, and captured. */

const NewOrder = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().check(z.maxLength(127)),
        invoice_id: z.string().check(z.maxLength(127)),
        description: z.string().check(z.maxLength(127)),
        amount: Money,
        payee: z.object({ merchant_id: z.string() }),
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  payment_source: z.object({
    paypal: z.object({ experience_context: z.object({ return_url: z.url(), cancel_url: z.url() }) }),
  }),
})

export const shownCapture = ({ keys, books }: PaypalPlatform, trade: BookedTrade) => ({
  id: trade.number ?? `pending-${trade.tradeno}`,
  status:
    trade.number === null ? 'PENDING' : books.refunded(trade.tradeno) >= trade.paid_amount! ? 'REFUNDED' : 'COMPLETED',
  amount: paypalMoney(trade.paid_amount ?? trade.amount, trade.paid_currency ?? trade.currency),
  custom_id: trade.tradeno,
  invoice_id: trade.tradeno,
  create_time: iso(trade.paid_at ?? trade.created_at),
  payee: { merchant_id: keys.merchantid },
  supplementary_data: { related_ids: { order_id: trade.prepay_id } },
})

export const shownOrder = (platform: PaypalPlatform, trade: BookedTrade) => {
  const { keys, books, pending, origin } = platform
  const page = `${origin()}/pretend/paypal/checkoutnow?token=${trade.prepay_id}`
  return {
    id: trade.prepay_id,
    intent: 'CAPTURE',
    status: trade.number !== null ? 'COMPLETED' : trade.openid ? 'APPROVED' : 'PAYER_ACTION_REQUIRED',
    purchase_units: [
      {
        reference_id: 'default',
        custom_id: trade.tradeno,
        invoice_id: trade.tradeno,
        amount: paypalMoney(trade.amount, trade.currency),
        payee: { merchant_id: keys.merchantid },
        payments: {
          captures: trade.number !== null || pending.has(trade.tradeno) ? [shownCapture(platform, trade)] : [],
          refunds: books.refundsOf(trade.tradeno).map(shownRefund),
        },
      },
    ],
    ...(trade.openid ? { payer: { payer_id: trade.openid, email_address: 'sandbox@example.com' } } : {}),
    links: trade.number === null && !trade.openid ? [{ rel: 'payer-action', method: 'GET', href: page }] : [],
  }
}

export const orderById = ({ books, clock }: PaypalPlatform, id: string): BookedTrade => {
  const known = books.byPrepay(id)
  const trade = known && books.current(known.tradeno, clock().getTime())
  if (!trade || trade.state === 'CLOSED') throw notFound()
  return trade
}

export const createPaypalOrder = (platform: PaypalPlatform, { headers, body }: ApiRequest): unknown => {
  const { keys, books, clock } = platform
  const given = read(NewOrder, body)
  const unit = given.purchase_units[0]!
  if (unit.payee.merchant_id !== keys.merchantid) throw unprocessable('PAYEE_ACCOUNT_INVALID')
  if (unit.amount.currency_code === 'CNY') throw unprocessable('CURRENCY_NOT_SUPPORTED')
  const known = books.trade(unit.custom_id)
  if (known && headers['paypal-request-id'] !== unit.custom_id) throw unprocessable('DUPLICATE_INVOICE_ID')
  if (known && known.amount !== minorOf(unit.amount.value)) throw unprocessable('DUPLICATE_REQUEST_ID')
  if (known) return shownOrder(platform, known)
  const now = clock().getTime()
  const made = books.open(
    {
      tradeno: unit.custom_id,
      // The column `way` keeps the shop's return address, because the payer's page needs this address.
      way: given.payment_source.paypal.experience_context.return_url,
      description: unit.description,
      amount: minorOf(unit.amount.value)!,
      currency: unit.amount.currency_code,
      expire_at: now + 3 * 3600_000,
      notify_url: '',
      openid: '',
    },
    now,
  )
  return shownOrder(platform, made)
}

/** Approves an order as a payer does. Returns false when the order can no longer be approved. */
export const approve = (platform: PaypalPlatform, tradeno: string): boolean => {
  const { books, weather, clock } = platform
  const trade = books.current(tradeno, clock().getTime())
  if (!trade || trade.openid || !books.approve(tradeno, 'PRETENDPAYER')) return false
  queueWebhook(platform, 'CHECKOUT.ORDER.APPROVED', shownOrder(platform, books.trade(tradeno)!), weather.noticeDelay)
  return true
}

export const take = (platform: PaypalPlatform, trade: BookedTrade): void => {
  const { books, strange, pending, clock } = platform
  const { amount = trade.amount, currency = trade.currency } = strange.get(trade.tradeno) ?? {}
  pending.delete(trade.tradeno)
  if (books.pay(trade.tradeno, amount, currency, clock().getTime()))
    queueWebhook(platform, 'PAYMENT.CAPTURE.COMPLETED', shownCapture(platform, books.trade(trade.tradeno)!))
}

export const capture = (platform: PaypalPlatform, id: string): unknown => {
  const { books, weather, pending } = platform
  const trade = orderById(platform, id)
  if (trade.number !== null) throw unprocessable('ORDER_ALREADY_CAPTURED')
  if (!trade.openid) throw unprocessable('ORDER_NOT_APPROVED')
  if (weather.capture === 'DECLINED') throw unprocessable('INSTRUMENT_DECLINED')
  if (weather.capture === 'PENDING') pending.add(trade.tradeno)
  else take(platform, trade)
  return shownOrder(platform, books.trade(trade.tradeno)!)
}
