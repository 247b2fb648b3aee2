import type { Lang } from '#contract/words.ts'
import { verifyRsa } from '../../payment/signature.ts'
import { bridgeText } from '../../wechatpay/crypto.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import {
  backLink,
  cancelledPayment,
  closedOrder,
  langAsked,
  paidOrder,
  payForm,
  unknownOrder,
} from '../payment/cashier.ts'
import {
  type PageAnswer,
  type PageRequest,
  sandboxWords as words,
  linkButton,
  framedPage,
  sendBack,
  safeWayBack,
  sandboxYuan,
} from '../payment/shell.ts'
import type { WechatPlatform } from './platform.ts'

/** The sandbox gateway's pages, which a payer sees on the phone in place of WeChat Pay. */

/**
 * Returns the `prepay_id` of a page's address. Returns undefined if the merchant's signature does not fit the
 * parameters of the address.
 */
const prepayOfBridge = ({ keys, merchantKey }: WechatPlatform, query: URLSearchParams): string | undefined => {
  const of = (name: string) => query.get(name) ?? ''
  const text = bridgeText(of('appId'), of('timeStamp'), of('nonceStr'), of('package'))
  const holds = of('appId') === keys.appid && verifyRsa(text, of('paySign'), merchantKey)
  return holds ? of('package').replace(/^prepay_id=/, '') : undefined
}

const payingForm = (lang: Lang, trade: BookedTrade, here: URLSearchParams): string =>
  payForm(
    lang,
    {
      title: words.title[lang],
      what: trade.description,
      amount: sandboxYuan(trade.amount),
      order: trade.tradeno,
      pay: words.pay[lang],
    },
    '/pretend/wechatpay/pay',
    here,
  )

export const wechatPayPage = (
  platform: WechatPlatform,
  { method, path: address, query, form, acceptLanguage }: PageRequest,
  paid: (trade: BookedTrade) => void,
): PageAnswer => {
  const { books, origin, clock } = platform
  const posted = method === 'POST'
  const given = posted ? form : query
  const lang = langAsked(given, acceptLanguage)
  const name = address.replace(/^\/pretend\/wechatpay\//, '')
  const back = safeWayBack(given.get('redirect_url'), origin())
  const prepayId =
    !posted && name === 'bridge' ? prepayOfBridge(platform, query) : (given.get('prepay_id') ?? undefined)
  const found = prepayId === undefined ? undefined : books.byPrepay(prepayId)
  const trade = found && books.current(found.tradeno, clock().getTime())
  const here = new URLSearchParams({ prepay_id: prepayId ?? '', lang, ...(back ? { redirect_url: back } : {}) })
  const path = `/pretend/wechatpay/${name === 'scan' ? 'scan' : 'h5'}`
  const show = (inner: string, status = 200) => framedPage(lang, status, inner, here, path)
  if (!trade) return show(unknownOrder(lang, backLink(lang, back)), 404)
  if (posted && name === 'pay' && trade.state === 'NOTPAY') {
    if (form.get('do') === 'pay') {
      paid(trade)
      return back ? sendBack(back) : show(paidOrder(lang))
    }
    return back ? sendBack(back) : show(cancelledPayment(lang, linkButton(`${path}?${here}`, words.again[lang], 'go')))
  }
  if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return show(paidOrder(lang, backLink(lang, back)))
  if (trade.state === 'CLOSED') return show(closedOrder(lang, backLink(lang, back)))
  return show(payingForm(lang, trade, here))
}
