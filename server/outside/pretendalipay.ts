import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AlipayCredentials } from './alipay.ts'
import { type AlipayFates, type AlipayKeys, makeAlipayKeys, pretendAlipayApi, toldTrade } from './pretendalipayapi.ts'
import { pretendAlipayPages } from './pretendalipaypages.ts'
import { openBooks } from './pretendbooks.ts'
import { keptKeys } from './pretendkeys.ts'
import { type PretendSettings, type Weather, fair, pageRequest, runPretend } from './pretendserver.ts'
import type { PageAnswer, PageRequest } from './pretendshell.ts'

export type PretendAlipay = {
  /** What a merchant of this gateway holds. */
  credentials: AlipayCredentials
  /** Where its API answers, on loopback. */
  base: string
  weather: Weather & AlipayFates
  page: (request: PageRequest) => PageAnswer
  /** A payer's browser opens a signed address, which makes the trade there. Throws where Alipay would show an error. */
  visit: (address: string) => void
  /** A person pays, by whatever amount and currency the channel then tells of. False when it was never visited or can no longer be paid. */
  pay: (tradeno: string, told?: { amount?: number; currency?: string }) => boolean
  deliver: (all?: 'all') => Promise<number>
  noticesWaiting: () => number
  /** A notice as the platform would sign it. */
  notice: (told: Readonly<Record<string, string>>) => { headers: Record<string, string>; body: string }
  /** A trade as the channel would tell of it, for notices that a test makes itself. */
  told: (tradeno: string) => Record<string, string>
  close: () => Promise<void>
}

/** Seconds after the last try of a notice: 4 and 10 minutes, again 10, 1, 2, 6 and 15 hours. */
export const ALIPAY_RETRIES = [240, 600, 600, 3600, 7200, 21_600, 54_000]
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const there = (tradeno: string): string => tradeno.replaceAll('-', '_')

const credentialsOf = (keys: AlipayKeys, certified: boolean): AlipayCredentials => {
  const mine = { appid: keys.appid, sellerid: keys.sellerid, privateKey: keys.merchantKeyPem }
  // The platform signed its own certificate, so it is its own root.
  return {
    ...mine,
    ...(certified
      ? {
          certificates: {
            app: keys.merchantCertificatePem,
            alipay: keys.platformCertificatePem,
            root: keys.platformCertificatePem,
          },
        }
      : { publicKey: keys.platformCertificatePem }),
  }
}

/** An Alipay of our own on loopback: its keys, its books, its retries; it knows us only through the protocol. */
export const startPretendAlipay = async ({
  folder,
  origin,
  clock,
  certified = false,
  ...settings
}: PretendSettings & { certified?: boolean }): Promise<PretendAlipay> => {
  mkdirSync(folder, { recursive: true })
  const keys = keptKeys(folder, 'alipay', makeAlipayKeys)
  const books = openBooks(join(folder, 'alipay.sqlite'), ALIPAY_RETRIES)
  const weather: Weather & AlipayFates = { ...fair, refund: 'SUCCESS', refundSeconds: 0 }
  const api = pretendAlipayApi(keys, books, weather, clock, certified)
  const told = (tradeno: string) => toldTrade(keys, books.trade(tradeno)!, books.refunded(tradeno))
  const pay: PretendAlipay['pay'] = (given, { amount, currency } = {}) => {
    const tradeno = there(given)
    const now = clock().getTime()
    books.expire(tradeno, now)
    const trade = books.trade(tradeno)
    if (!trade || !books.pay(tradeno, amount ?? trade.amount, currency ?? trade.currency, now)) return false
    books.addNotice(trade.notify_url, 'trade', told(tradeno), now + weather.noticeDelay)
    return true
  }
  const pages = pretendAlipayPages(api, books, origin, clock, (trade) => {
    if (pay(trade.tradeno)) running.soon()
  })
  const running = await runPretend({
    ...settings,
    clock,
    weather,
    books,
    answer: (request) =>
      request.url.startsWith('/pretend/') ? pages.answer(pageRequest(request)) : api.answer(request),
    settle: api.settleRefunds,
    compose: ({ id, resource }) => ({
      headers: FORM,
      body: api.notice(JSON.parse(resource) as Record<string, string>, id),
    }),
    taken: ({ status, body }) => status === 200 && body === 'success',
  })
  return {
    credentials: credentialsOf(keys, certified),
    base: running.base,
    weather,
    page: pages.answer,
    visit: (address) => void api.arrive(Object.fromEntries(new URL(address).searchParams)),
    pay,
    deliver: running.deliver,
    noticesWaiting: books.noticesWaiting,
    notice: (given) => ({ headers: FORM, body: api.notice(given, crypto.randomUUID()) }),
    told: (tradeno) => told(there(tradeno)),
    close: running.close,
  }
}
