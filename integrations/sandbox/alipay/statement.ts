import { dayAfter } from '#contract/days.ts'
import { decimalOf } from '../../payment/money.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { SandboxMovement } from '../payment/books.ts'
import { at, sandboxFeeOf, inOrder, sum } from '../payment/statementLines.ts'

/** The sandbox Alipay's statement of a day, exactly in Alipay's format. */

const COLUMNS = [
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）',
  '商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称',
  '商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
].join(',')

const day = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1年$2月$3日')
const signed = (fen: number): string => `${fen < 0 ? '-' : ''}${decimalOf(Math.abs(fen))}`

const lineOf = (trade: BookedTrade, kind: '交易' | '退款', done: number, fen: number, refundno: string): string =>
  [
    `${trade.number}\t`,
    `${trade.tradeno}\t`,
    kind,
    trade.description,
    at(trade.created_at),
    at(done),
    '',
    '',
    '',
    '',
    'pre***@example.com',
    signed(fen),
    signed(fen),
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '',
    '0.00',
    '0.00',
    refundno && `${refundno}\t`,
    signed(0 - Math.round(sandboxFeeOf(fen) / 1000)),
    '0.00',
    '',
  ].join(',')

/**
 * Returns the text of Alipay's statement, before the caller packs it. Refunds belong to the day of their completion.
 */
export const alipayStatementOf = (sellerid: string, date: string, moved: SandboxMovement, now: Date): string => {
  const { trades, refunds } = moved
  const lines = inOrder(
    moved,
    'done_at',
    (trade, when) => lineOf(trade, '交易', when, trade.paid_amount!, ''),
    (refund, trade, when) => lineOf(trade, '退款', when, -refund.amount, refund.refundno),
  )
  const received = decimalOf(sum(trades.map(({ paid_amount }) => paid_amount!)))
  const refunded = signed(-sum(refunds.map(({ refund }) => refund.amount)))
  const dashes = '-'.repeat(40)
  return `${[
    '#支付宝业务明细查询',
    `#账号：[${sellerid}0156]`,
    `#起始日期：[${day(date)} 00:00:00]   终止日期：[${day(dayAfter(date))} 00:00:00]`,
    `#${dashes}业务明细列表${dashes}`,
    COLUMNS,
    ...lines,
    `#${dashes}业务明细列表结束${dashes}`,
    `#交易合计：${trades.length}笔，商家实收共${received}元，商家优惠共0.00元`,
    `#退款合计：${refunds.length}笔，商家实收退款共${refunded}元，商家优惠退款共0.00元`,
    `#导出时间：[${day(at(now.getTime()))}]`,
  ].join('\r\n')}\r\n`
}
