import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { AppleSettings } from './apple.ts'

/**
 * Pushes of Apple for passes (developer.apple.com/documentation/walletpasses, APNs over HTTP/2): an empty message with
 * the pass type as its topic, on a connection that shows the certificate of the pass type. The phone then asks the web
 * service for the changed passes.
 */
export type PassPushAnswer = 'sent' | 'gone' | 'busy'
/** The error for a push service that does not answer, or answers with an error of its own. */
export class PassPushDown extends Error {}
export type PassPush = (tokens: readonly string[]) => Promise<Map<string, PassPushAnswer>>

const APPLE = 'https://api.push.apple.com'
const TIMEOUT_MS = 10_000
/** The answers after which the server must forget a token. */
const GONE: ReadonlySet<string> = new Set(['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken'])

const answerOf = (status: number, body: string): PassPushAnswer => {
  if (status === 200) return 'sent'
  const reason = (() => {
    try {
      return (JSON.parse(body) as { reason?: string }).reason ?? ''
    } catch {
      return ''
    }
  })()
  if (status === 410 || GONE.has(reason)) return 'gone'
  if (status === 429 || status === 503) return 'busy'
  throw new PassPushDown(`status ${status} ${reason}`)
}

const sendOne = (session: ClientHttp2Session, topic: string, token: string): Promise<PassPushAnswer> =>
  new Promise((resolve, reject) => {
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
      'apns-topic': topic,
      'apns-push-type': 'background',
      'apns-priority': '5',
    })
    let [status, body] = [0, '']
    stream.setEncoding('utf8')
    stream.on('response', (headers) => (status = Number(headers[constants.HTTP2_HEADER_STATUS])))
    stream.on('data', (part: string) => (body += part))
    stream.on('error', () => reject(new PassPushDown('no answer')))
    stream.on('end', () => {
      try {
        resolve(answerOf(status, body))
      } catch (error) {
        reject(error as Error)
      }
    })
    stream.setTimeout(TIMEOUT_MS, () => stream.close(constants.NGHTTP2_CANCEL))
    stream.end('{}')
  })

/**
 * Makes the sender of empty pushes. `service` is the push service of Apple or of a sandbox. `authority` is a sandbox's
 * certificate.
 */
export const applePushOver =
  (
    { passType, certificate, key }: Pick<AppleSettings, 'passType' | 'certificate' | 'key'>,
    service: { base: string; authority?: string } = { base: APPLE },
  ): PassPush =>
  async (tokens) => {
    const answers = new Map<string, PassPushAnswer>()
    if (tokens.length === 0) return answers
    const session = connect(service.base, {
      cert: certificate,
      key,
      ...(service.authority === undefined ? {} : { ca: service.authority }),
    })
    try {
      await new Promise<void>((resolve, reject) => {
        session.once('connect', () => resolve())
        session.once('error', () => reject(new PassPushDown('no connection')))
      })
      session.on('error', () => undefined)
      for (const token of tokens) answers.set(token, await sendOne(session, passType, token))
      return answers
    } finally {
      session.destroy()
    }
  }
