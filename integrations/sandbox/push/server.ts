import { type ECDH, createECDH, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PushTarget } from '../../push/client.ts'
import { serveOnLoopback } from '../loopback.ts'
import { brokenVapid, openPush } from './sealed.ts'

/** The answers that the sandbox gives on demand. `down` breaks the connection. */
export type PushWeather = 201 | 404 | 410 | 413 | 429 | 503 | 'down'
export type ReceivedPush = { endpoint: string; payload: string; ttl: number; urgency: string; topic: string | null }

/**
 * A push service on loopback with its own browsers. It is as strict as the specifications and keeps the messages that
 * it opens.
 */
export type SandboxPush = {
  base: string
  /** Makes a browser that subscribes with a platform's public key. */
  subscribe: (publicKey: string) => PushTarget
  /** Ends a subscription, as a browser does if its owner forbids messages. */
  end: (endpoint: string) => void
  received: ReceivedPush[]
  /** The reasons for which the service refused messages, the oldest first. */
  refused: string[]
  weather: { answer: PushWeather; retryAfter: string; of: Map<string, PushWeather> }
  close: () => Promise<void>
}

type Browser = { keys: ECDH; auth: Buffer; publicKey: string }
const MOST_BYTES = 4096
const MOST_TTL = 28 * 86_400

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Names the rule of RFC 8030 or RFC 8292 that a message breaks. */
const brokenRule = ({ headers, method }: IncomingMessage, { publicKey }: Browser, base: string): string | undefined => {
  if (method !== 'POST') return 'no POST'
  if (!/^\d+$/.test(headers.ttl?.toString() ?? '') || Number(headers.ttl) > MOST_TTL) return 'no TTL'
  if (headers['content-encoding'] !== 'aes128gcm') return 'another encoding'
  if (!['very-low', 'low', 'normal', 'high'].includes(headers.urgency?.toString() ?? 'normal')) return 'no urgency'
  if (!/^[\w-]{1,32}$/.test(headers.topic?.toString() ?? 'a')) return 'no topic'
  return brokenVapid(headers.authorization, { audience: base, key: publicKey, now: Date.now() })
}

type Answering = Pick<SandboxPush, 'received' | 'refused' | 'weather'> & {
  base: string
  browsers: Map<string, Browser>
}

const answer = async (
  { base, browsers, received, refused, weather }: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const body = await read(request)
  const endpoint = base + (request.url ?? '')
  const say = (status: number, why?: string) => {
    if (why !== undefined) refused.push(why)
    response.writeHead(status, status === 429 || status === 503 ? { 'retry-after': weather.retryAfter } : {}).end(why)
  }
  const chosen = weather.of.get(endpoint) ?? weather.answer
  if (chosen === 'down') return void request.socket.destroy()
  if (chosen !== 201) return say(chosen)
  const browser = browsers.get(endpoint)
  if (!browser) return say(410)
  if (body.length > MOST_BYTES) return say(413, 'too long')
  const broken = brokenRule(request, browser, base)
  if (broken !== undefined) return say(broken.includes('key') || broken.includes('signature') ? 403 : 400, broken)
  try {
    const payload = openPush(body, browser.keys, browser.auth)
    const { ttl, urgency, topic } = request.headers
    received.push({
      endpoint,
      payload,
      ttl: Number(ttl),
      urgency: urgency?.toString() ?? 'normal',
      topic: topic?.toString() ?? null,
    })
    say(201)
  } catch {
    say(400, 'not sealed for this browser')
  }
}

export const startSandboxPush = async (): Promise<SandboxPush> => {
  const browsers = new Map<string, Browser>()
  const kept: Pick<SandboxPush, 'received' | 'refused' | 'weather'> = {
    received: [],
    refused: [],
    weather: { answer: 201, retryAfter: '30', of: new Map() },
  }
  let base = ''
  const served = await serveOnLoopback((request, response) => {
    answer({ ...kept, base, browsers }, request, response).catch(() => request.socket.destroy())
  })
  base = served.base
  return {
    ...kept,
    base,
    subscribe: (publicKey) => {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${base}/push/${randomBytes(18).toString('base64url')}`
      browsers.set(endpoint, { keys, auth, publicKey })
      return { endpoint, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') }
    },
    end: (endpoint) => void browsers.delete(endpoint),
    close: served.close,
  }
}
