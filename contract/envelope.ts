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
 * `data` beside a refusal: field name → sentence ('422'), seconds to wait ('429'), request id ('500'), address ('206').
 */
export type RefusalFacts = {
  fields?: Record<string, string>
  retry_after?: number
  request_id?: string
  url?: string
} & Record<string, unknown>

/** '200' is success, '0' is read as success too (docs/behaviour/screens.md, Codes of an answer). */
export const succeeded = (code: string): boolean => code === '200' || code === '0'
