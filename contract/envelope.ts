import type { Code } from './words.ts'

/**
 * The envelope of every answer. `msg` is a sentence in the caller's language. `refusal` is the stable word for
 * programs.
 */
export type Envelope<Data = unknown> = {
  code: Code | '0'
  msg: string
  data: Data
  refusal?: string
}
/**
 * The `data` of a refusal. Code 422 gives a sentence for each wrong field, 429 gives the seconds to wait, 500 gives the
 * request id, and 206 gives the address of the next page.
 */
export type RefusalFacts = {
  fields?: Record<string, string>
  retry_after?: number
  request_id?: string
  url?: string
} & Record<string, unknown>

/**
 * Tells whether a code means success. Both '200' and '0' mean success (docs/behaviour/screens.md, Codes of an answer).
 */
export const succeeded = (code: string): boolean => code === '200' || code === '0'

const unauthorised: ReadonlySet<string> = new Set(['401', '10001', '403'])
/** Tells whether the server refused because nobody is logged in, the session is over, or a right is missing. */
export const isUnauthorised = (code: string): boolean => unauthorised.has(code)
