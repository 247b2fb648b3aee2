import * as z from 'zod/mini'
import { GatewayRefused, type RefundAsk, type GatewayRefund } from '../payment/gateway.ts'
import { decimalOf } from '../payment/money.ts'
import { momentOf } from '../payment/moments.ts'
import { type AlipayAccount, amountFrom, call, currencyOf, fail, read, alipayNumber } from './account.ts'

const text = z.string()
const RefundQueryAnswer = z.object({
  out_request_no: z.optional(text),
  out_trade_no: z.optional(text),
  refund_status: z.optional(text),
  refund_amount: z.optional(text),
  gmt_refund_pay: z.optional(text),
  trans_currency: z._default(text, 'CNY'),
})
/** The codes for a refund that Alipay will never make. */
const NEVER: ReadonlySet<string> = new Set(['ACQ.TRADE_HAS_FINISHED', 'ACQ.TRADE_NOT_ALLOW_REFUND'])

/**
 * Sends a refund. The answer gives only the sum of all refunds of the trade, so a refund that Alipay accepts is only
 * `sent`. The server asks for its state later (`queryRefund`).
 */
export const refund = async (account: AlipayAccount, ask: RefundAsk): Promise<GatewayRefund> => {
  try {
    await call(account, 'alipay.trade.refund', {
      out_trade_no: alipayNumber(ask.tradeno),
      refund_amount: decimalOf(ask.amount),
      out_request_no: alipayNumber(ask.refundno),
      refund_reason: [...ask.reason].slice(0, 80).join(''),
    })
    return { state: 'sent', refundno: ask.refundno }
  } catch (error) {
    if (error instanceof GatewayRefused && NEVER.has(error.code))
      return { state: 'failed', refundno: ask.refundno, failure: error.code }
    throw error
  }
}

const refundFrom = (
  { clock }: AlipayAccount,
  given: z.output<typeof RefundQueryAnswer>,
  refundno: string,
): GatewayRefund => {
  // An answer without a status means that the refund did not happen. The server then sends the refund again under
  // `refundno`.
  if (!given.refund_status) return { state: 'absent', refundno }
  if (given.refund_status !== 'REFUND_SUCCESS') return { state: 'sent', refundno }
  if (given.out_request_no !== alipayNumber(refundno) || given.refund_amount === undefined)
    return fail('of another refund')
  return {
    state: 'done',
    refundno,
    amount: amountFrom(given.refund_amount),
    currency: currencyOf(given.trans_currency),
    doneAt: momentOf(given.gmt_refund_pay ?? '') ?? clock(),
  }
}

export const queryRefund = async (
  account: AlipayAccount,
  refundno: string,
  tradeno: string,
): Promise<GatewayRefund> => {
  try {
    const given = await call(account, 'alipay.trade.fastpay.refund.query', {
      out_trade_no: alipayNumber(tradeno),
      out_request_no: alipayNumber(refundno),
      query_options: ['gmt_refund_pay'],
    })
    return refundFrom(account, read(RefundQueryAnswer, given), refundno)
  } catch (error) {
    if (error instanceof GatewayRefused && (error.code === 'ACQ.TRADE_NOT_EXIST' || error.code === 'TRADE_NOT_EXIST'))
      return { state: 'absent', refundno }
    throw error
  }
}
