import { text, langOf } from '#contract/words.ts'
import { formFields } from './alipaycrypto.ts'
import type { PretendAlipayApi } from './pretendalipayapi.ts'
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

/** The pretend Alipay's cashier: what a payer sees on the phone or the desktop in place of Alipay. */

const own = {
  title: text('模拟支付宝', '模擬支付寶', 'Pretend Alipay'),
  refused: text('无法发起支付', '無法發起支付', 'This payment cannot be started'),
  refusedHint: text(
    '商家传来的信息有误（{why}）。',
    '商家傳來的資訊有誤（{why}）。',
    'What the shop sent is not right ({why}).',
  ),
} as const
const style = `.go{background:#0b5cd5}.mark{background:#e3eefc;color:#0b5cd5}`
const HERE = '/pretend/alipay/gateway.do'

export const pretendAlipayPages = (
  api: PretendAlipayApi,
  books: Books,
  origin: () => string,
  clock: () => Date,
  paid: (trade: BookedTrade) => void,
) => {
  const shown = (trade: BookedTrade): BookedTrade => {
    books.expire(trade.tradeno, clock().getTime())
    return books.trade(trade.tradeno)!
  }
  /** Where the payer goes back to, with what Alipay says there. */
  const returned = (back: string, trade: BookedTrade): string => {
    const url = new URL(back)
    for (const [name, value] of Object.entries(api.backWith(trade))) url.searchParams.set(name, value)
    return url.href
  }

  const pressed = ({ form, acceptLanguage }: PageRequest): PageAnswer => {
    const lang = langOf(form.get('lang') ?? acceptLanguage.split(',')[0])
    const known = books.byPrepay(form.get('trade') ?? '')
    if (!known)
      return page(
        lang,
        404,
        outcome(words.unknown[lang], words.unknownHint[lang], false, ''),
        new URLSearchParams(),
        HERE,
        style,
      )
    const [back, quit] = [wayBack(form.get('return_url'), origin()), wayBack(form.get('quit_url'), origin())]
    if (form.get('do') !== 'pay')
      return quit
        ? sendBack(quit)
        : page(
            lang,
            200,
            outcome(
              words.cancelled[lang],
              words.cancelledHint[lang],
              false,
              back ? link(back, words.back[lang], 'no') : '',
            ),
            new URLSearchParams(),
            HERE,
            style,
          )
    const trade = shown(known)
    if (trade.state === 'CLOSED')
      return page(
        lang,
        200,
        outcome(words.closed[lang], words.closedHint[lang], false, back ? link(back, words.back[lang], 'no') : ''),
        new URLSearchParams(),
        HERE,
        style,
      )
    if (trade.state === 'NOTPAY') paid(trade)
    return back
      ? sendBack(returned(back, shown(trade)))
      : page(lang, 200, outcome(words.paid[lang], words.paidHint[lang], true, ''), new URLSearchParams(), HERE, style)
  }

  const answer = (request: PageRequest): PageAnswer => {
    if (request.method === 'POST') return pressed(request)
    const { query } = request
    const lang = langOf(query.get('lang') ?? request.acceptLanguage.split(',')[0])
    // The page's own language stands beside what the shop signed.
    const signed = new URLSearchParams(query)
    signed.delete('lang')
    let arrived: ReturnType<PretendAlipayApi['arrive']>
    try {
      arrived = api.arrive(formFields(signed.toString()))
    } catch (error) {
      return page(
        lang,
        400,
        outcome(own.refused[lang], own.refusedHint[lang].replace('{why}', escape(api.whyNot(error))), false, ''),
        query,
        HERE,
        style,
      )
    }
    const trade = shown(arrived.trade)
    const back = wayBack(arrived.returnUrl, origin())
    const backLink = back ? link(back, words.back[lang], 'no') : ''
    const show = (inner: string) => page(lang, 200, inner, query, HERE, style)
    if (trade.number !== null)
      return show(
        outcome(
          words.paid[lang],
          words.paidHint[lang],
          true,
          back ? link(returned(back, trade), words.back[lang], 'no') : '',
        ),
      )
    if (trade.state === 'CLOSED') return show(outcome(words.closed[lang], words.closedHint[lang], false, backLink))
    const carried = hiddenFields(
      Object.entries({
        trade: trade.prepay_id,
        lang,
        return_url: back ?? '',
        quit_url: wayBack(arrived.quitUrl, origin()) ?? '',
      }),
    )
    return show(
      `<h1>${own.title[lang]}</h1><p class="what">${escape(trade.description)}</p><p class="amount">${yuan(trade.amount)}</p><dl><dt>${words.order[lang]}</dt><dd>${escape(trade.tradeno)}</dd></dl>` +
        `<form method="post" action="/pretend/alipay/pay">${carried}<button class="go" name="do" value="pay">${words.pay[lang]}</button><button class="no" name="do" value="cancel">${words.cancel[lang]}</button></form>`,
    )
  }
  return { answer }
}
