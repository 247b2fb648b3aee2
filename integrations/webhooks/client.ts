import { request as plainRequest } from 'node:http'
import { type RequestOptions, request as secureRequest } from 'node:https'
import { isIP } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { NotPublic, isPublicAddress, publicLookup } from '../push/publicAddress.ts'

export type WebhookMessage = { id: string; url: string; body: string; secrets: readonly string[]; at: Date }
/** The outcome of one try. `failure` is a word and never the receiver's text, because that text may be a secret. */
export type WebhookAnswer = { status: number } | { failure: 'timeout' | 'not_public' | 'no_connection' }
export type WebhookSender = {
  send: (message: WebhookMessage) => Promise<WebhookAnswer>
  /** Tells whether messages may go to this address at all, as far as the address itself shows. */
  usable: (url: string) => boolean
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')
const isLoopback = (address: URL): boolean => ['127.0.0.1', 'localhost', '::1'].includes(hostOf(address))

const usableWith =
  (loopback: boolean) =>
  (url: string): boolean => {
    const address = URL.parse(url)
    if (!address || address.username !== '' || address.password !== '' || address.hash !== '') return false
    if (loopback && isLoopback(address)) return address.protocol === 'http:' || address.protocol === 'https:'
    if (address.protocol !== 'https:') return false
    const host = hostOf(address)
    return isIP(host) === 0
      ? host.includes('.') && !/\.(local|internal|localhost)\.?$/i.test(host)
      : isPublicAddress(host)
  }

/** Writes the headers of Standard Webhooks. During a change of the secret, both secrets sign. */
export const signedHeaders = ({ id, at, body, secrets }: Omit<WebhookMessage, 'url'>): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Startline-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})

/**
 * Makes the sender of webhooks' messages. Staff choose the addresses, so a connection goes to public addresses only,
 * follows no redirect and reads no body of an answer. `loopback` allows receivers on this machine, for tests and
 * development.
 */
export const webhookSender = ({
  loopback = false,
  timeoutMs = 10_000,
}: { loopback?: boolean; timeoutMs?: number } = {}): WebhookSender => {
  const usable = usableWith(loopback)
  return {
    usable,
    send: ({ url, ...message }) => {
      if (!usable(url)) return Promise.resolve({ failure: 'not_public' })
      const address = new URL(url)
      const body = Buffer.from(message.body)
      const options: RequestOptions = {
        method: 'POST',
        headers: { ...signedHeaders(message), 'content-length': body.length },
        agent: false,
        ...(loopback && isLoopback(address) ? {} : { lookup: publicLookup }),
        signal: AbortSignal.timeout(timeoutMs),
      }
      return new Promise((resolve) => {
        const request = (address.protocol === 'http:' ? plainRequest : secureRequest)(address, options, (response) => {
          response.destroy()
          resolve({ status: response.statusCode ?? 0 })
        })
        request.on('error', (error) => {
          if (error instanceof NotPublic) return resolve({ failure: 'not_public' })
          resolve({ failure: ['AbortError', 'TimeoutError'].includes(error.name) ? 'timeout' : 'no_connection' })
        })
        request.end(body)
      })
    },
  }
}
