import { type NamedCells, meansRunner } from './fields.rules.ts'
import type { ResultRead } from './row.rules.ts'
import type { Reading } from './rows.rules.ts'

/** Lists settings that match no row, because a misspelt bib must not be ignored. */
export const fieldsUnmatched = ({ results }: Reading, fields: NamedCells): string[] =>
  Object.keys(fields).filter(
    (key) => !results.some(({ bib, published, total }) => meansRunner(key, bib, published.overall?.of ?? total)),
  )

export type ProposedField = { of: number; rows: number; bibs: string[] }
const MOST_TOTALS = 8
/**
 * Proposes fields for runners whose ranks have another total than most ranks. Such runners were ranked separately, for
 * example wheelchair athletes. If the file has less than half of the runners of a total, this total is not a field.
 */
export const proposedFields = (results: readonly ResultRead[]): ProposedField[] => {
  const byTotal = new Map<number, string[]>()
  for (const { bib, field, published } of results) {
    const of = published.overall?.of
    if (!of || field !== '') continue
    const bibs = byTotal.get(of)
    if (bibs) bibs.push(bib)
    else byTotal.set(of, [bib])
    if (byTotal.size > MOST_TOTALS) return []
  }
  const [, ...others] = [...byTotal].toSorted(([, a], [, b]) => b.length - a.length)
  return others
    .filter(([of, bibs]) => bibs.length <= of && bibs.length * 2 >= of)
    .map(([of, bibs]) => ({ of, rows: bibs.length, bibs: bibs.slice(0, 3) }))
}
