import * as z from 'zod/mini'
import { GatewayRefused, type KnownTrade, type Prepared, type Purchase, type Trade } from '../payment/gateway.ts'
import { decimalOf } from '../payment/money.ts'
import { type CmbAccount, call, fail, isUnknown, orderDate, paidTrade, read, signed } from './account.ts'
import { bankDate, orderNoOf, tradenoOf } from './crypto.ts'

const text = z.string()
const OrderAnswer = z.object({
  rspData: z.object({
    orderNo: text,
    merchantNo: text,
    orderStatus: text,
    orderAmount: text,
    bankSerialNo: text,
    settleDate: z._default(text, ''),
    settleTime: z._default(text, ''),
  }),
})

/** Makes the form that the payer's browser posts. The bank learns of the payment when the browser posts the form. */
export const prepare = (account: CmbAccount, purchase: Purchase): Prepared => {
  const { pay, sandbox, clock } = account
  if (purchase.way !== 'card') throw new GatewayRefused('UNKNOWN_WAY', `CMB is not met by ${purchase.way}`)
  if (purchase.currency !== 'CNY') throw new GatewayRefused('CURRENCY', 'CMB takes yuan')
  const minutes = Math.max(1, Math.floor((purchase.expireAt.getTime() - clock().getTime()) / 60_000))
  const json = signed(account, {
    date: bankDate(purchase.begunAt),
    orderNo: orderNoOf(purchase.tradeno),
    amount: decimalOf(purchase.amount),
    expireTimeSpan: String(minutes),
    payNoticeUrl: purchase.notifyUrl,
    returnUrl: purchase.returnUrl,
    ...(purchase.payerAddress ? { clientIP: purchase.payerAddress } : {}),
  })
  return {
    way: 'card',
    form: { action: pay(), fields: { jsonRequestData: json, charset: 'UTF-8' } },
    ...(sandbox ? { sandbox } : {}),
  }
}

/**
 * Asks the bank about a trade. The bank answers only for paid orders, so a refusal means that the order is not paid so
 * far.
 */
export const query = async (account: CmbAccount, tradeno: string, known?: KnownTrade): Promise<Trade> => {
  const query = { date: orderDate(known), orderNo: orderNoOf(tradeno), type: 'B' }
  try {
    const { rspData } = read(OrderAnswer, await call(account, 'QuerySingleOrder', query))
    const { orderNo, merchantNo, orderStatus, orderAmount, bankSerialNo, settleDate, settleTime } = rspData
    if (tradenoOf(orderNo) !== tradeno || merchantNo !== account.merchantNo) return fail('of another order')
    if (orderStatus === '0') return paidTrade(account, tradeno, bankSerialNo, orderAmount, `${settleDate}${settleTime}`)
    return { state: orderStatus === '1' ? 'closed' : 'open', tradeno }
  } catch (error) {
    if (isUnknown(error)) return { state: 'absent', tradeno }
    throw error
  }
}
