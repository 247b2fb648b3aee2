import { type Socket, connect } from 'node:net'
import { entrant, idnumOf } from '#test/entrants.ts'

/** `made` is the kind of the requests. With `tokens`, request n uses the session `bench-<n>`. */
export type LoadRequest = {
  port: number
  sockets: number
  made: 'signup' | 'lookup' | 'poll' | 'result' | 'photo' | 'order' | 'get'
  from: number
  count: number
  raceid: number
  eventid: number
  people?: number
  path?: string
  seconds?: number
  /** Tickets of the waiting room, keys of results, or addresses of `get`. */ tickets?: readonly string[]
}
/** `at` is the milliseconds from the start to each successful answer. `ms` is the duration of each call. */
export type LoadReport = { codes: Record<string, number>; at: number[]; ms: number[]; cpu: number }

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
  return requestOf('/registration/save', new URLSearchParams(fields).toString())
}

const lookup = (request: LoadRequest, n: number): Buffer => {
  // Every caller has an address of its own, as behind a proxy.
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

/** A request for a result by its key, each time another result. */
const result = (request: LoadRequest, n: number): Buffer =>
  requestOf(
    request.path ?? '/timing/query',
    new URLSearchParams({ id: request.tickets?.[n % request.tickets.length] ?? '', _lang: 'zh-cn' }).toString(),
  )

/** A request for the photos of a bib in the album `eventid`, each time another bib. */
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

/** An order of one piece of the variant `eventid`, each time of another account. */
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

/** One of the addresses, in turn, as a cache on the way may keep them. */
const get = (request: LoadRequest, n: number): Buffer =>
  Buffer.from(
    `GET ${request.tickets?.[n % request.tickets.length] ?? '/'} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n\r\n`,
  )

const END = Buffer.from('\r\n\r\n')
/**
 * Reads one answer of HTTP/1.1 at a time. The servers send Content-Length, and each request waits for the answer to the
 * former request.
 */
const drive = (
  socket: Socket,
  ask: () => Buffer | undefined,
  answered: (body: Buffer, ms: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let held: Buffer = Buffer.alloc(0)
    let sent = 0
    const next = () => {
      const request = ask()
      if (!request) return void socket.end(resolve)
      sent = performance.now()
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const head = held.indexOf(END)
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(held.toString('latin1', 0, head))?.[1])
      if (held.length < head + 4 + length) return
      const body = held.subarray(head + 4, head + 4 + length)
      held = held.subarray(head + 4 + length)
      answered(body, performance.now() - sent)
      next()
    })
    socket.on('error', reject)
    socket.on('connect', next)
  })

const fire = async (request: LoadRequest, requests: readonly Buffer[]): Promise<LoadReport> => {
  const codes: Record<string, number> = {}
  const at: number[] = []
  const ms: number[] = []
  let next = 0
  const began = performance.now()
  const cpu = process.cpuUsage()
  const until = began + (request.seconds ?? Infinity) * 1000
  const ask = () =>
    request.seconds === undefined
      ? requests[next++]
      : performance.now() < until
        ? requests[next++ % requests.length]
        : undefined
  await Promise.all(
    Array.from({ length: request.sockets }, () =>
      drive(connect(request.port, '127.0.0.1'), ask, (body, took) => {
        const code = body.toString('latin1', 9, 9 + 3)
        const word =
          code === '200'
            ? '200'
            : (/"refusal":"(\w+)"/.exec(body.toString('latin1'))?.[1] ?? body.toString('latin1', 0, 60))
        codes[word] = (codes[word] ?? 0) + 1
        if (word === '200') {
          at.push(performance.now() - began)
          ms.push(took)
        }
      }),
    ),
  )
  const { user, system } = process.cpuUsage(cpu)
  return { codes, at, ms, cpu: (user + system) / 1e6 }
}

process.once('message', (request: LoadRequest) => {
  const make = { signup, lookup, poll, result, photo, order, get }[request.made]
  const requests = Array.from({ length: request.count }, (_, n) => make(request, request.from + n))
  process.send!('ready')
  process.once('message', () => void fire(request, requests).then((report) => process.send!(report)))
})
