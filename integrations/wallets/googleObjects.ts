import { createSign } from 'node:crypto'
import { type GoogleSettings, googleObjectOf } from './google.ts'
import type { WalletPass } from './pass.ts'

/**
 * Updates of passes in Google Wallet (developers.google.com/wallet/reference/rest/v1/eventticketobject/patch). The
 * service account gets a token by a signed JWT (RFC 7523), and changes the object of a pass.
 */
export type GoogleUpdate = (pass: WalletPass, now: Date) => Promise<'updated' | 'unknown'>
/** The error for a service that does not answer or refuses the call. */
export class GoogleWalletDown extends Error {}

const GOOGLE = { tokens: 'https://oauth2.googleapis.com/token', api: 'https://walletobjects.googleapis.com' }
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const TIMEOUT_MS = 10_000
const TEXT_MOST = 200

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const ask = async (address: string, options: RequestInit): Promise<Response> => {
  try {
    return await fetch(address, { ...options, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    throw new GoogleWalletDown('no answer')
  }
}

/** Returns the function that updates the object of a pass. A token serves until a minute before its end. */
export const googleUpdatesOver = (settings: GoogleSettings, service = GOOGLE): GoogleUpdate => {
  let kept: { token: string; until: number } | undefined
  const tokenAt = async (now: number): Promise<string> => {
    if (kept && kept.until > now) return kept.token
    const seconds = Math.floor(now / 1000)
    const claims = { iss: settings.account.email, scope: SCOPE, aud: service.tokens, iat: seconds, exp: seconds + 3600 }
    const signed = `${base64({ alg: 'RS256', typ: 'JWT' })}.${base64(claims)}`
    const signature = createSign('sha256').update(signed).sign(settings.account.privateKey, 'base64url')
    const answered = await ask(service.tokens, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion: `${signed}.${signature}` }),
    })
    if (!answered.ok) throw new GoogleWalletDown(`token: status ${answered.status}`)
    const { access_token, expires_in } = (await answered.json()) as { access_token: string; expires_in: number }
    kept = { token: access_token, until: now + (expires_in - 60) * 1000 }
    return access_token
  }
  return async (pass, now) => {
    const { id, classId: _, ...object } = googleObjectOf(settings, pass, TEXT_MOST)
    const answered = await ask(`${service.api}/walletobjects/v1/eventTicketObject/${encodeURIComponent(id)}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await tokenAt(now.getTime())}`, 'content-type': 'application/json' },
      body: JSON.stringify(object),
    })
    if (answered.status === 401) kept = undefined
    // The answer 404 means that nobody has saved the pass.
    if (answered.status === 404) return 'unknown'
    if (!answered.ok) throw new GoogleWalletDown(`status ${answered.status}`)
    return 'updated'
  }
}
