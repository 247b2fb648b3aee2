import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PaypalCredentials, PaypalSettings } from './paypal.ts'
import { openBooks } from './pretendbooks.ts'
import { paypalReportOf } from './pretendforeignstatement.ts'
import { keptKeys } from './pretendkeys.ts'
import { type PaypalFates, SIGNER, makePaypalKeys, pretendPaypalApi } from './pretendpaypalapi.ts'
import { pretendPaypalPages } from './pretendpaypalpages.ts'
import { type PretendSettings, type Weather, fair, pageRequest, runPretend } from './pretendserver.ts'
import type { PageAnswer, PageRequest } from './pretendshell.ts'

export type PretendPaypal = {
  /** What a merchant of this gateway holds. */
  credentials: PaypalCredentials
  /** Where its API answers, on loopback. */
  base: string
  signer: PaypalSettings['signer']
  weather: Weather & PaypalFates
  page: (request: PageRequest) => PageAnswer
  /** A payer approves; the money is taken by our own call, then by whatever amount and currency is told here. False when it can no longer be paid. */
  pay: (tradeno: string, told?: { amount?: number; currency?: string }) => boolean
  /** What was under review is paid after all. */
  review: (tradeno: string) => void
  deliver: (all?: 'all') => Promise<number>
  noticesWaiting: () => number
  /** A webhook as PayPal would sign it. */
  notice: (event: string, resource: unknown) => { headers: Record<string, string>; body: string }
  /** An approved order as a webhook tells of it. */
  approved: (tradeno: string) => Record<string, unknown>
  /** A captured payment as a webhook tells of it. */
  told: (tradeno: string) => Record<string, unknown>
  /** The Settlement Report of a span, as it would lie on PayPal's server for files. */
  report: (from: Date, until: Date) => string
  close: () => Promise<void>
}

/** Seconds after the last try of a webhook: 25 times within three days. */
export const PAYPAL_RETRIES = [120, 240, 480, 960, 1800, 3600, ...Array.from({ length: 19 }, () => 12_000)]

/** A PayPal of our own on loopback: its keys, its books, its retries; it knows us only through the protocol. */
export const startPretendPaypal = async ({
  folder,
  origin,
  clock,
  ...settings
}: PretendSettings): Promise<PretendPaypal> => {
  mkdirSync(folder, { recursive: true })
  const keys = keptKeys(folder, 'paypal', makePaypalKeys)
  const books = openBooks(join(folder, 'paypal.sqlite'), PAYPAL_RETRIES)
  const weather: Weather & PaypalFates = {
    ...fair,
    capture: 'COMPLETED',
    refund: 'SUCCESS',
    refundSeconds: 0,
    results: 10_000,
  }
  const strange = new Map<string, { amount?: number; currency?: string }>()
  const notifyUrl = () => `${origin()}/pay/paypal/notify`
  const api = pretendPaypalApi(keys, books, weather, origin, clock, notifyUrl, (tradeno) => strange.get(tradeno) ?? {})
  const pay: PretendPaypal['pay'] = (tradeno, told) => {
    books.expire(tradeno, clock().getTime())
    const trade = books.trade(tradeno)
    if (!trade || trade.openid || !books.approve(tradeno, 'PRETENDPAYER')) return false
    if (told) strange.set(tradeno, told)
    books.addNotice(
      notifyUrl(),
      'CHECKOUT.ORDER.APPROVED',
      api.orderOf(books.trade(tradeno)!),
      clock().getTime() + weather.noticeDelay,
    )
    return true
  }
  const pages = pretendPaypalPages(books, origin, clock, (trade) => {
    if (pay(trade.tradeno)) running.soon()
  })
  const notice: PretendPaypal['notice'] = (event, resource) => api.notice(event, resource, running.base)
  const running = await runPretend({
    ...settings,
    clock,
    weather,
    books,
    answer: (request) =>
      request.url.startsWith('/pretend/') ? pages.answer(pageRequest(request)) : api.answer(request),
    settle: api.settleRefunds,
    compose: ({ event, resource }) => notice(event, JSON.parse(resource)),
    taken: ({ status }) => status >= 200 && status < 300,
  })
  return {
    credentials: {
      clientid: keys.clientid,
      secret: keys.secret,
      webhookid: keys.webhookid,
      merchantid: keys.merchantid,
    },
    base: running.base,
    signer: { hosts: [new URL(running.base).host], name: SIGNER },
    weather,
    page: pages.answer,
    pay,
    review: (tradeno) => api.take(books.trade(tradeno)!),
    deliver: running.deliver,
    noticesWaiting: books.noticesWaiting,
    notice,
    approved: (tradeno) => api.orderOf(books.trade(tradeno)!),
    told: (tradeno) => api.captureOf(books.trade(tradeno)!),
    report: (from, until) =>
      paypalReportOf(
        keys.merchantid,
        from.getTime(),
        until.getTime(),
        books.between(from.getTime(), until.getTime(), 'asked'),
      ),
    close: running.close,
  }
}
