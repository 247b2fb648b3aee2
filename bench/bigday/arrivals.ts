import { type Socket, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { RACE } from '#test/entrants.ts'
import { makeRequest } from '../ground/requests.ts'
import type { Kind } from './cases.ts'
import type { Arrival } from './model.ts'

/**
 * The input of a child process that sends calls at given moments. The process does not wait for the answer to one call
 * before it sends the next call, because real people do not wait for each other. Each call that waits for an answer has
 * its own connection.
 */
export type Sending = {
  port: number
  arrivals: Arrival<Kind>[]
  /** The number of the first person. Each call of the kinds `entry` and `signup` sends the data of the next person. */
  from: number
  events: { entry: number; signup: number }
  results: string[]
  /** The number of the first result. Each call of the kind `result` opens the next result. */
  fromResult: number
  devices: string[]
  /** The number of the first device. Each fix comes from the next device. */
  fromDevice: number
  readers: string[]
  resultsEvent: number
  /** The largest number of calls under way. At this number a due call waits until another call has its answer. */
  most?: number | undefined
}
export type SendingReport = {
  ms: Partial<Record<Kind, number[]>>
  codes: Record<string, number>
  cpu: number
  sockets: number
  bytes: number
}

/** The longest wait for the last answers. */
const PATIENCE_MS = 60_000
const READS = 20
const LISTS = 40
/** Returns the path of one of 40 pages of lists, because many readers open the same pages. */
const listPath = ({ resultsEvent }: Sending, n: number): string => {
  const at = n % LISTS
  return `/timing/reports/fetch?raceid=${RACE}&eventid=${resultsEvent}&limit=50&q=${at % 10}&gender=${at % 2 ? 'F' : 'M'}&page=${at}`
}
const reads = ({ readers }: Sending, n: number): Buffer => {
  const key = readers[n % readers.length]!
  const first = Math.floor(n / readers.length) * READS
  const body = JSON.stringify({
    key,
    reads: Array.from({ length: READS }, (_, at) => [
      first + at + 1,
      String(1 + ((first + at) % 27_000)),
      Date.now(),
      null,
    ]),
  })
  return Buffer.from(
    `POST /console/timing/reads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
const fix = ({ devices, fromDevice }: Sending, n: number): Buffer => {
  const far = ((n * 7919) % 1000) / 1e5
  return Buffer.from(
    `GET /live/fixes?id=${devices[(fromDevice + n) % devices.length]}&lat=${(30.25 + far).toFixed(6)}&lon=${(120.15 + far).toFixed(6)}&timestamp=${Date.now()}&accuracy=6 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  )
}
const requestOf = (sending: Sending, kind: Kind, n: number): Buffer => {
  const common = { port: sending.port, sockets: 1, from: 0, count: 1, raceid: RACE, eventid: 1 }
  if (kind === 'reads') return reads(sending, n)
  if (kind === 'fix') return fix(sending, n)
  if (kind === 'result')
    return makeRequest({ ...common, made: 'result', tickets: sending.results }, sending.fromResult + n)
  if (kind === 'list') return makeRequest({ ...common, made: 'get', tickets: [listPath(sending, n)] }, n)
  return makeRequest({ ...common, made: 'signup', eventid: sending.events[kind] }, sending.from + n)
}

type Line = { socket: Socket; answer: ((code: string) => void) | undefined; bytes: number }
const END = Buffer.from('\r\n\r\n')
/** Opens a connection that carries one call at a time. */
const openLine = (port: number): Promise<Line> =>
  new Promise((resolve, reject) => {
    const line: Line = { socket: connect(port, '127.0.0.1', () => resolve(line)), answer: undefined, bytes: 0 }
    let held: Buffer = Buffer.alloc(0)
    line.socket.setNoDelay(true)
    line.socket
      .on('close', () => line.answer?.('closed'))
      .on('error', reject)
      .on('data', (chunk: Buffer) => {
        held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
        const head = held.indexOf(END)
        if (head < 0) return
        const length = Number(/content-length: (\d+)/i.exec(held.toString('latin1', 0, head))?.[1] ?? 0)
        if (held.length < head + 4 + length) return
        const status = held.toString('latin1', 9, 12)
        line.bytes += held.length
        const word = /"refusal":"(\w+)"/.exec(held.toString('latin1', head, head + 600))?.[1]
        held = Buffer.alloc(0)
        const { answer } = line
        line.answer = undefined
        answer?.(word ?? status)
      })
  })

const send = async (sending: Sending, requests: readonly Buffer[]): Promise<SendingReport> => {
  const report: SendingReport = { ms: {}, codes: {}, cpu: 0, sockets: 0, bytes: 0 }
  const free: Line[] = await Promise.all(Array.from({ length: 64 }, () => openLine(sending.port)))
  report.sockets = free.length
  const before = process.cpuUsage()
  const began = performance.now()
  let open = 0
  let freed: (() => void) | undefined
  const most = sending.most ?? Infinity
  const call = async (at: number) => {
    const { kind, at: moment } = sending.arrivals[at]!
    // Normally the time of a call counts from its planned moment. If the number of calls under way has a bound, a call
    // may wait here in the child process. The time then counts from the sending, because the server does not cause this
    // wait.
    const due = sending.most === undefined ? moment : performance.now() - began
    open += 1
    let line = free.pop()
    // The server ends a connection that carries no call for a minute.
    while (line?.socket.destroyed) line = free.pop()
    if (!line) {
      report.sockets += 1
      line = await openLine(sending.port)
    }
    const { socket } = line
    const code = await new Promise<string>((resolve) => {
      line.answer = resolve
      socket.write(requests[at]!)
    })
    report.codes[`${kind} ${code}`] = (report.codes[`${kind} ${code}`] ?? 0) + 1
    ;(report.ms[kind] ??= []).push(performance.now() - began - due)
    free.push(line)
    open -= 1
    freed?.()
  }
  for (let next = 0; next < requests.length;) {
    const now = performance.now() - began
    while (next < requests.length && open < most && sending.arrivals[next]!.at <= now) void call(next++)
    const due = sending.arrivals[next]?.at
    if (due !== undefined && open >= most) await new Promise<void>((resolve) => (freed = resolve))
    else if (due !== undefined) await wait(Math.max(1, due - (performance.now() - began)))
  }
  for (const end = performance.now() + PATIENCE_MS; open > 0 && performance.now() < end;) await wait(5)
  if (open > 0) report.codes['without an answer'] = open
  const { user, system } = process.cpuUsage(before)
  report.cpu = (user + system) / 1e6
  report.bytes = free.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { socket } of free) socket.destroy()
  return report
}

process.once('message', (sending: Sending) => {
  const counts: Partial<Record<Kind, number>> = {}
  const requests = sending.arrivals.map(({ kind }) => {
    const n = counts[kind] ?? 0
    counts[kind] = n + 1
    return requestOf(sending, kind, n)
  })
  process.send!('ready')
  process.once('message', () => void send(sending, requests).then((report) => process.send!(report)))
})
