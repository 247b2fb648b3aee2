import * as z from 'zod/mini'
import { decimalOf, minorOf } from '../../payment/money.ts'
import { beijingDigits } from '../../payment/moments.ts'
import type { BookedRefund } from '../payment/bookedRefunds.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import { type CmbBank, CmbFault, type BankFields, paidTrade, read, ticked, unreadable } from './bank.ts'

const Refund = z.object({
  date: z.string(),
  orderNo: z.string(),
  refundSerialNo: z.string().check(z.regex(/^[0-9A-Za-z]{1,20}$/)),
  amount: z.string(),
  desc: z.optional(z.string().check(z.maxLength(100))),
})
const RefundQuery = z.object({
  date: z.string(),
  orderNo: z.string(),
  merchantSerialNo: z.string(),
  type: z.literal('B'),
})

const refundAs = (trade: BookedTrade, serial: string): string => `${trade.tradeno}/${serial}`

/** Completes the refunds whose time has come. The bank sends no notices of refunds, so the server queries refunds. */
export const settleRefunds = ({ books, clock }: CmbBank): void => void books.refundsDone(clock().getTime(), 'SUCCESS')

export const refundOrder = (bank: CmbBank, reqData: BankFields): BankFields => {
  const { books, weather, clock } = bank
  const given = read(Refund, reqData)
  const trade = paidTrade(bank, given.date, given.orderNo)
  const amount = minorOf(given.amount)
  if (!amount) throw unreadable('参数错误：amount')
  const refundno = refundAs(trade, given.refundSerialNo)
  if (books.refund(refundno)) throw new CmbFault('MSS3202', '重复的直连退款请求，拒绝处理')
  if (weather.refund === 'NO_BALANCE') throw new CmbFault('MSS3804', '直连退款失败：余额不足')
  if (books.refunded(trade.tradeno) + amount > trade.paid_amount!)
    throw new CmbFault('MSS3804', '直连退款失败：金额超限')
  const booked = books.addRefund(
    { refundno, tradeno: trade.tradeno, amount, currency: 'CNY', notify_url: '' },
    clock().getTime(),
    weather.refundSeconds,
  )
  settleRefunds(bank)
  const moment = beijingDigits(clock())
  return {
    bankSerialNo: booked.number.slice(0, 20),
    currency: '10',
    amount: given.amount,
    refundRefNo: booked.number.slice(-12),
    bankDate: moment.slice(0, 8),
    bankTime: moment.slice(8),
    refundSerialNo: given.refundSerialNo,
    settleAmount: given.amount,
    discountAmount: '0.00',
  }
}

export const REFUND_COLUMNS = [
  '分行号,商户号,商户订单日期,商户订单号,银行退款流水号,商户退款流水号,状态,币种,退款金额,优惠金额,实退金额,订单金额',
  '银行日期,银行时间,描述',
].join(',')
export const refundRow = ({ keys, clock }: CmbBank, one: BookedRefund, trade: BookedTrade): string[] => {
  const [date = '', orderNo = '', serial = ''] = one.refundno.split('/')
  const moment = beijingDigits(new Date(Math.min(one.done_at, clock().getTime())))
  return [
    keys.branchNo,
    keys.merchantNo,
    date,
    orderNo,
    one.number.slice(0, 20),
    serial,
    one.status === 'SUCCESS' ? '210' : '219',
    '10',
    decimalOf(one.amount),
    '0.00',
    decimalOf(one.amount),
    decimalOf(trade.paid_amount!),
    moment.slice(0, 8),
    moment.slice(8),
    '',
  ]
}

export const queryRefunds = (bank: CmbBank, reqData: BankFields): BankFields => {
  const given = read(RefundQuery, reqData)
  const trade = paidTrade(bank, given.date, given.orderNo)
  settleRefunds(bank)
  const found = bank.books.refund(refundAs(trade, given.merchantSerialNo))
  if (!found) return { dataCount: '0', dataList: '' }
  return { dataCount: '1', dataList: `${REFUND_COLUMNS}\r\n${ticked(refundRow(bank, found, trade))}\r\n` }
}
