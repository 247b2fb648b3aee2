import { type Lang, text } from '#contract/words.ts'
import { signedFormFields } from '../../alipay/crypto.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import {
  backLink,
  cancelledPayment,
  closedOrder,
  langAsked,
  paidOrder,
  payForm,
  refusedStart,
  unknownOrder,
} from '../payment/cashier.ts'
import {
  type PageAnswer,
  type PageRequest,
  sandboxWords as words,
  framedPage,
  sendBack,
  safeWayBack,
  sandboxYuan,
} from '../payment/shell.ts'
import { broughtBack } from './notices.ts'
import { type AlipayPlatform, refusalWordOf } from './platform.ts'
import { type Arrived, arrive } from './trades.ts'

/** The sandbox Alipay's cashier: the page that a payer sees in place of Alipay. */

const title = text('模拟支付宝', '模擬支付寶', 'Sandbox Alipay')
const style = `.go{background:#0b5cd5}.mark{background:#e3eefc;color:#0b5cd5}`
const HERE = '/pretend/alipay/gateway.do'

const currentOf = ({ books, clock }: AlipayPlatform, trade: BookedTrade): BookedTrade =>
  books.current(trade.tradeno, clock().getTime())!

/** Returns the address to which the payer goes back, with Alipay's parameters. */
const returned = (platform: AlipayPlatform, back: string, trade: BookedTrade): string => {
  const url = new URL(back)
  for (const [name, value] of Object.entries(broughtBack(platform, trade))) url.searchParams.set(name, value)
  return url.href
}

const pressed = (
  platform: AlipayPlatform,
  { form, acceptLanguage }: PageRequest,
  paid: (trade: BookedTrade) => void,
): PageAnswer => {
  const { books, origin } = platform
  const lang = langAsked(form, acceptLanguage)
  const show = (inner: string, status = 200) => framedPage(lang, status, inner, new URLSearchParams(), HERE, style)
  const known = books.byPrepay(form.get('trade') ?? '')
  if (!known) return show(unknownOrder(lang), 404)
  const [back, quit] = [safeWayBack(form.get('return_url'), origin()), safeWayBack(form.get('quit_url'), origin())]
  if (form.get('do') !== 'pay') return quit ? sendBack(quit) : show(cancelledPayment(lang, backLink(lang, back)))
  const trade = currentOf(platform, known)
  if (trade.state === 'CLOSED') return show(closedOrder(lang, backLink(lang, back)))
  if (trade.state === 'NOTPAY') paid(trade)
  return back ? sendBack(returned(platform, back, currentOf(platform, trade))) : show(paidOrder(lang))
}

const payingForm = (lang: Lang, trade: BookedTrade, back: string | undefined, quit: string | undefined): string =>
  payForm(
    lang,
    {
      title: title[lang],
      what: trade.description,
      amount: sandboxYuan(trade.amount),
      order: trade.tradeno,
      pay: words.pay[lang],
    },
    '/pretend/alipay/pay',
    Object.entries({ trade: trade.prepay_id, lang, return_url: back ?? '', quit_url: quit ?? '' }),
  )

export const alipayPage = (
  platform: AlipayPlatform,
  request: PageRequest,
  paid: (trade: BookedTrade) => void,
): PageAnswer => {
  if (request.method === 'POST') return pressed(platform, request, paid)
  const { origin } = platform
  const { query, acceptLanguage } = request
  const lang = langAsked(query, acceptLanguage)
  const show = (inner: string, status = 200) => framedPage(lang, status, inner, query, HERE, style)
  // The page adds `lang` to the parameters that the shop signed, so the check of the signature leaves `lang` out.
  const signed = new URLSearchParams(query)
  signed.delete('lang')
  let arrived: Arrived
  try {
    arrived = arrive(platform, signedFormFields(signed.toString()))
  } catch (error) {
    return show(refusedStart(lang, refusalWordOf(error)), 400)
  }
  const trade = currentOf(platform, arrived.trade)
  const back = safeWayBack(arrived.returnUrl, origin())
  if (trade.number !== null) return show(paidOrder(lang, backLink(lang, back && returned(platform, back, trade))))
  if (trade.state === 'CLOSED') return show(closedOrder(lang, backLink(lang, back)))
  return show(payingForm(lang, trade, back, safeWayBack(arrived.quitUrl, origin())))
}
