import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { platformHeaders, pretendApi, shownTrade, type Fates } from './pretendapi.ts'
import { type BookedTrade, openBooks } from './pretendbooks.ts'
import { pretendKeys } from './pretendkeys.ts'
import { pretendPages } from './pretendpages.ts'
import { type PretendSettings, type Weather, fair, pageRequest, runPretend } from './pretendserver.ts'
import type { PageAnswer, PageRequest } from './pretendshell.ts'
import type { WechatPayCredentials } from './wechatpay.ts'
import { sealText } from './wechatpaycrypto.ts'

export type PretendPay = {
  /** What a merchant of this gateway holds. */
  credentials: WechatPayCredentials
  /** Where its API answers, on loopback. */
  base: string
  weather: Weather & Fates
  page: (request: PageRequest) => PageAnswer
  /** A person pays, by whatever amount and currency the channel then tells of. False when it can no longer be paid. */
  pay: (tradeno: string, told?: { amount?: number; currency?: string }) => boolean
  /** Sends the notices that are due (`all`: also those not yet due) and answers how many were sent. */
  deliver: (all?: 'all') => Promise<number>
  noticesWaiting: () => number
  /** A notice as the platform would sign it. */
  notice: (event: string, resource: Record<string, unknown>) => { headers: Record<string, string>; body: string }
  /** A paid trade as the channel would tell of it, for notices that a test makes itself. */
  told: (tradeno: string) => Record<string, unknown>
  close: () => Promise<void>
}

/** 200 or 204 ends the retries, unless the body says otherwise. */
const taken = ({ status, body }: { status: number; body: string }): boolean => {
  if (status === 204) return true
  if (status !== 200) return false
  try {
    return body === '' || (JSON.parse(body) as { code?: string }).code === 'SUCCESS'
  } catch {
    return false
  }
}

/** A WeChat Pay of our own on loopback: its keys, its books, its retries; it knows us only through the protocol. */
export const startPretendPay = async ({ folder, origin, clock, ...settings }: PretendSettings): Promise<PretendPay> => {
  mkdirSync(folder, { recursive: true })
  const keys = pretendKeys(folder)
  const books = openBooks(join(folder, 'wechatpay.sqlite'))
  const weather: Weather & Fates = { ...fair, refund: 'SUCCESS', refundSeconds: 3 }
  const api = pretendApi(keys, books, origin, weather, clock)

  const notice: PretendPay['notice'] = (event, resource) => {
    const body = JSON.stringify({
      id: crypto.randomUUID(),
      create_time: new Date(clock()).toISOString(),
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: event,
      resource: {
        original_type: event.startsWith('REFUND') ? 'refund' : 'transaction',
        ...sealText(keys.apiV3Key, JSON.stringify(resource), event.startsWith('REFUND') ? 'refund' : 'transaction'),
      },
    })
    return {
      headers: { 'content-type': 'application/json', ...platformHeaders(keys, api.platformKey, body, clock()) },
      body,
    }
  }
  const tell = (trade: BookedTrade) =>
    books.addNotice(
      trade.notify_url,
      'TRANSACTION.SUCCESS',
      shownTrade(keys, trade),
      clock().getTime() + weather.noticeDelay,
    )
  const pay: PretendPay['pay'] = (tradeno, told = {}) => {
    const now = clock().getTime()
    books.expire(tradeno, now)
    const trade = books.trade(tradeno)
    if (!trade || !books.pay(tradeno, told.amount ?? trade.amount, told.currency ?? trade.currency, now)) return false
    tell(books.trade(tradeno)!)
    return true
  }
  const pages = pretendPages(books, origin, keys.appid, api.merchantKey, clock, (trade) => {
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
    compose: ({ event, resource }) => notice(event, JSON.parse(resource) as Record<string, unknown>),
    taken,
  })

  return {
    credentials: {
      appid: keys.appid,
      mchid: keys.mchid,
      serial: keys.merchantSerial,
      privateKeyPem: keys.merchantKeyPem,
      apiV3Key: keys.apiV3Key,
    },
    base: running.base,
    weather,
    page: pages.answer,
    pay,
    deliver: running.deliver,
    noticesWaiting: books.noticesWaiting,
    notice,
    told: (tradeno) => shownTrade(keys, books.trade(tradeno)!),
    close: running.close,
  }
}
