import { langOf, text } from '#contract/words.ts'
import type { BookedTrade, Books } from './pretendbooks.ts'
import {
  type PageAnswer,
  type PageRequest,
  payWords as words,
  escape,
  hiddenFields,
  link,
  outcome,
  page,
  sendBack,
  wayBack,
} from './pretendshell.ts'

/** The pretend PayPal's page on which a payer approves. */

const own = {
  title: text('模拟 PayPal', '模擬 PayPal', 'Pretend PayPal'),
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

export const pretendPaypalPages = (
  books: Books,
  origin: () => string,
  clock: () => Date,
  approve: (trade: BookedTrade) => void,
) => {
  const shown = (token: string | null): BookedTrade | undefined => {
    const known = token ? books.byPrepay(token) : undefined
    if (known) books.expire(known.tradeno, clock().getTime())
    return known && books.trade(known.tradeno)
  }
  const answer = ({ method, query, form, acceptLanguage }: PageRequest): PageAnswer => {
    const given = method === 'POST' ? form : query
    const lang = langOf(given.get('lang') ?? acceptLanguage.split(',')[0])
    const trade = shown(given.get('token'))
    const show = (status: number, inner: string) =>
      page(
        lang,
        status,
        inner,
        method === 'POST' ? new URLSearchParams({ token: form.get('token') ?? '' }) : query,
        HERE,
        style,
      )
    if (!trade) return show(404, outcome(words.unknown[lang], words.unknownHint[lang], false, ''))
    const back = wayBack(trade.way, origin())
    const backLink = back ? link(back, words.back[lang], 'no') : ''
    const returned = () => {
      const url = new URL(back!)
      url.searchParams.set('token', trade.prepay_id)
      url.searchParams.set('PayerID', 'PRETENDPAYER')
      return url.href
    }
    if (trade.state === 'CLOSED') return show(200, outcome(words.closed[lang], words.closedHint[lang], false, backLink))
    if (method === 'POST' && form.get('do') !== 'pay')
      return back ? sendBack(back) : show(200, outcome(words.cancelled[lang], words.cancelledHint[lang], false, ''))
    if (method === 'POST') {
      if (trade.number === null && !trade.openid) approve(trade)
      return back ? sendBack(returned()) : show(200, outcome(own.approved[lang], own.approvedHint[lang], true, ''))
    }
    if (trade.number !== null || trade.openid)
      return show(
        200,
        outcome(own.approved[lang], own.approvedHint[lang], true, back ? link(returned(), words.back[lang], 'no') : ''),
      )
    const amount = new Intl.NumberFormat(lang, {
      style: 'currency',
      currency: trade.currency,
      currencyDisplay: 'code',
    }).format(trade.amount / 100)
    return show(
      200,
      `<h1>${own.title[lang]}</h1><p class="what">${escape(trade.description)}</p><p class="amount">${amount}</p><dl><dt>${words.order[lang]}</dt><dd>${escape(trade.tradeno)}</dd></dl>` +
        `<form method="post" action="/pretend/paypal/pay">${hiddenFields([
          ['token', trade.prepay_id],
          ['lang', lang],
        ])}<button class="go" name="do" value="pay">${own.pay[lang]}</button><button class="no" name="do" value="cancel">${words.cancel[lang]}</button></form>`,
    )
  }
  return { answer }
}
