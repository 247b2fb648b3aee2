import * as z from 'zod/mini'
import { momentOfDigits } from '../../cmb/crypto.ts'
import { decimalOf } from '../../payment/money.ts'
import { beijingDigits } from '../../payment/moments.ts'
import { type CmbBank, type BankFields, read, ticked } from './bank.ts'
import { REFUND_COLUMNS, refundRow, settleRefunds } from './refunds.ts'

/** The sandbox bank's lists of the payments and of the refunds in a span of days, given in pages. */

const ListQuery = z.object({
  beginDate: z.string().check(z.regex(/^\d{8}$/)),
  endDate: z.string().check(z.regex(/^\d{8}$/)),
  operatorNo: z.string().check(z.minLength(1)),
  nextKeyValue: z.string().check(z.regex(/^(\d{40})?$/)),
})

/** Makes one page of a list. The next page begins after the key that this page gives. */
const listed = (
  { weather }: CmbBank,
  reqData: BankFields,
  heading: string,
  rowsOf: (from: number, until: number) => string[][],
): BankFields => {
  const given = read(ListQuery, reqData)
  const at = (date: string) => momentOfDigits(`${date}000000`)?.getTime() ?? Number.NaN
  const rows = rowsOf(at(given.beginDate), at(given.endDate) + 86_400_000)
  const start = Number(given.nextKeyValue || '0')
  const here = rows.slice(start, start + weather.rows)
  const end = start + here.length
  const more = end < rows.length
  return {
    dataCount: String(here.length),
    dataList: here.length === 0 ? '' : `${[heading, ...here.map(ticked)].join('\r\n')}\r\n`,
    hasNext: more ? 'Y' : 'N',
    nextKeyValue: more ? String(end).padStart(40, '0') : '',
  }
}

const ORDER_COLUMNS = [
  '分行号,商户号,商户订单日期,商户订单号,银行订单流水号,币种,订单金额,优惠金额,结算金额,手续费,订单状态,卡类型',
  '银行日期,银行时间',
].join(',')
const settledOrders = ({ keys, books }: CmbBank, from: number, until: number): string[][] =>
  books.between(from, until, 'done').trades.map((trade) => {
    const [date = '', orderNo = ''] = trade.tradeno.split('/')
    const moment = beijingDigits(new Date(trade.paid_at!))
    const amount = decimalOf(trade.paid_amount!)
    return [
      keys.branchNo,
      keys.merchantNo,
      date,
      orderNo,
      trade.number!.slice(0, 20),
      '10',
      amount,
      '0.00',
      amount,
      '0.00',
      '0',
      '02',
      moment.slice(0, 8),
      moment.slice(8),
    ]
  })
export const listBankOrders = (bank: CmbBank, reqData: BankFields): BankFields =>
  listed(bank, reqData, ORDER_COLUMNS, (from, until) => settledOrders(bank, from, until))

export const listRefunds = (bank: CmbBank, reqData: BankFields): BankFields =>
  listed(bank, reqData, REFUND_COLUMNS, (from, until) => {
    settleRefunds(bank)
    return bank.books.between(from, until, 'done').refunds.map(({ refund, trade }) => refundRow(bank, refund, trade))
  })
