import * as z from 'zod/mini'
import { GatewayRefused, type Prepared, type Purchase, type Trade } from '../payment/gateway.ts'
import { decimalOf } from '../payment/money.ts'
import { beijingText, momentOf } from '../payment/moments.ts'
import {
  type AlipayAccount,
  amountFrom,
  call,
  currencyOf,
  fail,
  ownNumber,
  read,
  signed,
  alipayNumber,
} from './account.ts'

/** The trades at Alipay. A signed address brings the payer to Alipay. */

const text = z.string()
const facts = {
  out_trade_no: text,
  trade_no: text,
  trade_status: text,
  total_amount: text,
  buyer_logon_id: z.optional(text),
  trans_currency: z._default(text, 'CNY'),
}
const TradeAnswer = z.object({ ...facts, send_pay_date: z.optional(text) })
export const TradeNotice = z.object({ ...facts, gmt_payment: z.optional(text) })

/** Returns the state of a trade. A closed trade holds no money: nobody paid it, or Alipay refunded it in full. */
export const tradeFrom = (given: z.output<typeof TradeNotice>, sellerid: string): Trade => {
  const tradeno = ownNumber(given.out_trade_no)
  if (given.trade_status !== 'TRADE_SUCCESS' && given.trade_status !== 'TRADE_FINISHED')
    return { state: given.trade_status === 'TRADE_CLOSED' ? 'closed' : 'open', tradeno }
  return {
    state: 'paid',
    tradeno,
    number: given.trade_no,
    amount: amountFrom(given.total_amount),
    currency: currencyOf(given.trans_currency),
    paidAt: momentOf(given.gmt_payment ?? '') ?? fail('a payment without its time'),
    merchant: sellerid,
    ...(given.buyer_logon_id ? { buyer: given.buyer_logon_id } : {}),
  }
}

export const query = async (account: AlipayAccount, tradeno: string): Promise<Trade> => {
  try {
    const { send_pay_date, ...given } = read(
      TradeAnswer,
      await call(account, 'alipay.trade.query', { out_trade_no: alipayNumber(tradeno) }),
    )
    if (ownNumber(given.out_trade_no) !== tradeno) return fail('of another trade')
    return tradeFrom({ ...given, ...(send_pay_date ? { gmt_payment: send_pay_date } : {}) }, account.sellerid)
  } catch (error) {
    if (error instanceof GatewayRefused && error.code === 'ACQ.TRADE_NOT_EXIST') return { state: 'absent', tradeno }
    throw error
  }
}

/** Returns the subject without the signs that Alipay forbids, cut to the length that Alipay accepts, in characters. */
const subjectOf = (said: string): string => [...said.replaceAll(/[/=&<>"'\\]/g, ' ')].slice(0, 128).join('').trim()

/** Makes a signed address. Alipay learns of the payment when the payer's browser opens the address. */
export const prepare = (account: AlipayAccount, purchase: Purchase): Prepared => {
  if (purchase.way !== 'wap' && purchase.way !== 'page')
    throw new GatewayRefused('UNKNOWN_WAY', `Alipay is not met by ${purchase.way}`)
  if (purchase.currency !== 'CNY') throw new GatewayRefused('CURRENCY', 'Alipay takes yuan here')
  const { sellerid, pages, sandbox } = account
  const wap = purchase.way === 'wap'
  const content = {
    out_trade_no: alipayNumber(purchase.tradeno),
    total_amount: decimalOf(purchase.amount),
    subject: subjectOf(purchase.description) || alipayNumber(purchase.tradeno),
    product_code: wap ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
    seller_id: sellerid,
    time_expire: beijingText(purchase.expireAt),
    ...(wap ? { quit_url: purchase.returnUrl } : {}),
  }
  const fields = signed(account, `alipay.trade.${wap ? 'wap' : 'page'}.pay`, content, {
    notify_url: purchase.notifyUrl,
    return_url: purchase.returnUrl,
  })
  return { way: purchase.way, page: `${pages()}?${new URLSearchParams(fields)}`, ...(sandbox ? { sandbox } : {}) }
}

export const close = async (account: AlipayAccount, tradeno: string): Promise<Trade> => {
  try {
    await call(account, 'alipay.trade.close', { out_trade_no: alipayNumber(tradeno) })
    return { state: 'closed', tradeno }
  } catch (error) {
    if (error instanceof GatewayRefused) return query(account, tradeno)
    throw error
  }
}
