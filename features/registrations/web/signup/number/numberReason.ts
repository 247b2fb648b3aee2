import type { Text } from '#contract/words.ts'
import { type IdType, checkDocument, normalIdnum, passportHint } from '#features/people/rules.ts'
import { numberWords as words } from './number.words.ts'

type Reason = { message: Text; values?: Record<string, number> }
const lengths: Partial<Record<IdType, { n: number; message: Text }>> = {
  idcard: { n: 18, message: words.idcard_length },
  hkpass: { n: 9, message: words.hkpass_length },
  other: { n: 8, message: words.other_length },
}

/**
 * Names the fault of a document's number. Returns undefined if the number is right or missing, if it is an old number
 * of 15 digits, if the fault is the country, or if `passportHint` has a hint for the number.
 */
export const numberReason = (
  given: { idtype: IdType; idnum: string; country: string },
  now: Date,
): Reason | undefined => {
  const verdict = checkDocument(given, now)
  if (verdict.ok) return undefined
  const { why } = verdict
  if (why === 'region' || why === 'date' || why === 'future' || why === 'check') return { message: words[why] }
  if (why !== 'format') return undefined
  const typed = normalIdnum(given.idnum).length
  const length = lengths[given.idtype]
  // If a passport number has only digits, the hint beside the field tells how to enter the number. The sentence about
  // letters and digits does not appear, because it allows such a number.
  if (!length) return passportHint(given.idnum, given.country) ? undefined : { message: words.passport }
  return typed === length.n ? { message: words.letters } : { message: length.message, values: { n: typed } }
}
