import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type ApiRequest, platformHeaders, pretendApi, shownTrade, type Fates } from './pretendapi.ts'
import { type BookedNotice, type BookedTrade, openBooks } from './pretendbooks.ts'
import { pretendKeys } from './pretendkeys.ts'
import { type PageAnswer, type PageRequest, pretendPages } from './pretendpages.ts'
import type { WechatPayCredentials } from './wechatpay.ts'
import { sealText } from './wechatpaycrypto.ts'

/** How the pretend gateway carries a notice to us; over HTTP unless a test puts something else here. */
export type Carry = (url: string, headers: Record<string, string>, body: string) => Promise<{ status: number; body: string }>

/** What can go wrong out there; all of it off unless a test or a demonstration turns it on. */
export type Weather = Fates & {
  /** Nobody answers: connections are cut. */
  down: boolean
  /** Milliseconds before each answer. */
  slow: number
  /** Share of the calls that are answered 500, before or after they took effect in turn. */
  errors: number
  /** Notices are not sent, however due. */
  holdNotices: boolean
  /** Milliseconds from a payment to its notice. */
  noticeDelay: number
  /** How often each notice is sent, one right after another. */
  noticeCopies: number
}

export type PretendPay = {
  /** What a merchant of this gateway holds. */
  credentials: WechatPayCredentials
  /** Where its API answers, on loopback. */
  base: string
  weather: Weather
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

export type PretendSettings = { folder: string; origin: () => string; clock: () => Date; carry?: Carry; byItself?: boolean }

const overHttp: Carry = async (url, headers, body) => {
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(5000), redirect: 'error' })
  return { status: response.status, body: await response.text() }
}

/** A browser's request for a page, as it came over HTTP. */
export const pageRequest = ({ method, url, headers, body }: ApiRequest): PageRequest => {
  const { pathname, searchParams } = new URL(url, 'http://pretend.invalid')
  return { method, path: pathname, query: searchParams, form: new URLSearchParams(body), acceptLanguage: headers['accept-language'] ?? '' }
}
/** The pages of a pretend gateway that another process of this server runs. */
export const pagesFrom = (base: string) => async ({ method, path, query, form, acceptLanguage }: PageRequest): Promise<PageAnswer> => {
  const response = await fetch(`${base}${path}?${query}`, { method, headers: { 'accept-language': acceptLanguage }, redirect: 'manual', ...(method === 'POST' ? { body: form.toString() } : {}), signal: AbortSignal.timeout(5000) })
  const wanted = ['content-type', 'cache-control', 'referrer-policy', 'content-security-policy', 'location']
  return { status: response.status, headers: Object.fromEntries([...response.headers].filter(([name]) => wanted.includes(name))), body: await response.text() }
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
export const startPretendPay = async ({ folder, origin, clock, carry = overHttp, byItself = true }: PretendSettings): Promise<PretendPay> => {
  mkdirSync(folder, { recursive: true })
  const keys = pretendKeys(folder)
  const books = openBooks(join(folder, 'wechatpay.sqlite'))
  const weather: Weather = { down: false, slow: 0, errors: 0, holdNotices: false, noticeDelay: 0, noticeCopies: 1, refund: 'SUCCESS', refundSeconds: 3 }
  const api = pretendApi(keys, books, origin, weather, clock)

  const notice: PretendPay['notice'] = (event, resource) => {
    const body = JSON.stringify({
      id: crypto.randomUUID(),
      create_time: new Date(clock()).toISOString(),
      resource_type: 'encrypt-resource',
      event_type: event,
      summary: event,
      resource: { original_type: event.startsWith('REFUND') ? 'refund' : 'transaction', ...sealText(keys.apiV3Key, JSON.stringify(resource), event.startsWith('REFUND') ? 'refund' : 'transaction') },
    })
    return { headers: { 'content-type': 'application/json', ...platformHeaders(keys, api.platformKey, body, clock()) }, body }
  }
  const tell = (trade: BookedTrade) => books.addNotice(trade.notify_url, 'TRANSACTION.SUCCESS', shownTrade(keys, trade), clock().getTime() + weather.noticeDelay)
  const pay: PretendPay['pay'] = (tradeno, told = {}) => {
    const now = clock().getTime()
    books.expire(tradeno, now)
    const trade = books.trade(tradeno)
    if (!trade || !books.pay(tradeno, told.amount ?? trade.amount, told.currency ?? trade.currency, now)) return false
    tell(books.trade(tradeno)!)
    return true
  }
  const pages = pretendPages(books, origin, keys.appid, api.merchantKey, clock, (trade) => {
    if (pay(trade.tradeno)) soon()
  })

  const send = async ({ id, url, event, resource }: BookedNotice): Promise<void> => {
    for (let copy = 0; copy < weather.noticeCopies; copy++) {
      const { headers, body } = notice(event, JSON.parse(resource) as Record<string, unknown>)
      const answer = await carry(url, headers, body).catch(() => ({ status: 0, body: '' }))
      if (taken(answer)) books.dropNotice(id)
    }
  }
  const deliver: PretendPay['deliver'] = async (all) => {
    if (all) books.hurryNotices(clock().getTime())
    api.settleRefunds()
    if (weather.holdNotices) return 0
    const due = books.claimNotices(clock().getTime())
    await Promise.all(due.map(send))
    return due.length
  }

  let calls = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const act = () => {
        if (weather.down) return request.socket.destroy()
        const stumbles = ++calls * weather.errors - Math.floor((calls - 1) * weather.errors) >= 1
        // Half of the errors come before anything was done, half after: the caller can't tell which.
        if (stumbles && calls % 2 === 0) return response.writeHead(500).end()
        const given = { method: request.method ?? '', url: request.url ?? '', headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString('utf8') }
        const { status, headers, body } = given.url.startsWith('/pretend/') ? pages.answer(pageRequest(given)) : api.answer(given)
        if (stumbles) return response.writeHead(500).end()
        return response.writeHead(status, headers).end(body)
      }
      if (weather.slow > 0) setTimeout(act, weather.slow)
      else act()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()

  let under: Promise<unknown> = Promise.resolve()
  const round = () => (under = under.then(() => deliver()).catch(() => undefined))
  const timer = byItself ? setInterval(round, 1000) : undefined
  timer?.unref()
  /** A payment just made is told of at once, not at the next second. */
  const soon = () => void (byItself && setTimeout(round, 50 + weather.noticeDelay).unref())

  return {
    credentials: { appid: keys.appid, mchid: keys.mchid, serial: keys.merchantSerial, privateKeyPem: keys.merchantKeyPem, apiV3Key: keys.apiV3Key },
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    weather,
    page: pages.answer,
    pay,
    deliver,
    noticesWaiting: books.noticesWaiting,
    notice,
    told: (tradeno) => shownTrade(keys, books.trade(tradeno)!),
    close: async () => {
      clearInterval(timer)
      await under
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      books.shut()
    },
  }
}
