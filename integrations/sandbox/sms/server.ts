import { createHash, createHmac, randomUUID } from 'node:crypto'
import { serveOnLoopback, whenRead } from '../loopback.ts'

/**
 * The parts that the sandbox providers of text messages share. They answer on loopback, with the faults that
 * `SmsWeather` sets, and keep the messages that they sent.
 */

export type SandboxSent = {
  number: string
  to: string
  template: string
  text: string
  mark: string
  at: Date
  /** The delivery report of the phone network. */ receipt?: { delivered: boolean; code: string; at: Date }
}
/**
 * The faults of a sandbox provider. `lose` means that the call takes effect and its answer never arrives. `code` is the
 * code with which every send is refused.
 */
export type SmsWeather = { down: boolean; lose: boolean; garbled: boolean; code: string | undefined }
export type SandboxCall = {
  method: string
  url: URL
  headers: Readonly<Record<string, string | undefined>>
  body: string
}
export type SandboxBook = {
  clock: () => Date
  weather: SmsWeather
  sent: SandboxSent[]
  /** The texts of the approved templates, by the provider's id. The placeholders have the provider's notation. */
  templates: Readonly<Record<string, string>>
  signNames: readonly string[]
}

export const sha = (text: string): string => createHash('sha256').update(text).digest('hex')
export const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Returns the limit that a mobile number has reached, or undefined. The vendors publish 1 message a minute, 5 an hour,
 * 10 a day.
 */
export const sendingLimitOf = ({ sent, clock }: SandboxBook, to: string): 'minute' | 'hour' | 'day' | undefined => {
  const within = (seconds: number) =>
    sent.filter((one) => one.to === to && one.at.getTime() > clock().getTime() - seconds * 1000).length
  if (within(60) >= 1) return 'minute'
  if (within(3600) >= 5) return 'hour'
  return within(86_400) >= 10 ? 'day' : undefined
}

export const keepSent = (book: SandboxBook, one: Omit<SandboxSent, 'number' | 'at'>): SandboxSent => {
  const kept = { ...one, number: `${book.sent.length + 1}-${randomUUID().slice(0, 8)}`, at: book.clock() }
  book.sent.push(kept)
  return kept
}

export type SandboxSms = SandboxBook & {
  base: string
  /** Records the phone network's report on the last message to a number. */ receive: (
    to: string,
    delivered: boolean,
    code?: string,
  ) => void
  close: () => Promise<void>
}

export const runSandboxSms = async (
  given: Pick<SandboxBook, 'clock' | 'templates' | 'signNames'>,
  answer: (book: SandboxBook, call: SandboxCall) => { status: number; json: unknown },
): Promise<SandboxSms> => {
  const book: SandboxBook = {
    ...given,
    sent: [],
    weather: { down: false, lose: false, garbled: false, code: undefined },
  }
  const server = await serveOnLoopback((request, response) =>
    whenRead(request, (body) => {
      if (book.weather.down) return void request.socket.destroy()
      const { status, json } = answer(book, {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://pretend.invalid'),
        headers: request.headers as Record<string, string>,
        body,
      })
      if (book.weather.lose) return void request.socket.destroy()
      if (book.weather.garbled)
        return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    }),
  )
  return Object.assign(book, {
    ...server,
    receive: (to: string, delivered: boolean, code = delivered ? 'DELIVERED' : 'UNDELIV') => {
      const one = book.sent.findLast((sent) => sent.to === to)
      if (one) one.receipt = { delivered, code, at: book.clock() }
    },
  })
}
