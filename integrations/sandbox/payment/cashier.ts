import { type Lang, langOf, text } from '#contract/words.ts'
import { escapedHtml } from '#contract/written.ts'
import { sandboxWords as words, hiddenInputs, linkButton, outcome } from './shell.ts'

/** The parts that the pages of all sandbox gateways share. */

const refused = {
  title: text('无法发起支付', '無法發起支付', 'This payment cannot be started'),
  hint: text(
    '商家传来的信息有误（{why}）。',
    '商家傳來的資訊有誤（{why}）。',
    'What the shop sent is not right ({why}).',
  ),
} as const

export const langAsked = (given: URLSearchParams, acceptLanguage: string): Lang =>
  langOf(given.get('lang') ?? acceptLanguage.split(',')[0])

export const backLink = (lang: Lang, back: string | undefined): string =>
  back ? linkButton(back, words.back[lang], 'no') : ''

export const unknownOrder = (lang: Lang, links = ''): string =>
  outcome(words.unknown[lang], words.unknownHint[lang], false, links)
export const closedOrder = (lang: Lang, links: string): string =>
  outcome(words.closed[lang], words.closedHint[lang], false, links)
export const cancelledPayment = (lang: Lang, links = ''): string =>
  outcome(words.cancelled[lang], words.cancelledHint[lang], false, links)
export const paidOrder = (lang: Lang, links = ''): string =>
  outcome(words.paid[lang], words.paidHint[lang], true, links)
export const refusedStart = (lang: Lang, why: string): string =>
  outcome(refused.title[lang], refused.hint[lang].replace('{why}', escapedHtml(why)), false, '')

/**
 * Returns an order with the buttons to pay it and to cancel. `what`: the thing that is bought. `pay`: the text of the
 * first button.
 */
export const payForm = (
  lang: Lang,
  { title, what, amount, order, pay }: { title: string; what?: string; amount: string; order: string; pay: string },
  action: string,
  fields: Iterable<readonly [string, string]>,
): string =>
  [
    `<h1>${title}</h1>`,
    what === undefined ? '' : `<p class="what">${escapedHtml(what)}</p>`,
    `<p class="amount">${amount}</p>`,
    `<dl><dt>${words.order[lang]}</dt><dd>${escapedHtml(order)}</dd></dl>`,
    `<form method="post" action="${action}">${hiddenInputs(fields)}`,
    `<button class="go" name="do" value="pay">${pay}</button>`,
    `<button class="no" name="do" value="cancel">${words.cancel[lang]}</button></form>`,
  ].join('')
