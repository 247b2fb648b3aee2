import { langOf, text } from '#contract/words.ts'
import type { BookedTrade, Books } from './pretendbooks.ts'
import type { PretendCmbApi } from './pretendcmbapi.ts'
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

/** The pretend bank's page: what a payer sees in place of 一网通支付. */

const own = {
  title: text('模拟招商银行一网通支付', '模擬招商銀行一網通支付', 'Pretend CMB card payment'),
  refused: text('无法发起支付', '無法發起支付', 'This payment cannot be started'),
  refusedHint: text(
    '商家传来的信息有误（{why}）。',
    '商家傳來的資訊有誤（{why}）。',
    'What the shop sent is not right ({why}).',
  ),
} as const
const style = '.go{background:#b3262a}.mark{background:#fbe9e9;color:#b3262a}'
const HERE = '/pretend/cmb/pay'

export const pretendCmbPages = (
  api: PretendCmbApi,
  books: Books,
  origin: () => string,
  clock: () => Date,
  paid: (trade: BookedTrade) => void,
) => {
  const answer = ({ method, query, form, acceptLanguage }: PageRequest): PageAnswer => {
    const given = method === 'POST' && form.has('trade') ? form : query
    const lang = langOf(given.get('lang') ?? acceptLanguage.split(',')[0])
    let trade = books.byPrepay(given.get('trade') ?? '')
    let back = wayBack(given.get('return_url'), origin())
    if (method === 'POST' && form.has('jsonRequestData')) {
      try {
        const arrived = api.arrive(form.get('jsonRequestData'))
        trade = arrived.trade
        back = wayBack(arrived.returnUrl, origin())
      } catch (error) {
        return page(
          lang,
          400,
          outcome(own.refused[lang], own.refusedHint[lang].replace('{why}', escape(api.whyNot(error))), false, ''),
          new URLSearchParams(),
          HERE,
          style,
        )
      }
    }
    const here = new URLSearchParams({ trade: trade?.prepay_id ?? '', ...(back ? { return_url: back } : {}) })
    const show = (status: number, inner: string) => page(lang, status, inner, here, HERE, style)
    if (!trade) return show(404, outcome(words.unknown[lang], words.unknownHint[lang], false, ''))
    books.expire(trade.tradeno, clock().getTime())
    trade = books.trade(trade.tradeno)!
    const backLink = back ? link(back, words.back[lang], 'no') : ''
    const pressed = method === 'POST' && form.has('trade') ? form.get('do') : undefined
    if (pressed === 'cancel')
      return back ? sendBack(back) : show(200, outcome(words.cancelled[lang], words.cancelledHint[lang], false, ''))
    if (trade.state === 'CLOSED') return show(200, outcome(words.closed[lang], words.closedHint[lang], false, backLink))
    if (pressed === 'pay' && trade.state === 'NOTPAY') {
      paid(trade)
      return back ? sendBack(back) : show(200, outcome(words.paid[lang], words.paidHint[lang], true, ''))
    }
    if (trade.number !== null) return show(200, outcome(words.paid[lang], words.paidHint[lang], true, backLink))
    return show(
      200,
      `<h1>${own.title[lang]}</h1><p class="amount">${yuan(trade.amount)}</p><dl><dt>${words.order[lang]}</dt><dd>${escape(trade.description)}</dd></dl>` +
        `<form method="post" action="${HERE}">${hiddenFields([
          ['trade', trade.prepay_id],
          ['lang', lang],
          ['return_url', back ?? ''],
        ])}<button class="go" name="do" value="pay">${words.pay[lang]}</button><button class="no" name="do" value="cancel">${words.cancel[lang]}</button></form>`,
    )
  }
  return { answer }
}
