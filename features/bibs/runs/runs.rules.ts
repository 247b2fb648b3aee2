import { type BibExclusions, freeNumbers, printed } from '../rules.ts'
import type { BibRange } from '../contract.ts'

export type Worn = { id: number; prefix: string; bib: string }
export type HeldBib = { id: number; prefix: string; bib: string | null }
/** The bib of a registration before and after a run. */
export type RunChange = { id: number; before: HeldBib; after: HeldBib }

export const bibTextOf = ({ prefix, bib }: { prefix: string; bib: string | null }): string | null =>
  bib === null ? null : printed({ prefix, bib })

/** Compares two bibs as people do: first by prefix, then by value, so that 9 comes before 10. */
const byNumber = (a: Worn, b: Worn): number =>
  (a.prefix < b.prefix ? -1 : a.prefix > b.prefix ? 1 : 0) ||
  Number(a.bib) - Number(b.bib) ||
  a.bib.length - b.bib.length ||
  a.id - b.id

/** Returns the lowest and the highest of the new numbers. */
export const numberSpanOf = (changes: readonly RunChange[]): { first: string | null; last: string | null } => {
  const sorted = changes
    .flatMap(({ after: { id, prefix, bib } }) => (bib === null ? [] : [{ id, prefix, bib }]))
    .sort(byNumber)
  return { first: sorted[0] ? bibTextOf(sorted[0]) : null, last: sorted.length > 0 ? bibTextOf(sorted.at(-1)!) : null }
}

export type Renumbered = {
  changes: RunChange[]
  same: number
  short: number
  first: string | null
  last: string | null
}
/**
 * Gives runners the free numbers from `from` on, in the order of their present numbers. `kept.taken` holds the numbers
 * of everybody else.
 */
export const renumber = (
  worn: readonly Worn[],
  range: Pick<BibRange, 'prefix' | 'width' | 'from' | 'to'>,
  kept: BibExclusions,
): Renumbered => {
  const nextOf = freeNumbers(range, kept)
  const given = worn.toSorted(byNumber).flatMap((before) => {
    const next = nextOf()
    return next ? [{ id: before.id, before, after: { id: before.id, ...next } }] : []
  })
  const changes = given.filter(({ before, after }) => bibTextOf(before) !== bibTextOf(after))
  return {
    changes,
    same: given.length - changes.length,
    short: worn.length - given.length,
    first: given[0] ? bibTextOf(given[0].after) : null,
    last: given.length > 0 ? bibTextOf(given.at(-1)!.after) : null,
  }
}

const isSame = (one: HeldBib, other: HeldBib | undefined): boolean =>
  other !== undefined && bibTextOf(one) === bibTextOf(other)
/**
 * Returns the changes that give runners back their bibs from before a run. A runner keeps the present bib if it changed
 * again after the run, or if another runner wears the former bib. The present bib may be the former bib of a third
 * runner, so the loop repeats until all changes are possible.
 */
export const changesToUndo = (
  run: readonly RunChange[],
  now: ReadonlyMap<number, HeldBib>,
  taken: ReadonlySet<string>,
): RunChange[] => {
  let back = run.filter(({ id, after }) => isSame(after, now.get(id)))
  for (;;) {
    const free = new Set(back.flatMap(({ after }) => bibTextOf(after) ?? []))
    const fit = back.filter(({ before }) => {
      const former = bibTextOf(before)
      return former === null || free.has(former) || !taken.has(former)
    })
    if (fit.length === back.length) break
    back = fit
  }
  return back.map(({ id, before, after }) => ({ id, before: after, after: before }))
}
