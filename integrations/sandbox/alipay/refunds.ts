import * as z from 'zod/mini'
import { decimalOf, minorOf } from '../../payment/money.ts'
import { tradeNotice } from './notices.ts'
import {
  type AlipayPlatform,
  BUYER,
  AlipayFault,
  OurNumber,
  Yuan,
  at,
  currencyPart,
  currentTrade,
  read,
} from './platform.ts'

const Refund = z.object({
  out_trade_no: OurNumber,
  refund_amount: Yuan,
  out_request_no: z.optional(OurNumber),
  refund_reason: z.optional(z.string().check(z.maxLength(256))),
})
const RefundQuery = z.object({
  out_trade_no: OurNumber,
  out_request_no: OurNumber,
  query_options: z.optional(z.array(z.string())),
})

/** Completes refunds whose time has come, and sends their notices. */
export const settleRefunds = (platform: AlipayPlatform): void => {
  const { books, clock } = platform
  for (const due of books.refundsDone(clock().getTime(), 'SUCCESS')) {
    const notice = tradeNotice(platform, books.trade(due.tradeno)!, due)
    books.addNotice(due.notify_url, 'refund', notice, clock().getTime())
  }
}

export const refundTrade = (platform: AlipayPlatform, body: string | undefined): Record<string, unknown> => {
  const { books, weather, clock } = platform
  const given = read(Refund, body)
  const trade = currentTrade(platform, given.out_trade_no)
  if (trade.number === null) throw new AlipayFault('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
  const amount = minorOf(given.refund_amount)!
  const refundno = given.out_request_no ?? given.out_trade_no
  const known = books.refund(refundno)
  if (known && (known.tradeno !== trade.tradeno || known.amount !== amount))
    throw new AlipayFault('ACQ.DISCORDANT_REPEAT_REQUEST', '同一个退款请求号的金额不一致')
  if (!known) {
    if (weather.refund === 'NO_BALANCE') throw new AlipayFault('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足')
    if (books.refunded(trade.tradeno) + amount > trade.paid_amount!)
      throw new AlipayFault('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限')
    books.addRefund(
      { refundno, tradeno: trade.tradeno, amount, currency: trade.paid_currency!, notify_url: trade.notify_url },
      clock().getTime(),
      weather.refundSeconds,
    )
    settleRefunds(platform)
  }
  const done = !known && books.refund(refundno)!.status === 'SUCCESS'
  return {
    trade_no: trade.number,
    out_trade_no: trade.tradeno,
    buyer_logon_id: BUYER,
    fund_change: done ? 'Y' : 'N',
    refund_fee: decimalOf(books.refunded(trade.tradeno)),
  }
}

export const queryRefund = (platform: AlipayPlatform, body: string | undefined): Record<string, unknown> => {
  settleRefunds(platform)
  const given = read(RefundQuery, body)
  const trade = currentTrade(platform, given.out_trade_no)
  const known = platform.books.refund(given.out_request_no)
  if (!known || known.tradeno !== trade.tradeno || known.status !== 'SUCCESS') return {}
  return {
    trade_no: trade.number,
    out_trade_no: trade.tradeno,
    out_request_no: known.refundno,
    refund_status: 'REFUND_SUCCESS',
    total_amount: decimalOf(trade.paid_amount!),
    refund_amount: decimalOf(known.amount),
    ...currencyPart(known.currency),
    ...(given.query_options?.includes('gmt_refund_pay') ? { gmt_refund_pay: at(known.done_at) } : {}),
  }
}
