import type { BibOrder, BibRange } from './contract.ts'
import { type BibWish, wishedNumbers } from './wishes/wishes.rules.ts'

/** A paid registration as numbering sees it. */
export type Due = {
  id: number
  eventid: number
  name: string
  gender: string | null
  zone: string | null
  seconds: number | null
  created_at: Date
  bib: string | null
  prefix_bib: string | null
}
export type Numbered = { id: number; prefix: string; bib: string }

export const printed = ({ prefix, bib }: { prefix: string; bib: string }): string => prefix + bib
export const bibText = (
  { prefix, width }: Pick<BibRange, 'prefix' | 'width'>,
  n: number,
): { prefix: string; bib: string } => ({ prefix, bib: String(n).padStart(width, '0') })

/** Reads the reserved numbers as a person writes them: `1-20, 88`. */
export const readReserved = (text: string): readonly (readonly [number, number])[] =>
  text.split(/[\s,，、]+/).flatMap((part) => {
    const found = /^(\d+)(?:-(\d+))?$/.exec(part)
    return found ? [[Number(found[1]), Number(found[2] ?? found[1])] as const] : []
  })

export type BibExclusions = {
  avoid: readonly string[]
  reserved: readonly (readonly [number, number])[]
  taken: ReadonlySet<string>
}
const isFree = (
  range: Pick<BibRange, 'prefix' | 'width'>,
  n: number,
  { avoid, reserved, taken }: BibExclusions,
): boolean =>
  !avoid.some((digits) => String(n).includes(digits)) &&
  !reserved.some(([from, to]) => from <= n && n <= to) &&
  !taken.has(printed(bibText(range, n)))

const names = new Intl.Collator('zh-Hans-CN', { numeric: true })
/** Returns a function that compares two registrations by a value. Missing values come last. */
const by =
  <Value>(pick: (one: Due) => Value | null, compare: (a: Value, b: Value) => number) =>
  (a: Due, b: Due) => {
    const [first, second] = [pick(a), pick(b)]
    if (first === null || second === null) return first === second ? 0 : first === null ? 1 : -1
    return compare(first, second)
  }
const bySignup = (a: Due, b: Due) => a.created_at.getTime() - b.created_at.getTime() || a.id - b.id
const orders: Record<BibOrder, (a: Due, b: Due) => number> = {
  signup: () => 0,
  name: by(({ name }) => name, names.compare),
  zone: by(({ zone }) => zone, names.compare),
  time: by(
    ({ seconds }) => seconds,
    (a, b) => a - b,
  ),
  gender: by(
    ({ gender }) => gender,
    (a, b) => a.localeCompare(b),
  ),
}
export const inBibOrder = (due: readonly Due[], order: BibOrder): Due[] =>
  due.toSorted((a, b) => orders[order](a, b) || bySignup(a, b))

/** Finds the index of the first range that shares numbers with an earlier range of the same prefix. */
export const overlapOf = (ranges: readonly BibRange[]): number | undefined => {
  const at = ranges.findIndex((range, n) =>
    ranges
      .slice(0, n)
      .some((other) => other.prefix === range.prefix && other.from <= range.to && range.from <= other.to),
  )
  return at < 0 ? undefined : at
}

/**
 * The numbers that a range gives. In `given`, the first `vips` runners got the numbers kept for them, and the next
 * `met` runners got the numbers that they wished for. `wished` counts the runners without a number who have a wish.
 */
export type RangeOutcome = {
  range: BibRange
  kept: number
  given: Numbered[]
  vips: number
  wished: number
  met: number
  short: number
}
/**
 * Assigns the numbers: first the kept numbers of guests (`own`, by registration), then the wishes in the order of
 * sign-up, then the free numbers in the range's order. A runner with a number keeps it. `short` counts the numbers that
 * the range lacks.
 */
export const numberBibs = (
  ranges: readonly BibRange[],
  due: readonly Due[],
  kept: BibExclusions,
  own: ReadonlyMap<number, { prefix: string; bib: string }> = new Map(),
  wishes: ReadonlyMap<number, BibWish> = new Map(),
): RangeOutcome[] => {
  const taken = new Set(kept.taken)
  return ranges.map((range) => {
    const entered = due.filter(({ eventid }) => eventid === range.eventid)
    const waiting = inBibOrder(
      entered.filter(({ bib }) => bib === null),
      range.order,
    )
    const given: Numbered[] = waiting.flatMap(({ id }) => (own.has(id) ? [{ id, ...own.get(id)! }] : []))
    const vips = given.length
    const wishing = waiting.filter(({ id }) => wishes.has(id) && !own.has(id)).toSorted(bySignup)
    const granted = grantWishes(range, wishing, wishes, { ...kept, taken })
    given.push(...granted)
    const served = new Set(granted.map(({ id }) => id))
    const nextOf = freeNumbers(range, { ...kept, taken })
    for (const { id } of waiting) {
      if (own.has(id) || served.has(id)) continue
      const next = nextOf()
      if (!next) break
      taken.add(printed(next))
      given.push({ id, ...next })
    }
    return {
      range,
      kept: entered.length - waiting.length,
      given,
      vips,
      wished: wishing.length,
      met: granted.length,
      short: waiting.length - given.length,
    }
  })
}
/** Gives runners the first free number that meets their wish, and marks this number as taken. */
const grantWishes = (
  range: BibRange,
  wishing: readonly Due[],
  wishes: ReadonlyMap<number, BibWish>,
  kept: Omit<BibExclusions, 'taken'> & { taken: Set<string> },
): Numbered[] =>
  wishing.flatMap(({ id }) => {
    const n = wishedNumbers(range, wishes.get(id)!).find((one) => isFree(range, one, kept))
    if (n === undefined) return []
    const number = bibText(range, n)
    kept.taken.add(printed(number))
    return [{ id, ...number }]
  })

/** Returns a function that gives the free numbers of a span one after the other, in rising order. */
export const freeNumbers = (range: Pick<BibRange, 'prefix' | 'width' | 'from' | 'to'>, kept: BibExclusions) => {
  let n = range.from
  return (): { prefix: string; bib: string } | undefined => {
    while (n <= range.to && !isFree(range, n, kept)) n++
    return n > range.to ? undefined : bibText(range, n++)
  }
}
/** Finds the lowest free number of a span. */
export const nextFree = (
  range: Pick<BibRange, 'prefix' | 'width' | 'from' | 'to'>,
  taken: ReadonlySet<string>,
): { prefix: string; bib: string } | undefined => freeNumbers(range, { avoid: [], reserved: [], taken })()

/**
 * Assigns start zones. The fastest runner comes first and gets the best zone that admits the runner and has a free
 * place. `zonesOf` returns the zones that admit a runner, the best first. The result is null for a runner whom no zone
 * with a free place admits.
 */
export const placeInZones = (
  due: readonly Due[],
  zonesOf: (one: Due) => readonly string[],
  room: ReadonlyMap<string, number>,
): Map<number, string | null> => {
  const left = new Map(room)
  return new Map(
    inBibOrder(due, 'time').map((one) => {
      const zone = zonesOf(one).find((name) => (left.get(name) ?? Infinity) > 0) ?? null
      if (zone !== null && left.has(zone)) left.set(zone, left.get(zone)! - 1)
      return [one.id, zone]
    }),
  )
}
