import { type KeyObject, createVerify, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serveOnLoopback, whenRead } from '../loopback.ts'

type SavedObject = Record<string, unknown>
/**
 * A sandbox of Google Wallet on loopback, at two addresses: `tokens` gives access tokens, and `api` is the REST
 * interface.
 */
export type SandboxGoogleWallet = {
  tokens: string
  api: string
  saved: Map<string, SavedObject>
  refused: string[]
  close: () => Promise<void>
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const fields = new Set([
  'state',
  'hexBackgroundColor',
  'barcode',
  'ticketHolderName',
  'ticketNumber',
  'textModulesData',
])
const decoded = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

/** Names the rule of RFC 7523 that a request for a token breaks. */
const brokenGrant = (
  body: string,
  { email, key, audience, now }: { email: string; key: KeyObject; audience: string; now: number },
): string | undefined => {
  const form = new URLSearchParams(body)
  if (form.get('grant_type') !== GRANT) return 'no grant'
  const [head, claims, signature] = (form.get('assertion') ?? '').split('.')
  if (
    !createVerify('sha256')
      .update(`${head}.${claims}`)
      .verify(key, signature ?? '', 'base64url')
  )
    return 'signature'
  const { iss, scope, aud, iat, exp } = decoded(claims)
  if (decoded(head).alg !== 'RS256') return 'algorithm'
  if (iss !== email || scope !== SCOPE || aud !== audience) return 'claims'
  return Number(exp) - Number(iat) > 3600 || Number(exp) * 1000 <= now ? 'times' : undefined
}

/** Opens the sandbox for one service account. `now` is the clock of the test. */
export const startSandboxGoogleWallet = async (
  account: { email: string; key: KeyObject; issuer: string },
  now: () => number,
): Promise<SandboxGoogleWallet> => {
  const saved = new Map<string, SavedObject>()
  const refused: string[] = []
  const given = new Set<string>()
  let base = ''
  const answer = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const say = (status: number, value: unknown, rule?: string) => {
      if (rule !== undefined) refused.push(rule)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (request.method === 'POST' && request.url === '/token') {
      const broken = brokenGrant(body, { ...account, audience: `${base}/token`, now: now() })
      if (broken) return say(400, { error: 'invalid_grant' }, broken)
      const token = randomBytes(18).toString('base64url')
      given.add(token)
      return say(200, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
    }
    const id = /^\/walletobjects\/v1\/eventTicketObject\/([^/?]+)$/.exec(request.url ?? '')?.[1]
    if (request.method !== 'PATCH' || id === undefined) return say(404, { error: { code: 404 } }, 'address')
    if (!given.has(String(request.headers.authorization).replace('Bearer ', '')))
      return say(401, { error: { code: 401 } }, 'token')
    const name = decodeURIComponent(id)
    if (!name.startsWith(`${account.issuer}.`)) return say(403, { error: { code: 403 } }, 'issuer')
    const change = JSON.parse(body) as SavedObject
    const odd = Object.keys(change).find((field) => !fields.has(field))
    if (odd !== undefined || !['ACTIVE', 'EXPIRED'].includes(String(change.state)))
      return say(400, { error: { code: 400 } }, odd ?? 'state')
    const known = saved.get(name)
    if (!known) return say(404, { error: { code: 404 } })
    saved.set(name, { ...known, ...change })
    return say(200, saved.get(name))
  }
  const served = await serveOnLoopback((request, response) => {
    whenRead(request, (body) => {
      try {
        answer(request, response, body)
      } catch {
        response.writeHead(400).end()
      }
    })
  })
  base = served.base
  return { tokens: `${base}/token`, api: base, saved, refused, close: served.close }
}
