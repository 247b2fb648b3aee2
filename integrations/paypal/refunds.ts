import { GatewayRefused, type KnownTrade, type RefundAsk, type GatewayRefund } from '../payment/gateway.ts'
import { decimalOf, minorOf } from '../payment/money.ts'
import { validMoment } from '../payment/moments.ts'
import { type PaypalAccount, call } from './account.ts'
import { PaypalRefund, fail, read } from './answers.ts'
import { orderOf } from './orders.ts'

/** The refusals after which PayPal will never make a refund. */
const NEVER: ReadonlySet<string> = new Set([
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_NOT_ALLOWED',
  'CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED',
])

export const refundFrom = ({ clock }: PaypalAccount, given: PaypalRefund, refundno: string): GatewayRefund => {
  if (given.status === 'FAILED' || given.status === 'CANCELLED')
    return { state: 'failed', refundno, failure: given.status }
  if (given.status !== 'COMPLETED' || !given.amount) return { state: 'sent', refundno }
  return {
    state: 'done',
    refundno,
    amount: minorOf(given.amount.value) ?? fail('an amount that is none'),
    currency: given.amount.currency_code,
    doneAt: validMoment(given.create_time) ?? clock(),
  }
}

export const refund = async (account: PaypalAccount, ask: RefundAsk): Promise<GatewayRefund> => {
  if (!ask.known?.number) throw new GatewayRefused('NO_CAPTURE', 'the payment has no number at PayPal')
  const path = `/v2/payments/captures/${encodeURIComponent(ask.known.number)}/refund`
  try {
    const given = await call(account, 'POST', path, ask.refundno, {
      amount: { currency_code: ask.currency, value: decimalOf(ask.amount) },
      custom_id: ask.refundno,
      invoice_id: ask.refundno,
      note_to_payer: [...ask.reason].slice(0, 200).join(''),
    })
    return refundFrom(account, read(PaypalRefund, given), ask.refundno)
  } catch (error) {
    if (error instanceof GatewayRefused && NEVER.has(error.code))
      return { state: 'failed', refundno: ask.refundno, failure: error.code }
    throw error
  }
}

/**
 * Asks for the state of a refund. If the order does not name the refund, the result is `absent`, and the server sends
 * the refund again under the same number. PayPal keeps this number for 45 days.
 */
export const queryRefund = async (
  account: PaypalAccount,
  refundno: string,
  known?: KnownTrade,
): Promise<GatewayRefund> => {
  const order = await orderOf(account, known)
  const found = order?.purchase_units[0]?.payments?.refunds.find(
    ({ custom_id, invoice_id }) => custom_id === refundno || invoice_id === refundno,
  )
  return found ? refundFrom(account, found, refundno) : { state: 'absent', refundno }
}
