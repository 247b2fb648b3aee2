import { generateKeyPairSync } from 'node:crypto'
import { type ServerHttp2Stream, createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { selfSigned } from '../payment/certificate.ts'

/**
 * A push service for passes on loopback. It is as strict as Apple's, and keeps the tokens of the phones that it
 * notified.
 */
export type SandboxPassPush = {
  base: string
  /** The certificate of the server, which a client must trust. */
  authority: string
  /** The tokens of the phones that have a pass. */
  phones: Set<string>
  pushed: string[]
  /** The reasons for which the service refused calls. */
  refused: string[]
  weather: { status: 200 | 429 | 503 }
  close: () => Promise<void>
}

const TOKEN = /^\/3\/device\/([0-9a-f]{8,200})$/

/** Names the first rule of APNs that a call breaks. */
const brokenRule = (
  stream: ServerHttp2Stream,
  headers: Record<string, unknown>,
  body: string,
): [status: number, reason: string] | undefined => {
  const socket = stream.session?.socket as TLSSocket | undefined
  const type = (socket?.getPeerCertificate() as { subject?: { UID?: string } } | undefined)?.subject?.UID
  if (type === undefined) return [403, 'MissingProviderToken']
  if (headers[':method'] !== 'POST') return [405, 'MethodNotAllowed']
  if (headers['apns-topic'] !== type) return [400, 'TopicDisallowed']
  if (!TOKEN.test(String(headers[':path']))) return [400, 'BadDeviceToken']
  if (body !== '{}') return [400, 'PayloadEmpty']
  return undefined
}

/** Starts the push service. A client needs a certificate that is signed by `passAuthority`. */
export const startSandboxPassPush = async (passAuthority: string): Promise<SandboxPassPush> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const authority = selfSigned(privateKey, 'localhost', '10')
  const kept: Pick<SandboxPassPush, 'phones' | 'pushed' | 'refused' | 'weather'> = {
    phones: new Set(),
    pushed: [],
    refused: [],
    weather: { status: 200 },
  }
  const server = createSecureServer({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: authority,
    ca: passAuthority,
    requestCert: true,
    rejectUnauthorized: true,
  })
  server.on('stream', (opened, headers) => {
    const stream = opened as ServerHttp2Stream
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => void parts.push(part))
    stream.on('end', () => {
      const say = (status: number, reason?: string) => {
        stream.respond({ ':status': status, 'content-type': 'application/json' })
        stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
      }
      const broken = brokenRule(stream, headers, Buffer.concat(parts).toString('utf8'))
      if (broken) {
        kept.refused.push(broken[1])
        return say(...broken)
      }
      if (kept.weather.status !== 200) return say(kept.weather.status, 'TooManyRequests')
      const token = TOKEN.exec(String(headers[':path']))![1]!
      if (!kept.phones.has(token)) return say(410, 'Unregistered')
      kept.pushed.push(token)
      return say(200)
    })
  })
  const sessions = new Set<{ destroy: () => void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...kept,
    base: `https://localhost:${(server.address() as AddressInfo).port}`,
    authority,
    close: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy()
        server.close(() => resolve())
      }),
  }
}
