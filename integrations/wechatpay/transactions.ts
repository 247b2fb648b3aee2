import * as z from 'zod/mini'
import { GatewayDown, GatewayRefused, type Prepared, type Purchase, type Trade } from '../payment/gateway.ts'
import { beijingRfc3339 } from '../payment/moments.ts'
import { signRsa } from '../payment/signature.ts'
import { type WechatPayAccount, call, read, withinBytes } from './account.ts'
import { bridgeText, nonce, unixSeconds } from './crypto.ts'

/**
 * Transactions at WeChat Pay. The client prepares a transaction by `jsapi`, `native` or `h5`, asks for its state, and
 * closes it.
 */

export const Transaction = z.object({
  appid: z.optional(z.string()),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.optional(z.string()),
  trade_state: z.string(),
  success_time: z.optional(z.string()),
  amount: z.optional(z.object({ total: z.number().check(z.int()), currency: z._default(z.string(), 'CNY') })),
})

export const tradeFrom = (given: z.output<typeof Transaction>): Trade => {
  const tradeno = given.out_trade_no
  // REFUND means that the payment was refunded in full or in part. Such a payment was paid before.
  if (given.trade_state === 'SUCCESS' || given.trade_state === 'REFUND') {
    if (!given.transaction_id || !given.amount || !given.success_time)
      throw new GatewayDown('a paid transaction without number, amount or time')
    return {
      state: 'paid',
      tradeno,
      number: given.transaction_id,
      amount: given.amount.total,
      currency: given.amount.currency,
      paidAt: new Date(given.success_time),
      merchant: given.mchid,
    }
  }
  if (given.trade_state === 'CLOSED' || given.trade_state === 'REVOKED') return { state: 'closed', tradeno }
  return { state: 'open', tradeno }
}

export const query = async (account: WechatPayAccount, tradeno: string): Promise<Trade> => {
  const path = `/v3/pay/transactions/out-trade-no/${tradeno}?mchid=${account.mchid}`
  try {
    return tradeFrom(read(Transaction, await call(account, 'GET', path)))
  } catch (error) {
    if (error instanceof GatewayRefused && /^ORDER_?NOT_?EXIST$/.test(error.code)) return { state: 'absent', tradeno }
    throw error
  }
}

export const close = async (account: WechatPayAccount, tradeno: string): Promise<Trade> => {
  const path = `/v3/pay/transactions/out-trade-no/${tradeno}/close`
  try {
    await call(account, 'POST', path, { mchid: account.mchid })
    return { state: 'closed', tradeno }
  } catch (error) {
    if (error instanceof GatewayRefused) return query(account, tradeno)
    throw error
  }
}

const orderOf = ({ appid, mchid }: WechatPayAccount, purchase: Purchase) => ({
  appid: purchase.appid ?? appid,
  mchid,
  description: withinBytes(purchase.description, 127),
  out_trade_no: purchase.tradeno,
  time_expire: beijingRfc3339(purchase.expireAt),
  notify_url: purchase.notifyUrl,
  amount: { total: purchase.amount, currency: purchase.currency },
  ...(purchase.way === 'jsapi' ? { payer: { openid: purchase.openid } } : {}),
  ...(purchase.way === 'h5'
    ? { scene_info: { payer_client_ip: purchase.payerAddress, h5_info: { type: 'Wap' } } }
    : {}),
})

/** Returns the signed parameters of the webview's own payment call. */
const bridgeOf = ({ privateKey, clock }: WechatPayAccount, appid: string, prepayId: string): Record<string, string> => {
  const timeStamp = unixSeconds(clock())
  const nonceStr = nonce()
  const packageText = `prepay_id=${prepayId}`
  const paySign = signRsa(bridgeText(appid, timeStamp, nonceStr, packageText), privateKey)
  return { appId: appid, timeStamp, nonceStr, package: packageText, signType: 'RSA', paySign }
}

const inWebview = (account: WechatPayAccount, purchase: Purchase, prepayId: string): Prepared => {
  const bridge = bridgeOf(account, purchase.appid ?? account.appid, prepayId)
  if (!account.sandbox) return { way: 'jsapi', bridge }
  // Only the messaging app has the bridge. A browser without it opens this page of the sandbox, which gets the same
  // parameters.
  const page = new URL(`${new URL(purchase.notifyUrl).origin}/pretend/wechatpay/bridge`)
  page.search = new URLSearchParams({ ...bridge, redirect_url: purchase.returnUrl }).toString()
  return { way: 'jsapi', bridge, page: page.href, sandbox: true }
}

export const prepare = async (account: WechatPayAccount, purchase: Purchase): Promise<Prepared> => {
  const { way } = purchase
  if (way === 'jsapi' && !purchase.openid)
    throw new GatewayRefused('PARAM_ERROR', "a payment inside the messaging app needs the payer's openid")
  const given = await call(account, 'POST', `/v3/pay/transactions/${way}`, orderOf(account, purchase))
  const sandbox = account.sandbox ? { sandbox: true } : {}
  if (way === 'native') {
    const { code_url } = read(z.object({ code_url: z.string() }), given)
    return { way, code: code_url, ...(account.sandbox ? { page: code_url } : {}), ...sandbox }
  }
  if (way === 'h5') {
    const { h5_url } = read(z.object({ h5_url: z.string() }), given)
    return { way, page: `${h5_url}&redirect_url=${encodeURIComponent(purchase.returnUrl)}`, ...sandbox }
  }
  return inWebview(account, purchase, read(z.object({ prepay_id: z.string() }), given).prepay_id)
}
