import { type Lang, text } from '#contract/words.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import { backLink, cancelledPayment, closedOrder, langAsked, payForm, unknownOrder } from '../payment/cashier.ts'
import { type PageAnswer, type PageRequest, outcome, framedPage, sendBack, safeWayBack } from '../payment/shell.ts'
import type { PaypalPlatform } from './platform.ts'

/** The sandbox PayPal's page on which a payer approves an order. */

const own = {
  title: text('模拟 PayPal', '模擬 PayPal', 'Sandbox PayPal'),
  pay: text('同意并付款', '同意並付款', 'Agree and pay'),
  approved: text('已同意付款', '已同意付款', 'Payment approved'),
  approvedHint: text(
    '请回到商家页面，等待扣款结果。',
    '請回到商家頁面，等待扣款結果。',
    'Go back to the shop, which now takes the payment.',
  ),
} as const
const style = '.go{background:#0a5c9e}.mark{background:#e3eefc;color:#0a5c9e}'
const HERE = '/pretend/paypal/checkoutnow'

/** Returns the address to which a payer goes back after approving. */
const withPayer = (back: string, trade: BookedTrade): string => {
  const url = new URL(back)
  url.searchParams.set('token', trade.prepay_id)
  url.searchParams.set('PayerID', 'PRETENDPAYER')
  return url.href
}

const approvedOrder = (lang: Lang, links = ''): string =>
  outcome(own.approved[lang], own.approvedHint[lang], true, links)

const approvalForm = (lang: Lang, trade: BookedTrade): string => {
  const amount = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency: trade.currency,
    currencyDisplay: 'code',
  }).format(trade.amount / 100)
  return payForm(
    lang,
    { title: own.title[lang], what: trade.description, amount, order: trade.tradeno, pay: own.pay[lang] },
    '/pretend/paypal/pay',
    [
      ['token', trade.prepay_id],
      ['lang', lang],
    ],
  )
}

export const paypalPage = (
  { books, origin, clock }: PaypalPlatform,
  { method, query, form, acceptLanguage }: PageRequest,
  approve: (trade: BookedTrade) => void,
): PageAnswer => {
  const posted = method === 'POST'
  const given = posted ? form : query
  const token = given.get('token') ?? ''
  const lang = langAsked(given, acceptLanguage)
  const here = posted ? new URLSearchParams({ token }) : query
  const show = (inner: string, status = 200) => framedPage(lang, status, inner, here, HERE, style)
  const known = books.byPrepay(token)
  const trade = known && books.current(known.tradeno, clock().getTime())
  if (!trade) return show(unknownOrder(lang), 404)
  const back = safeWayBack(trade.way, origin())
  if (trade.state === 'CLOSED') return show(closedOrder(lang, backLink(lang, back)))
  if (posted && form.get('do') !== 'pay') return back ? sendBack(back) : show(cancelledPayment(lang))
  const approved = trade.number !== null || trade.openid !== ''
  const after = back && withPayer(back, trade)
  if (posted) {
    if (!approved) approve(trade)
    return after ? sendBack(after) : show(approvedOrder(lang))
  }
  return show(approved ? approvedOrder(lang, backLink(lang, after)) : approvalForm(lang, trade))
}
