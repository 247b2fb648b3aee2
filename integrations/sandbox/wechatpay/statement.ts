import { decimalOf } from '../../payment/money.ts'
import type { BookedRefund } from '../payment/bookedRefunds.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { SandboxMovement } from '../payment/books.ts'
import { at, sandboxFeeOf, inOrder, sum } from '../payment/statementLines.ts'

/** The sandbox WeChat Pay's statement of a day, exactly in WeChat Pay's format. */

const COLUMNS = [
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类',
  '应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包',
  '手续费,费率,订单金额,申请退款金额,费率备注',
].join(',')
const TOTALS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const yuan5 = (thousandths: number): string => {
  const size = Math.abs(thousandths)
  return `${thousandths < 0 ? '-' : ''}${Math.trunc(size / 100_000)}.${String(size % 100_000).padStart(5, '0')}`
}
const ticked = (values: readonly (string | number)[]): string => values.map((value) => `\`${value}`).join(',')

type Merchant = { appid: string; mchid: string }
const lineOf = ({ appid, mchid }: Merchant, trade: BookedTrade, when: number, refund?: BookedRefund): string => {
  const amount = refund ? 0 : trade.paid_amount!
  const fee = refund ? -sandboxFeeOf(refund.amount) : sandboxFeeOf(amount)
  return ticked([
    at(when),
    appid,
    mchid,
    0,
    '',
    trade.number!,
    trade.tradeno,
    trade.openid || 'pretend-payer',
    trade.way.toUpperCase(),
    refund ? 'REFUND' : 'SUCCESS',
    'OTHERS',
    refund?.currency ?? trade.paid_currency!,
    decimalOf(amount),
    '0.00',
    refund?.number ?? 0,
    refund?.refundno ?? 0,
    decimalOf(refund?.amount ?? 0),
    '0.00',
    refund ? 'ORIGINAL' : '',
    refund ? (refund.status === 'ABNORMAL' ? 'FAIL' : refund.status) : '',
    trade.description,
    '',
    yuan5(fee),
    '0.60%',
    decimalOf(amount),
    decimalOf(refund?.amount ?? 0),
    '',
  ])
}

/** Writes the statement of a day. A refund belongs to the day of its request, whether or not it is done. */
export const wechatStatementOf = (merchant: Merchant, moved: SandboxMovement): string => {
  const lines = inOrder(
    moved,
    'created_at',
    (trade, when) => lineOf(merchant, trade, when),
    (refund, trade, when) => lineOf(merchant, trade, when, refund),
  )
  const received = sum(moved.trades.map(({ paid_amount }) => paid_amount!))
  const refunded = sum(moved.refunds.map(({ refund }) => refund.amount))
  const totals = ticked([
    lines.length,
    decimalOf(received),
    decimalOf(refunded),
    '0.00',
    yuan5(sandboxFeeOf(received) - sandboxFeeOf(refunded)),
    decimalOf(received),
    decimalOf(refunded),
  ])
  return `\ufeff${[COLUMNS, ...lines, TOTALS, totals].join('\r\n')}\r\n`
}
