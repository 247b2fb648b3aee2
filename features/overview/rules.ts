import { placeOfSize } from '#features/fields/sizes.rules.ts'

/** The first ages of the age bands, the youngest first. The first band begins at birth. */
const starts = [0, 18, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70] as const
const bandAt = (at: number): string => {
  const next = starts[at + 1]
  return at === 0 ? `-${next! - 1}` : next === undefined ? `${starts[at]}+` : `${starts[at]}-${next - 1}`
}
export const ageBands = [
  '-17',
  '18-24',
  '25-29',
  '30-34',
  '35-39',
  '40-44',
  '45-49',
  '50-54',
  '55-59',
  '60-64',
  '65-69',
  '70+',
] as const
export type AgeBandName = (typeof ageBands)[number] | ''

/** Returns the band of an age on race day; '' if the age is unknown. */
export const bandOf = (age: number | null): AgeBandName => {
  if (age === null) return ''
  const at = starts.findLastIndex((start) => age >= start)
  return bandAt(Math.max(0, at)) as AgeBandName
}

/** The largest share of time that counting the figures may take. */
const SHARE = 0.05
const LEAST_MS = 1_400

/**
 * Returns the time for which figures stay valid after counting took `cost` milliseconds. A large race is therefore
 * counted less often.
 */
export const holdsFor = (cost: number): number => Math.max(LEAST_MS, Math.round(cost / SHARE))

export type CountedKey<Key extends string = string> = { key: Key; count: number }
/** Compares two counts for sorting: the larger count comes first, and equal counts are sorted by key. */
export const byCount = (one: CountedKey, other: CountedKey): number =>
  other.count - one.count || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)

/** Compares two shirt sizes for sorting, from small to large. Unknown sizes follow, the largest count first. */
export const bySizeAndCount = (one: CountedKey, other: CountedKey): number =>
  placeOfSize(one.key) - placeOfSize(other.key) || byCount(one, other)

/** Returns the hour of a moment on the race's clock (`2026-11-23T14`). */
export const hourIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
    .format(at)
    .replace(' ', 'T')
