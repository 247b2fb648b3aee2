import * as z from 'zod/mini'
import { beijingRfc3339 } from '../../payment/moments.ts'
import type { BookedRefund } from '../payment/bookedRefunds.ts'
import type { SandboxKeys } from './keys.ts'
import { WechatPayFault, NotifyUrl, TradeNumber, type WechatPlatform, bytes, currentTrade, read } from './platform.ts'

const Fen = z.number().check(z.int(), z.minimum(1))
const RefundOrder = z.object({
  out_trade_no: TradeNumber,
  out_refund_no: z.string().check(z.regex(/^[0-9A-Za-z_\-|*@]{1,64}$/)),
  reason: z.optional(bytes(80)),
  notify_url: NotifyUrl,
  amount: z.object({ refund: Fen, total: Fen, currency: z.string() }),
})

const successTime = ({ status, done_at }: BookedRefund): { success_time?: string } =>
  status === 'SUCCESS' ? { success_time: beijingRfc3339(new Date(done_at)) } : {}

const shownNotice = ({ mchid }: SandboxKeys, refund: BookedRefund, total: number): Record<string, unknown> => ({
  mchid,
  out_trade_no: refund.tradeno,
  out_refund_no: refund.refundno,
  refund_id: refund.number,
  refund_status: refund.status,
  ...successTime(refund),
  user_received_account: '支付用户零钱',
  amount: { total, refund: refund.amount, payer_total: total, payer_refund: refund.amount },
})
const shownRefund = (refund: BookedRefund, total: number): Record<string, unknown> => ({
  refund_id: refund.number,
  out_refund_no: refund.refundno,
  out_trade_no: refund.tradeno,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  status: refund.status,
  create_time: beijingRfc3339(new Date(refund.created_at)),
  ...successTime(refund),
  amount: { total, refund: refund.amount, payer_refund: refund.amount, currency: refund.currency },
})

/** Ends the refunds whose time has come, and queues their notices. */
export const settleRefunds = ({ keys, books, weather, clock }: WechatPlatform): void => {
  for (const done of books.refundsDone(clock().getTime(), weather.refund)) {
    const total = books.trade(done.tradeno)!.paid_amount!
    books.addNotice(
      done.notify_url,
      weather.refund === 'SUCCESS' ? 'REFUND.SUCCESS' : 'REFUND.ABNORMAL',
      shownNotice(keys, { ...done, status: weather.refund }, total),
      clock().getTime(),
    )
  }
}

export const refundTrade = (platform: WechatPlatform, body: string): Record<string, unknown> => {
  const { books, weather, clock } = platform
  const { out_trade_no: tradeno, out_refund_no: refundno, notify_url, amount } = read(RefundOrder, body)
  const trade = currentTrade(platform, tradeno)
  if (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')
    throw new WechatPayFault(403, 'TRADE_ERROR', '订单未支付，不能退款')
  if (amount.total !== trade.paid_amount || amount.currency !== trade.paid_currency)
    throw new WechatPayFault(400, 'PARAM_ERROR', '订单金额或币种与原订单不一致')
  const known = books.refund(refundno)
  if (known) {
    if (known.tradeno !== tradeno || known.amount !== amount.refund)
      throw new WechatPayFault(400, 'INVALID_REQUEST', '退款单号重复且参数不一致')
    return shownRefund(known, trade.paid_amount)
  }
  if (books.refunded(tradeno) + amount.refund > trade.paid_amount)
    throw new WechatPayFault(403, 'NOT_ENOUGH', '退款金额超过可退金额')
  const made = books.addRefund(
    { refundno, tradeno, amount: amount.refund, currency: amount.currency, notify_url },
    clock().getTime(),
    weather.refundSeconds,
  )
  return shownRefund(made, trade.paid_amount)
}

export const queryRefund = (platform: WechatPlatform, refundno: string): unknown => {
  settleRefunds(platform)
  const known = platform.books.refund(refundno)
  if (!known) throw new WechatPayFault(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
  return shownRefund(known, platform.books.trade(known.tradeno)!.paid_amount!)
}
