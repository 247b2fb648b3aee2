/** The postage in fen for a race without terms of its own (docs/behaviour/payment.md, Postage). */
export const POSTAGE_FEN = 100

export const postageFor = ['pb', 'finishers'] as const
export type PostageFor = (typeof postageFor)[number]
export const parcelStates = ['open', 'paid', 'sent', 'closed', 'refunded'] as const
export type ParcelState = (typeof parcelStates)[number]

export type PostageTerms = { open: boolean; until: Date | null; who: PostageFor }
/**
 * The times of a runner, in seconds. `declared` is the qualifying time that the runner declared at sign-up; null if
 * there is none.
 */
export type Ran = { seconds: number | null; declared: number | null }

/** Returns the reason why this runner cannot order a parcel, or undefined if the runner can. */
export const whyNoPostage = (
  terms: PostageTerms | undefined,
  { seconds }: Ran,
  now: Date,
): 'postage_not_offered' | 'postage_over' | 'postage_no_result' | undefined => {
  if (!terms?.open) return 'postage_not_offered'
  if (terms.until !== null && terms.until <= now) return 'postage_over'
  return seconds === null ? 'postage_no_result' : undefined
}

/**
 * Returns the reason why a time is no personal best, or undefined if it is one. A personal best must be faster than the
 * earlier best, and the earlier best cannot be slower than the time declared at sign-up. Shirts for all finishers need
 * no personal best.
 */
export const whyNoBest = (
  who: PostageFor,
  { seconds, declared }: Ran,
  former: number | undefined,
): 'former_missing' | 'former_contradicts' | 'postage_no_best' | undefined => {
  if (who === 'finishers') return undefined
  if (former === undefined) return 'former_missing'
  if (declared !== null && former > declared) return 'former_contradicts'
  return seconds !== null && seconds < former ? undefined : 'postage_no_best'
}

/** Returns the fastest of these times in seconds; null if no time is given. */
export const bestTimeOf = (...times: readonly (string | null)[]): number | null => {
  const found = times.flatMap((time) => {
    const parts = /^(\d{1,3}):(\d{2}):(\d{2})$/.exec(time ?? '')
    return parts ? [Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3])] : []
  })
  return found.length > 0 ? Math.min(...found) : null
}
