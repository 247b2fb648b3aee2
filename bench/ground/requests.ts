import { entrant, idnumOf } from '#test/entrants.ts'

/**
 * The requests that a child process sends. `made` is their kind. A request that needs a log-in uses the session
 * `bench-<n>`, where n is the number of the request.
 */
export type LoadRequest = {
  port: number
  sockets: number
  made: 'signup' | 'lookup' | 'poll' | 'result' | 'photo' | 'order' | 'draw' | 'get'
  from: number
  count: number
  raceid: number
  eventid: number
  people?: number
  path?: string
  seconds?: number
  /**
   * The values that the requests use in turn: tickets of the waiting room, keys of results, or the addresses that
   * requests of the kind `get` fetch.
   */ tickets?: readonly string[]
}
const requestOf = (path: string, form: string, more = ''): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(form)}\r\n${more}\r\n${form}`,
  )

const signup = (request: LoadRequest, n: number): Buffer => {
  const person = entrant(n, {
    raceid: request.raceid,
    eventid: request.eventid,
    email: `runner${n}@example.org`,
    quiz: { side: 'right' },
  })
  const input = { ...person, consents: { ...person.consents, disclaimer: 'v1' } } as Record<string, unknown>
  const fields = Object.entries({ ...input, _token: `bench-${n}`, _lang: 'zh-cn', _once: `sign-up-${n}` }).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as [string, string],
  )
  return requestOf(request.path ?? '/registration/save', new URLSearchParams(fields).toString())
}

const lookup = (request: LoadRequest, n: number): Buffer => {
  // The header gives every caller an address of its own, as a proxy does.
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  const person = (Math.imul(n + 1, 2_654_435_761) >>> 0) % (request.people ?? 1)
  return requestOf(
    request.path ?? '/registration/query',
    new URLSearchParams({
      raceid: String(request.raceid),
      idnum: idnumOf(person),
      id: String(person + 1),
      _lang: 'zh-cn',
    }).toString(),
    `X-Forwarded-For: ${address}\r\n`,
  )
}

const poll = (request: LoadRequest, n: number): Buffer =>
  requestOf(
    '/waiting/poll',
    new URLSearchParams({
      raceid: String(request.raceid),
      ticket: request.tickets?.[n % request.tickets.length] ?? '',
      _lang: 'zh-cn',
    }).toString(),
  )

const result = (request: LoadRequest, n: number): Buffer =>
  requestOf(
    request.path ?? '/timing/query',
    new URLSearchParams({ id: request.tickets?.[n % request.tickets.length] ?? '', _lang: 'zh-cn' }).toString(),
  )

/** Returns a request for the photos of a bib. `eventid` holds the id of the album. */
const photo = (request: LoadRequest, n: number): Buffer =>
  requestOf(
    request.path ?? '/photo/search/bib',
    new URLSearchParams({
      albumid: String(request.eventid),
      bib: `B${(Math.imul(n + 1, 2_654_435_761) >>> 0) % (request.people ?? 1)}`,
      limit: '3',
      _lang: 'zh-cn',
    }).toString(),
  )

/**
 * Returns a request that orders one piece. `eventid` holds the id of the variant. Each request comes from another
 * account.
 */
const order = (request: LoadRequest, n: number): Buffer =>
  requestOf(
    '/order/create',
    new URLSearchParams({
      raceid: String(request.raceid),
      lines: JSON.stringify([{ variantid: request.eventid, n: 1 }]),
      place: 'Expo',
      _token: `bench-${n}`,
      _once: `order-number-${n}`,
      _lang: 'zh-cn',
    }).toString(),
  )

/**
 * Returns a request for a try. `eventid` holds the id of the lucky draw. Each request comes from another account and
 * carries another `own`, the number that a device chooses.
 */
const draw = (request: LoadRequest, n: number): Buffer =>
  requestOf(
    '/luckey/draw',
    new URLSearchParams({
      raceid: String(request.raceid),
      id: String(request.eventid),
      own: n.toString(16).padStart(32, '0'),
      _token: `bench-${n}`,
      _lang: 'zh-cn',
    }).toString(),
  )

/**
 * Builds a request for the next of the addresses. After the last address the first one follows again, so a cache in
 * front of the server can answer.
 */
const get = (request: LoadRequest, n: number): Buffer =>
  Buffer.from(
    `GET ${request.tickets?.[n % request.tickets.length] ?? '/'} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n`,
  )

/** Makes a request of the given kind. The number chooses its contents. */
export const makeRequest = (request: LoadRequest, n: number): Buffer =>
  ({ signup, lookup, poll, result, photo, order, draw, get })[request.made](request, n)
