import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CmbCredentials } from './cmb.ts'
import { orderNoOf } from './cmbcrypto.ts'
import { openBooks } from './pretendbooks.ts'
import { type CmbFates, makeCmbKeys, pretendCmbApi } from './pretendcmbapi.ts'
import { pretendCmbPages } from './pretendcmbpages.ts'
import { keptKeys } from './pretendkeys.ts'
import { type PretendSettings, type Weather, fair, pageRequest, runPretend } from './pretendserver.ts'
import type { PageAnswer, PageRequest } from './pretendshell.ts'

export type PretendCmb = {
  /** What a merchant of this bank holds. */
  credentials: CmbCredentials
  /** Where its services answer, on loopback. */
  base: string
  weather: Weather & CmbFates
  page: (request: PageRequest) => PageAnswer
  /** A payer's browser posts the shop's form, which makes the order there. Throws where the bank would show an error. */
  visit: (fields: Readonly<Record<string, string>>) => void
  /** A person pays, by whatever amount the bank then tells of. False when it was never visited or can no longer be paid. */
  pay: (tradeno: string, told?: { amount?: number; currency?: string }) => boolean
  deliver: (all?: 'all') => Promise<number>
  noticesWaiting: () => number
  /** A notice as the bank would sign it. */
  notice: (told: Readonly<Record<string, string>>) => { headers: Record<string, string>; body: string }
  /** A paid order as the bank would tell of it, for notices that a test makes itself. */
  told: (tradeno: string) => Record<string, string>
  close: () => Promise<void>
}

/** Seconds after the last try of a notice. */
export const CMB_RETRIES = [60, 120, 300, 600, 1800, 3600, 7200, 14_400]
const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }

/** A bank of our own on loopback: its keys, its books, its retries; it knows us only through the protocol. */
export const startPretendCmb = async ({ folder, origin, clock, ...settings }: PretendSettings): Promise<PretendCmb> => {
  mkdirSync(folder, { recursive: true })
  const keys = keptKeys(folder, 'cmb', makeCmbKeys)
  const books = openBooks(join(folder, 'cmb.sqlite'), CMB_RETRIES)
  const weather: Weather & CmbFates = { ...fair, refund: 'SUCCESS', refundSeconds: 0, rows: 100 }
  const api = pretendCmbApi(keys, books, weather, clock)
  /** The order behind one of the shop's numbers, whatever its day. */
  const tradeOf = (tradeno: string) => books.ending(`/${orderNoOf(tradeno)}`)
  const payTrade = (booked: string, amount?: number, currency?: string): boolean => {
    const now = clock().getTime()
    books.expire(booked, now)
    const trade = books.trade(booked)
    if (!trade || !books.pay(booked, amount ?? trade.amount, currency ?? trade.currency, now)) return false
    books.addNotice(trade.notify_url, 'BKPAYRTN', api.told(books.trade(booked)!), now + weather.noticeDelay)
    return true
  }
  const pages = pretendCmbPages(api, books, origin, clock, (trade) => {
    if (payTrade(trade.tradeno)) running.soon()
  })
  const running = await runPretend({
    ...settings,
    clock,
    weather,
    books,
    answer: (request) =>
      request.url.startsWith('/pretend/') ? pages.answer(pageRequest(request)) : api.answer(request),
    settle: api.settleRefunds,
    compose: ({ resource }) => ({ headers: FORM, body: api.notice(JSON.parse(resource) as Record<string, string>) }),
    taken: ({ status }) => status === 200,
  })
  return {
    credentials: { branchNo: keys.branchNo, merchantNo: keys.merchantNo, key: keys.key },
    base: running.base,
    weather,
    page: pages.answer,
    visit: (fields) => void api.arrive(fields.jsonRequestData ?? null),
    pay: (tradeno, { amount, currency } = {}) => {
      const trade = tradeOf(tradeno)
      return trade !== undefined && payTrade(trade.tradeno, amount, currency)
    },
    deliver: running.deliver,
    noticesWaiting: books.noticesWaiting,
    notice: (given) => ({ headers: FORM, body: api.notice(given) }),
    told: (tradeno) => api.told(tradeOf(tradeno)!),
    close: running.close,
  }
}
