import * as z from 'zod/mini'
import { GatewayRefused, type RefundAsk, type GatewayRefund } from '../payment/gateway.ts'
import { type WechatPayAccount, call, read, withinBytes } from './account.ts'

const facts = {
  out_refund_no: z.string(),
  success_time: z.optional(z.string()),
  amount: z.object({ refund: z.number().check(z.int()), currency: z._default(z.string(), 'CNY') }),
}
const RefundAnswer = z.object({ ...facts, status: z.string() })
/** A refund's notice. It has `refund_status`, where a query's answer has `status`. It has no currency. */
export const RefundNotice = z.object({ ...facts, mchid: z.string(), refund_status: z.string() })

export const refundFrom = (
  status: string,
  {
    out_refund_no: refundno,
    amount,
    success_time,
  }: Pick<z.output<typeof RefundAnswer>, 'out_refund_no' | 'amount' | 'success_time'>,
): GatewayRefund => {
  if (status === 'SUCCESS')
    return {
      state: 'done',
      refundno,
      amount: amount.refund,
      currency: amount.currency,
      doneAt: new Date(success_time ?? Number.NaN),
    }
  if (status === 'PROCESSING') return { state: 'sent', refundno }
  return { state: 'failed', refundno, failure: status }
}

export const refund = async (account: WechatPayAccount, ask: RefundAsk): Promise<GatewayRefund> => {
  const given = await call(account, 'POST', '/v3/refund/domestic/refunds', {
    out_trade_no: ask.tradeno,
    out_refund_no: ask.refundno,
    reason: withinBytes(ask.reason, 80),
    notify_url: ask.notifyUrl,
    amount: { refund: ask.amount, total: ask.total, currency: ask.currency },
  })
  const answer = read(RefundAnswer, given)
  return refundFrom(answer.status, answer)
}

export const queryRefund = async (account: WechatPayAccount, refundno: string): Promise<GatewayRefund> => {
  try {
    const answer = read(RefundAnswer, await call(account, 'GET', `/v3/refund/domestic/refunds/${refundno}`))
    return refundFrom(answer.status, answer)
  } catch (error) {
    if (error instanceof GatewayRefused && (error.code === 'RESOURCE_NOT_EXISTS' || error.code === 'REFUND_NOT_EXIST'))
      return { state: 'absent', refundno }
    throw error
  }
}
