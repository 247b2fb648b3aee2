import { createECDH } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { type RequestOptions, request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import webPush from 'web-push'
import { publicLookup } from './publicAddress.ts'
import { measureService } from '#db/measures.ts'

/**
 * A browser's subscription, as the Push API gives it: the address at the browser's push service, and the keys that seal
 * messages to the browser.
 */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }
/** The keys by which push services know this platform (VAPID, RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

export type PushOrder = {
  target: PushTarget
  keys: VapidKeys
  /** The address at which the operator of a push service finds us: `https:` or `mailto:`. */
  subject: string
  payload: string
  /** The seconds for which the push service keeps the message while it cannot reach the browser. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** A later message of the same topic replaces an earlier message that was not delivered yet. */
  topic?: string
}

/** The answer of a push service. `gone` means that the subscription has ended for good. */
export type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone' }
  | { outcome: 'refused'; status: number }
  | { outcome: 'busy'; seconds: number }

/** The error for a push service that does not answer, or that answers with a failure of its own. */
export class PushDown extends Error {}

export type WebPush = {
  send: (order: PushOrder) => Promise<PushAnswer>
  /** Tells whether messages can go to a subscription at all. */
  usable: (target: PushTarget) => boolean
}
/**
 * The platform's own keys and its contact address for push services. Without a key in the settings, the server makes
 * keys. Without an address, the server gives its own origin if the origin begins with `https:`.
 */
export type PushSettings = { privateKey?: string | undefined; subject?: string | undefined }

/** The most bytes of a payload. Every push service takes 4096 bytes of the sealed message (RFC 8030, 7.2). */
export const MOST_PAYLOAD = 3000
const MOST_WAIT_SECONDS = 3600
const USUAL_WAIT_SECONDS = 60
const TIMEOUT_MS = 8000

export const newPushKeys = (): VapidKeys => webPush.generateVAPIDKeys()

/** Returns the public key that belongs to a private key. Undefined if the text is no key of P-256. */
export const vapidPublicKeyOf = (privateKey: string): string | undefined => {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== 32) return undefined
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(bytes)
    return curve.getPublicKey('base64url')
  } catch {
    return undefined
  }
}

const isPoint = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    const curve = createECDH('prime256v1')
    curve.generateKeys()
    curve.computeSecret(bytes)
    return true
  } catch {
    return false
  }
}

/**
 * Tells whether the server can send to a subscription. `bases` are the addresses of sandboxes, which the server accepts
 * too.
 */
export const isUsable = ({ endpoint, p256dh, auth }: PushTarget, bases: readonly string[] = []): boolean => {
  if (!isPoint(p256dh) || Buffer.from(auth, 'base64url').length !== 16) return false
  const address = URL.parse(endpoint)
  if (!address || address.username !== '' || address.password !== '' || endpoint.length > 1000) return false
  if (bases.includes(address.origin)) return true
  const host = address.hostname
  return (
    address.protocol === 'https:' && address.port === '' && host.includes('.') && isIP(host) === 0 && host[0] !== '['
  )
}

const secondsOf = (header: string | undefined, now: number): number => {
  const given = header === undefined ? Number.NaN : Number(header)
  const seconds = Number.isFinite(given) ? given : (Date.parse(header ?? '') - now) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), MOST_WAIT_SECONDS) : USUAL_WAIT_SECONDS
}

const answerOf = (status: number, retryAfter: string | undefined): PushAnswer => {
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (status === 429 || status === 503) return { outcome: 'busy', seconds: secondsOf(retryAfter, Date.now()) }
  if (status >= 500) throw new PushDown(`status ${status}`)
  return { outcome: 'refused', status }
}

/**
 * Makes the client of web push over RFC 8030. Anybody may send us the address of a push service. A connection therefore
 * goes only to public addresses or to a sandbox (`bases`), follows no redirect and reads no body of an answer.
 */
export const webPushOver = (bases: () => readonly string[] = () => []): WebPush => ({
  usable: (target) => isUsable(target, bases()),
  send: ({ target, keys, subject, payload, ttl, urgency, topic }) => {
    const address = new URL(target.endpoint)
    const sandbox = bases().includes(address.origin)
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: target.endpoint, keys: { p256dh: target.p256dh, auth: target.auth } },
      payload,
      { vapidDetails: { subject, ...keys }, TTL: ttl, urgency, ...(topic === undefined ? {} : { topic }) },
    )
    const options: RequestOptions = {
      method: 'POST',
      headers: headers as Record<string, string>,
      ...(sandbox ? {} : { lookup: publicLookup }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const began = performance.now()
    const measure = (status?: number) => measureService('web push', status, performance.now() - began)
    return new Promise((resolve, reject) => {
      const request = (sandbox ? plainRequest : secureRequest)(address, options, (response) => {
        response.destroy()
        measure(response.statusCode)
        try {
          resolve(answerOf(response.statusCode ?? 0, response.headers['retry-after']))
        } catch (error) {
          reject(error as Error)
        }
      })
      // The error does not name the address, because the address of a subscription is a secret of its browser.
      request.on('error', (error) => {
        measure()
        reject(new PushDown(error.name === 'AbortError' ? 'timeout' : 'no connection'))
      })
      request.end(body)
    })
  },
})
