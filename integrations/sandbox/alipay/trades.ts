import * as z from 'zod/mini'
import { decimalOf, minorOf } from '../../payment/money.ts'
import { momentOf } from '../../payment/moments.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import {
  type AlipayPlatform,
  BUYER,
  AlipayFault,
  OurNumber,
  Yuan,
  at,
  authorise,
  currencyPart,
  currentTrade,
  invalidRequest,
  read,
  wrongField,
} from './platform.ts'

/** The trades of the sandbox Alipay. A payer's browser makes a trade, and the server then queries or closes it. */

const Page = z.object({
  out_trade_no: OurNumber,
  total_amount: Yuan,
  subject: z.string().check(z.minLength(1), z.maxLength(256), z.regex(/^[^/=&]+$/)),
  product_code: z.enum(['QUICK_WAP_WAY', 'FAST_INSTANT_TRADE_PAY']),
  seller_id: z.optional(z.string()),
  time_expire: z.optional(z.string()),
  quit_url: z.optional(z.string()),
})
type Page = z.output<typeof Page>
const Trade = z.object({ out_trade_no: OurNumber })

/** Returns Alipay's word for the state of a trade. A trade that was refunded in full counts as closed. */
export const tradeStatusOf = ({ books }: AlipayPlatform, trade: BookedTrade): string => {
  if (trade.number === null) return trade.state === 'CLOSED' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
  return books.refunded(trade.tradeno) >= trade.paid_amount! ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
}

/**
 * Returns the time at which a trade ends: `time_expire` if the shop sent it, otherwise in 15 days. Throws if one of the
 * checked fields is wrong.
 */
const endOf = ({ keys }: AlipayPlatform, given: Page, wap: boolean, notifyUrl: string, now: number): number => {
  if (given.product_code !== (wap ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY')) throw wrongField('product_code')
  if (given.seller_id !== undefined && given.seller_id !== keys.sellerid)
    throw new AlipayFault('ACQ.SELLER_NOT_EXIST', '卖家不存在')
  if (!/^https?:\/\/[^?#]+$/.test(notifyUrl)) throw wrongField('notify_url')
  const end = given.time_expire === undefined ? now + 15 * 86_400_000 : momentOf(given.time_expire)?.getTime()
  if (end === undefined) throw wrongField('time_expire')
  return end
}

export type Arrived = { trade: BookedTrade; returnUrl: string; quitUrl: string }
/**
 * Handles a payer's browser that comes with a signed address. The trade is made now, or found again. Throws AlipayFault
 * if Alipay would refuse the address.
 */
export const arrive = (platform: AlipayPlatform, fields: Record<string, string> | undefined): Arrived => {
  const { books, clock } = platform
  const { method, biz_content, notify_url = '', return_url = '' } = authorise(platform, fields)
  const wap = method === 'alipay.trade.wap.pay'
  if (!wap && method !== 'alipay.trade.page.pay') throw invalidRequest('isv.invalid-method', '不存在的方法名')
  const given = read(Page, biz_content)
  const now = clock().getTime()
  const end = endOf(platform, given, wap, notify_url, now)
  const known = books.current(given.out_trade_no, now)
  if (!known && end <= now) throw new AlipayFault('ACQ.TRADE_HAS_CLOSE', '交易已经关闭')
  if (known && known.amount !== minorOf(given.total_amount))
    throw new AlipayFault('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改')
  const trade =
    known ??
    books.open(
      {
        tradeno: given.out_trade_no,
        way: wap ? 'wap' : 'page',
        description: given.subject,
        amount: minorOf(given.total_amount)!,
        currency: 'CNY',
        expire_at: end,
        notify_url,
        openid: '',
      },
      now,
    )
  return { trade, returnUrl: return_url, quitUrl: given.quit_url ?? '' }
}

export const queryTrade = (platform: AlipayPlatform, body: string | undefined): Record<string, unknown> => {
  const trade = currentTrade(platform, read(Trade, body).out_trade_no)
  const paid =
    trade.paid_at === null
      ? {}
      : {
          send_pay_date: at(trade.paid_at),
          buyer_pay_amount: decimalOf(trade.paid_amount!),
          ...currencyPart(trade.paid_currency),
        }
  return {
    trade_no: trade.number ?? `pretend${trade.prepay_id.slice(2, 20)}`,
    out_trade_no: trade.tradeno,
    buyer_logon_id: BUYER,
    trade_status: tradeStatusOf(platform, trade),
    total_amount: decimalOf(trade.paid_amount ?? trade.amount),
    ...paid,
  }
}

export const closeTrade = (platform: AlipayPlatform, body: string | undefined): Record<string, unknown> => {
  const trade = currentTrade(platform, read(Trade, body).out_trade_no)
  if (trade.state !== 'NOTPAY') throw new AlipayFault('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
  platform.books.close(trade.tradeno)
  return { out_trade_no: trade.tradeno, trade_no: '' }
}
