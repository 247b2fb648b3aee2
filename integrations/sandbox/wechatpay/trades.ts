import * as z from 'zod/mini'
import { beijingRfc3339 } from '../../payment/moments.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { SandboxKeys } from './keys.ts'
import {
  WechatPayFault,
  NotifyUrl,
  TradeNumber,
  type WechatPlatform,
  bytes,
  currentTrade,
  read,
  wrongField,
} from './platform.ts'

/** The sandbox WeChat Pay's trades: the server opens, queries and closes them. */

const Order = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: bytes(127),
  out_trade_no: TradeNumber,
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: NotifyUrl,
  amount: z.object({ total: z.number().check(z.int(), z.minimum(1)), currency: z.literal('CNY') }),
  payer: z.optional(z.object({ openid: bytes(128) })),
  scene_info: z.optional(
    z.object({ payer_client_ip: bytes(45), h5_info: z.object({ type: z.enum(['iOS', 'Android', 'Wap']) }) }),
  ),
})
type Order = z.output<typeof Order>

export const shownTrade = (keys: SandboxKeys, trade: BookedTrade): Record<string, unknown> => ({
  appid: keys.appid,
  mchid: keys.mchid,
  out_trade_no: trade.tradeno,
  trade_state: trade.state,
  trade_state_desc: trade.state,
  ...(trade.number === null
    ? {}
    : {
        transaction_id: trade.number,
        trade_type: trade.way.toUpperCase(),
        bank_type: 'OTHERS',
        success_time: beijingRfc3339(new Date(trade.paid_at!)),
        payer: { openid: trade.openid || 'pretend-payer' },
        amount: {
          total: trade.paid_amount,
          payer_total: trade.paid_amount,
          currency: trade.paid_currency,
          payer_currency: trade.paid_currency,
        },
      }),
})

const checkOrder = ({ keys }: WechatPlatform, way: string, given: Order, now: number): void => {
  if (given.appid !== keys.appid || given.mchid !== keys.mchid)
    throw new WechatPayFault(400, 'APPID_MCHID_NOT_MATCH', 'appid 和 mch_id 不匹配')
  if (way === 'jsapi' && !given.payer) throw wrongField('payer.openid')
  if (way === 'h5' && !given.scene_info) throw wrongField('scene_info')
  if (Date.parse(given.time_expire) - now < 60_000) throw wrongField('time_expire 距现在不足一分钟')
}
/** Checks an order that arrives a second time. It must agree with the first order, which must still be open. */
const checkKnown = (known: BookedTrade, way: string, given: Order): void => {
  if (known.state === 'CLOSED') throw new WechatPayFault(400, 'ORDER_CLOSED', '订单已关闭')
  if (known.state !== 'NOTPAY') throw new WechatPayFault(400, 'ORDERPAID', '该订单已支付')
  if (known.way !== way || known.amount !== given.amount.total || known.openid !== (given.payer?.openid ?? ''))
    throw new WechatPayFault(400, 'INVALID_REQUEST', '201 商户订单号重复')
}

export const openTrade = (platform: WechatPlatform, way: string, body: string): Record<string, string> => {
  const { books, clock, origin } = platform
  const now = clock().getTime()
  const given = read(Order, body)
  checkOrder(platform, way, given, now)
  const known = books.current(given.out_trade_no, now)
  if (known) {
    checkKnown(known, way, given)
    books.renew(known.tradeno, given.notify_url, given.description)
  }
  const trade =
    known ??
    books.open(
      {
        tradeno: given.out_trade_no,
        way,
        description: given.description,
        amount: given.amount.total,
        currency: given.amount.currency,
        expire_at: Date.parse(given.time_expire),
        notify_url: given.notify_url,
        openid: given.payer?.openid ?? '',
      },
      now,
    )
  if (way === 'native') return { code_url: `${origin()}/pretend/wechatpay/scan?prepay_id=${trade.prepay_id}` }
  if (way === 'h5') return { h5_url: `${origin()}/pretend/wechatpay/h5?prepay_id=${trade.prepay_id}` }
  return { prepay_id: trade.prepay_id }
}

export const queryTrade = (platform: WechatPlatform, tradeno: string, query: URLSearchParams): unknown => {
  if (query.get('mchid') !== platform.keys.mchid) throw wrongField('mchid')
  return shownTrade(platform.keys, currentTrade(platform, tradeno))
}

export const closeTrade = (platform: WechatPlatform, tradeno: string, body: string): undefined => {
  if (read(z.object({ mchid: z.string() }), body).mchid !== platform.keys.mchid) throw wrongField('mchid')
  const trade = currentTrade(platform, tradeno)
  if (trade.state !== 'NOTPAY' && trade.state !== 'CLOSED') throw new WechatPayFault(400, 'ORDERPAID', '该订单已支付')
  platform.books.close(tradeno)
}
