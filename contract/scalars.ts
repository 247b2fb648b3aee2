import * as z from 'zod/mini'
import { raceOfKey } from './key.ts'

/** Whole number that may arrive as a string (form bodies). Inputs only. */
export const Int = z.coerce.number().check(z.int(), z.minimum(-2147483648), z.maximum(2147483647))
export const RaceId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647))
/** Yes or no as forms send it: 1, 0, true, false, on, ''. For inputs only. */
export const Flag = z.pipe(
  z.transform((given: unknown) => given === true || given === 1 || given === '1' || given === 'true' || given === 'on'),
  z.boolean(),
)
/** `<raceid in base 36>-<22 base-58 characters>`: unguessable public key of a thing that belongs to a race. */
export const Key = z.string().check(
  z.regex(/^[0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22}$/),
  z.refine((key) => raceOfKey(key) !== undefined),
)
/** A short text: trimmed, 1–`max` characters, no control characters. */
export const Line = (max = 200) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
/** Search text: trimmed, possibly empty. The first 100 characters count. */
export const Search = z.string().check(z.trim(), z.maxLength(100))
/**
 * Date and time on the wire: ISO 8601 in UTC. Stores return a `Date`, and the presenter writes it as text. For outputs
 * only.
 */
export const Time = z.pipe(
  z.transform((given: unknown) => (given instanceof Date ? given.toISOString() : given)),
  z.iso.datetime(),
)
/** Calendar day `2026-11-21`, in the race's time zone unless said otherwise. */
export const Day = z.iso.date()
/** Money on the wire: integer fen. Shown with two decimals by `ui/language/money.ts`. */
export const Fen = z.number().check(z.int())
/** Keyset page: `limit` ≤ 100, `after` is the cursor of the last row seen. */
export const Page = {
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** A public key from its race and at least 22 random bytes. */
export const keyFrom = (raceid: number, random: Uint8Array): string => {
  let key = ''
  for (let at = 0; at < 22; at++) key += base58[(random[at] ?? 0) % 58]
  return `${raceid.toString(36)}-${key}`
}
