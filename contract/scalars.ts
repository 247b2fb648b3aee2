import * as z from 'zod/mini'
import { raceOfKey, base58 } from './key.ts'

/** A whole number, for inputs only. Forms send numbers as strings. */
export const Int = z.coerce.number().check(z.int(), z.minimum(-2147483648), z.maximum(2147483647))
export const RaceId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647))
/** The number of a row, for inputs only. Some tables have more rows than an integer counts. */
export const Id = z.coerce.number().check(z.int(), z.minimum(1))
/** A whole number from `least` to `most`, for inputs only. */
export const IntBetween = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most))
/** A count or an amount that a form sends: 0 to the largest integer of a column. */
export const Amount = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2147483647))
/** A whole number of a JSON body, in the range of an integer column. */
export const Whole = z.number().check(z.int(), z.minimum(-2147483648), z.maximum(2147483647))
/** Yes or no, for inputs only. Forms send 1, 0, true, false, on or ''. */
export const Flag = z.pipe(
  z.transform((given: unknown) => given === true || given === 1 || given === '1' || given === 'true' || given === 'on'),
  z.boolean(),
)
/** The unguessable public key of a thing that belongs to a race: `<raceid in base 36>-<22 base-58 characters>`. */
export const Key = z.string().check(
  z.regex(/^[0-9a-z]{1,6}-[1-9A-HJ-NP-Za-km-z]{22}$/),
  z.refine((key) => raceOfKey(key) !== undefined),
)
/** Tells whether a text has a visible character. A text that has only zero-width signs looks empty. */
export const isVisible = (text: string): boolean => /[^\p{Cc}\p{Cf}\p{Z}]/u.test(text)
/** A short text: trimmed, 1–`max` characters, at least one of them visible, no control characters. */
export const Line = (max = 200) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^\P{Cc}*$/u), z.refine(isVisible))
/** A text of at most `max` characters: trimmed, possibly empty, no control characters. */
export const Typed = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^\P{Cc}*$/u))
export const OptionalTyped = (max: number) => z.optional(Typed(max))
/** The name of a thing in the languages beside simplified Chinese. */
export const OtherNames = z.object({ 'zh-tw': z.optional(Line(60)), en: z.optional(Line(60)) })
/** Search text: trimmed, possibly empty, at most 100 characters. */
export const Search = z.string().check(z.trim(), z.maxLength(100))
/**
 * Date and time on the wire: ISO 8601 in UTC. Stores return a `Date`, and the presenter writes it as text. For outputs
 * only.
 */
export const Time = z.pipe(
  z.transform((given: unknown) => (given instanceof Date ? given.toISOString() : given)),
  z.iso.datetime(),
)
/** A date with its time that a screen or a program sends: ISO 8601 with its offset from UTC. */
export const GivenMoment = z.iso.datetime({ offset: true })
/** A calendar day such as `2026-11-21`, in the race's time zone unless the field's comment names another zone. */
export const Day = z.iso.date()
/** Money on the wire, in integer fen. `ui/language/money.ts` shows amounts with two decimals. */
export const Fen = z.number().check(z.int())
/**
 * The fields that ask for one page of a list. `limit` is at most 100. `after` is the cursor of the last row of the page
 * before.
 */
export const Page = {
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
}

/** Makes a public key from the race and at least 22 random bytes. */
export const keyFrom = (raceid: number, random: Uint8Array): string => {
  let key = ''
  for (let at = 0; at < 22; at++) key += base58[(random[at] ?? 0) % 58]
  return `${raceid.toString(36)}-${key}`
}

/**
 * A host that may show a page of ours in a frame. The host may have a port: `news.example.com`, `*.example.com`,
 * `example.com:8443`.
 */
export const FrameHost = z
  .string()
  .check(
    z.regex(/^(\*\.)?([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d](:[1-9]\d{0,4})?$/),
    z.maxLength(253),
  )
