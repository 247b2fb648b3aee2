import * as z from 'zod/mini'
import { bankDate } from '../../cmb/crypto.ts'
import { decimalOf, minorOf } from '../../payment/money.ts'
import { beijingDigits } from '../../payment/moments.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import { type CmbBank, CmbFault, type BankFields, authorise, bookedAs, paidTrade, read } from './bank.ts'

/** The orders of the sandbox bank. A payer's browser brings an order, and the server then queries it. */

const Pay = z.object({
  date: z.string().check(z.regex(/^\d{8}$/)),
  orderNo: z.string().check(z.regex(/^[0-9A-Za-z]{6,32}$/)),
  amount: z.string().check(z.regex(/^(?!0+\.00$)\d{1,11}\.\d{2}$/)),
  expireTimeSpan: z.string().check(z.regex(/^[1-9]\d{0,4}$/)),
  payNoticeUrl: z.url(),
  returnUrl: z.optional(z.url()),
})
const OrderQuery = z.object({ date: z.string(), orderNo: z.string(), type: z.literal('B') })

/**
 * Handles a payer's browser that has posted the shop's form. The order is made now, or found again. The time to pay a
 * new order begins at this moment. Throws CmbFault.
 */
export const arrive = (bank: CmbBank, json: string | null): { trade: BookedTrade; returnUrl: string } => {
  const { books, clock } = bank
  const given = read(Pay, authorise(bank, json))
  const now = clock().getTime()
  const tradeno = bookedAs(given.date, given.orderNo)
  const known = books.current(tradeno, now)
  if (known && known.amount !== minorOf(given.amount)) throw new CmbFault('MSS3103', '订单重复')
  const trade =
    known ??
    books.open(
      {
        tradeno,
        way: 'card',
        description: given.orderNo,
        amount: minorOf(given.amount)!,
        currency: 'CNY',
        expire_at: now + Number(given.expireTimeSpan) * 60_000,
        notify_url: given.payNoticeUrl,
        openid: '',
      },
      now,
    )
  return { trade, returnUrl: given.returnUrl ?? '' }
}

export const queryOrder = (bank: CmbBank, reqData: BankFields): BankFields => {
  const { branchNo, merchantNo } = bank.keys
  const given = read(OrderQuery, reqData)
  const trade = paidTrade(bank, given.date, given.orderNo)
  const paidAt = new Date(trade.paid_at!)
  const moment = beijingDigits(paidAt)
  const amount = decimalOf(trade.paid_amount!)
  return {
    branchNo,
    merchantNo,
    date: given.date,
    orderNo: given.orderNo,
    bankSerialNo: trade.number!.slice(0, 20),
    currency: '10',
    orderAmount: amount,
    fee: '0.00',
    orderStatus: '0',
    bankDate: bankDate(paidAt),
    bankTime: moment.slice(8),
    settleDate: moment.slice(0, 8),
    settleTime: moment.slice(8),
    settleAmount: amount,
    discountAmount: '0.00',
    cardType: '02',
    merchantPara: '',
  }
}
