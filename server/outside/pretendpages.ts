import type { KeyObject } from 'node:crypto'
import { langOf } from '#contract/words.ts'
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
  yuan,
} from './pretendshell.ts'
import { bridgeText, verify } from './wechatpaycrypto.ts'

/** The pretend gateway's pages: what a payer sees on the phone in place of WeChat Pay. */

export const pretendPages = (
  books: Books,
  origin: () => string,
  appid: string,
  merchantKey: KeyObject,
  clock: () => Date,
  paid: (trade: BookedTrade) => void,
) => {
  /** The webview's own call carries the merchant's signature; a page that altered it is not shown. */
  const prepayOfBridge = (query: URLSearchParams): string | undefined => {
    const of = (name: string) => query.get(name) ?? ''
    const holds =
      of('appId') === appid &&
      verify(bridgeText(of('appId'), of('timeStamp'), of('nonceStr'), of('package')), of('paySign'), merchantKey)
    return holds ? of('package').replace(/^prepay_id=/, '') : undefined
  }

  const answer = (request: PageRequest): PageAnswer => {
    const posted = request.method === 'POST'
    const given = posted ? request.form : request.query
    const lang = langOf(given.get('lang') ?? request.acceptLanguage.split(',')[0])
    const name = request.path.replace(/^\/pretend\/wechatpay\//, '')
    const back = wayBack(given.get('redirect_url'), origin())
    const prepayId =
      !posted && name === 'bridge' ? prepayOfBridge(request.query) : (given.get('prepay_id') ?? undefined)
    const found = prepayId === undefined ? undefined : books.byPrepay(prepayId)
    if (found) books.expire(found.tradeno, clock().getTime())
    const trade = found && books.trade(found.tradeno)
    const here = new URLSearchParams({ prepay_id: prepayId ?? '', lang, ...(back ? { redirect_url: back } : {}) })
    const path = `/pretend/wechatpay/${name === 'scan' ? 'scan' : 'h5'}`
    const show = (status: number, inner: string) => page(lang, status, inner, here, path)
    const backLink = back ? link(back, words.back[lang], 'no') : ''
    if (!trade) return show(404, outcome(words.unknown[lang], words.unknownHint[lang], false, backLink))

    if (posted && name === 'pay' && trade.state === 'NOTPAY') {
      if (given.get('do') !== 'pay') {
        if (back) return sendBack(back)
        return show(
          200,
          outcome(
            words.cancelled[lang],
            words.cancelledHint[lang],
            false,
            link(`${path}?${here}`, words.again[lang], 'go'),
          ),
        )
      }
      paid(trade)
      if (back) return sendBack(back)
      return show(200, outcome(words.paid[lang], words.paidHint[lang], true, ''))
    }
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND')
      return show(200, outcome(words.paid[lang], words.paidHint[lang], true, backLink))
    if (trade.state === 'CLOSED') return show(200, outcome(words.closed[lang], words.closedHint[lang], false, backLink))
    return show(
      200,
      `<h1>${words.title[lang]}</h1><p class="what">${escape(trade.description)}</p><p class="amount">${yuan(trade.amount)}</p><dl><dt>${words.order[lang]}</dt><dd>${escape(trade.tradeno)}</dd></dl>` +
        `<form method="post" action="/pretend/wechatpay/pay">${hiddenFields(here)}<button class="go" name="do" value="pay">${words.pay[lang]}</button><button class="no" name="do" value="cancel">${words.cancel[lang]}</button></form>`,
    )
  }
  return { answer }
}
