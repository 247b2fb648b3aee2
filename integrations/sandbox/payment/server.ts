import type { RequestListener } from 'node:http'
import { serveOnLoopback, whenRead } from '../loopback.ts'
import type { BookedNotice } from './bookedNotices.ts'
import type { Books } from './books.ts'
import type { PageAnswer, PageRequest } from './shell.ts'

/**
 * The parts that all sandbox gateways share. The gateways answer on loopback, with the faults that `Weather` sets, and
 * send a notice again until it is accepted.
 */

/** A call as it came over HTTP, and the answer to it. */
export type ApiRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string | undefined>>
  body: string
}
export type ApiAnswer = { status: number; headers: Record<string, string>; body: string | Uint8Array }

/** Carries a sandbox gateway's notice to this server: over HTTP unless a test sets another carrier. */
export type Carry = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<{ status: number; body: string }>

/** The faults of a gateway. All are off unless a test or a demonstration turns them on. */
export type Weather = {
  /** True if nobody answers and connections are cut. */
  down: boolean
  /** The milliseconds before each answer. */
  slow: number
  /** The share of calls that are answered with 500. Some of these calls take effect before the error. */
  errors: number
  /** True if notices are not sent, although they are due. */
  holdNotices: boolean
  /** The milliseconds from a payment to its notice. */
  noticeDelay: number
  /** The number of times that each notice is sent in a row. */
  noticeCopies: number
}
export const fair: Readonly<Weather> = {
  down: false,
  slow: 0,
  errors: 0,
  holdNotices: false,
  noticeDelay: 0,
  noticeCopies: 1,
}

export type SandboxSettings = {
  folder: string
  origin: () => string
  clock: () => Date
  carry?: Carry
  byItself?: boolean
}

/** The functions and settings that one gateway adds to the shared parts. */
type ServerOptions<Own> = Pick<SandboxSettings, 'clock' | 'carry' | 'byItself'> & {
  weather: Weather & Own
  books: Books
  answer: (request: ApiRequest) => ApiAnswer
  /** Returns the gateway's pages for payers, below `/pretend/`. */
  page: (request: PageRequest) => PageAnswer
  /** Runs before notices are sent, and completes for example the refunds whose time has come. */
  settle: () => void
  /** Returns the headers and the text with which a booked notice is sent now. */
  compose: (notice: BookedNotice) => { headers: Record<string, string>; body: string }
  /** Tells whether this answer to a notice ends the retries. */
  taken: (answer: { status: number; body: string }) => boolean
}

/** A running sandbox gateway. Each gateway adds functions of its own. */
export type RunningSandbox<Own> = {
  /** The gateway's address on loopback. */
  base: string
  weather: Weather & Own
  page: (request: PageRequest) => PageAnswer
  /** Sends the notices that are due and returns their number. `all` also sends notices that are not yet due. */
  deliver: (all?: 'all') => Promise<number>
  noticesWaiting: () => number
  close: () => Promise<void>
}

const overHttp: Carry = async (url, headers, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(5000),
    redirect: 'error',
  })
  return { status: response.status, body: await response.text() }
}

const pageRequest = ({ method, url, headers, body }: ApiRequest): PageRequest => {
  const { pathname, searchParams } = new URL(url, 'http://pretend.invalid')
  return {
    method,
    path: pathname,
    query: searchParams,
    form: new URLSearchParams(body),
    acceptLanguage: headers['accept-language'] ?? '',
  }
}
/** Returns the pages of a sandbox gateway that another process of this server runs. */
export const pagesFrom =
  (base: string) =>
  async ({ method, path, query, form, acceptLanguage }: PageRequest): Promise<PageAnswer> => {
    const response = await fetch(`${base}${path}?${query}`, {
      method,
      headers: { 'accept-language': acceptLanguage },
      redirect: 'manual',
      ...(method === 'POST' ? { body: form.toString() } : {}),
      signal: AbortSignal.timeout(5000),
    })
    const passedOn = ['content-type', 'cache-control', 'referrer-policy', 'content-security-policy', 'location']
    return {
      status: response.status,
      headers: Object.fromEntries([...response.headers].filter(([name]) => passedOn.includes(name))),
      body: await response.text(),
    }
  }

/**
 * Sends a notice `noticeCopies` times in a row. If our server accepts one of these copies, no later round sends the
 * notice.
 */
const sendNotice = async <Own>(
  { weather, books, compose, taken, carry = overHttp }: ServerOptions<Own>,
  notice: BookedNotice,
): Promise<void> => {
  for (let copy = 0; copy < weather.noticeCopies; copy++) {
    const { headers, body } = compose(notice)
    const answered = await carry(notice.url, headers, body).catch(() => ({ status: 0, body: '' }))
    if (taken(answered)) books.dropNotice(notice.id)
  }
}
const deliver = async <Own>(options: ServerOptions<Own>, all?: 'all'): Promise<number> => {
  const { books, weather, clock, settle } = options
  if (all) books.hurryNotices(clock().getTime())
  settle()
  if (weather.holdNotices) return 0
  const due = books.claimNotices(clock().getTime())
  await Promise.all(due.map((notice) => sendNotice(options, notice)))
  return due.length
}

/** Returns the function that answers calls, with the faults that `weather` sets. */
const answering = <Own>({ weather, answer, page }: ServerOptions<Own>, isShut: () => boolean): RequestListener => {
  let calls = 0
  return (request, response) =>
    whenRead(request, (body) => {
      const act = () => {
        // The books are shut, or the sandbox simulates a server that is down. The call gets no answer.
        if (isShut() || weather.down) return request.socket.destroy()
        const stumbles = ++calls * weather.errors - Math.floor((calls - 1) * weather.errors) >= 1
        // If `calls` is even, a call with an error takes no effect. If `calls` is odd, the call takes effect before the
        // error.
        if (stumbles && calls % 2 === 0) return response.writeHead(500).end()
        const { method = '', url = '' } = request
        const given = { method, url, headers: request.headers as Record<string, string>, body }
        const answered = url.startsWith('/pretend/') ? page(pageRequest(given)) : answer(given)
        if (stumbles) return response.writeHead(500).end()
        return response.writeHead(answered.status, answered.headers).end(answered.body)
      }
      if (weather.slow > 0) setTimeout(act, weather.slow)
      else act()
    })
}

/** Sends due notices every second, one round after the other. With `byItself` false, no round runs. */
const beginRounds = <Own>(options: ServerOptions<Own>) => {
  const { byItself = true, weather } = options
  let under: Promise<unknown> = Promise.resolve()
  const round = () => (under = under.then(() => deliver(options)).catch(() => undefined))
  const timer = byItself ? setInterval(round, 1000) : undefined
  timer?.unref()
  return {
    soon: () => void (byItself && setTimeout(round, 50 + weather.noticeDelay).unref()),
    end: async () => {
      clearInterval(timer)
      await under
    },
  }
}

/** Runs a sandbox gateway. `soon` starts one more round after `noticeDelay`. */
export const runSandbox = async <Own>(
  options: ServerOptions<Own>,
): Promise<RunningSandbox<Own> & { soon: () => void }> => {
  const { books, weather, page } = options
  let shut = false
  const server = await serveOnLoopback(answering(options, () => shut))
  const rounds = beginRounds(options)
  return {
    base: server.base,
    weather,
    page,
    deliver: (all) => deliver(options, all),
    noticesWaiting: books.noticesWaiting,
    soon: rounds.soon,
    close: async () => {
      shut = true
      await rounds.end()
      await server.close()
      books.shut()
    },
  }
}
