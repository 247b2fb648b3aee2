import { type Lang, text } from '#contract/words.ts'
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
import { type CmbBank, refusalCodeOf } from './bank.ts'
import { arrive } from './orders.ts'

/** The sandbox bank's page, which a payer sees in place of 一网通支付. */

const title = text('模拟招商银行一网通支付', '模擬招商銀行一網通支付', 'Sandbox CMB card payment')
const style = '.go{background:#b3262a}.mark{background:#fbe9e9;color:#b3262a}'
const HERE = '/pretend/cmb/pay'

const payingForm = (lang: Lang, trade: BookedTrade, back: string | undefined): string =>
  payForm(
    lang,
    { title: title[lang], amount: sandboxYuan(trade.amount), order: trade.description, pay: words.pay[lang] },
    HERE,
    [
      ['trade', trade.prepay_id],
      ['lang', lang],
      ['return_url', back ?? ''],
    ],
  )

/**
 * Returns the order that the browser posts in the shop's form. In later requests the parameter `trade` names the order.
 */
const orderOf = (
  bank: CmbBank,
  { method, form }: PageRequest,
  given: URLSearchParams,
): { trade: BookedTrade | undefined; returnUrl: string | null } =>
  method === 'POST' && form.has('jsonRequestData')
    ? arrive(bank, form.get('jsonRequestData'))
    : { trade: bank.books.byPrepay(given.get('trade') ?? ''), returnUrl: given.get('return_url') }

export const cmbPage = (bank: CmbBank, request: PageRequest, paid: (trade: BookedTrade) => void): PageAnswer => {
  const { books, origin, clock } = bank
  const { method, query, form, acceptLanguage } = request
  const pressed = method === 'POST' && form.has('trade') ? form.get('do') : undefined
  const given = method === 'POST' && form.has('trade') ? form : query
  const lang = langAsked(given, acceptLanguage)
  let found: ReturnType<typeof orderOf>
  try {
    found = orderOf(bank, request, given)
  } catch (error) {
    return framedPage(lang, 400, refusedStart(lang, refusalCodeOf(error)), new URLSearchParams(), HERE, style)
  }
  const back = safeWayBack(found.returnUrl, origin())
  const here = new URLSearchParams({ trade: found.trade?.prepay_id ?? '', ...(back ? { return_url: back } : {}) })
  const show = (inner: string, status = 200) => framedPage(lang, status, inner, here, HERE, style)
  if (!found.trade) return show(unknownOrder(lang), 404)
  const trade = books.current(found.trade.tradeno, clock().getTime())!
  if (pressed === 'cancel') return back ? sendBack(back) : show(cancelledPayment(lang))
  if (trade.state === 'CLOSED') return show(closedOrder(lang, backLink(lang, back)))
  if (pressed === 'pay' && trade.state === 'NOTPAY') {
    paid(trade)
    return back ? sendBack(back) : show(paidOrder(lang))
  }
  return show(trade.number === null ? payingForm(lang, trade, back) : paidOrder(lang, backLink(lang, back)))
}
