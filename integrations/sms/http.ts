import { createHash, createHmac } from 'node:crypto'
import type { Lang } from '#contract/words.ts'
import { SmsDown, SmsLost, SmsUnable } from './client.ts'
import { measuredFetch } from '#db/measures.ts'

/** The parts of the protocol that the providers of text messages share. */

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
export const hmac = (key: string | Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Returns the form of our key that the provider receives and returns in its receipts. */
export const markOf = (key: string): string => sha256(key).slice(0, 32)

/** The provider's own ids of approved templates: `{"login_code": {"zh-cn": "SMS_1", "en": "SMS_2"}}`. */
export type TemplateIds = Readonly<Record<string, Readonly<Partial<Record<Lang, string>>> | undefined>>

/** Returns the provider's id of a template. Throws SmsUnable if the provider has none in this language. */
export const templateOf = (provider: string, templates: TemplateIds, template: string, lang: Lang): string => {
  const id = templates[template]?.[lang]
  if (!id) throw new SmsUnable(`${provider} has no template ${template} in ${lang}`)
  return id
}

/**
 * Errors after which the provider has not received the call: no server listens, no route leads there, or the
 * certificate is not valid.
 */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
])

/**
 * Makes one call, and returns the status and the JSON of its answer. Throws SmsDown if the call never left, and SmsLost
 * if no JSON came back. An error never carries the address, because mobile numbers are part of the address.
 */
export const postToProvider = async (
  provider: string,
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs: number,
): Promise<{ status: number; json: unknown }> => {
  try {
    const response = await measuredFetch(provider, url, {
      method: 'POST',
      headers,
      ...(body === '' ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    try {
      return { status: response.status, json: JSON.parse(text) as unknown }
    } catch {
      throw new SmsLost(provider, `${provider} answered ${response.status} and no JSON`)
    }
  } catch (error) {
    if (error instanceof SmsLost) throw error
    const code = (error as { cause?: { code?: unknown } }).cause?.code
    if (typeof code === 'string' && NEVER_LEFT.has(code)) throw new SmsDown(`${provider} can't be reached (${code})`)
    throw new SmsLost(
      provider,
      `${provider} did not answer (${typeof code === 'string' ? code : (error as Error).name})`,
    )
  }
}
