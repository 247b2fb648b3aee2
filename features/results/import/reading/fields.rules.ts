import { writtenBib } from '#features/registrations/bib.rules.ts'
import type { ReadResult } from './row.rules.ts'
import type { Reading } from './rows.rules.ts'

/**
 * Who runs in a field of their own: bibs that begin with letters (`W`), one bib (`16599`), or those whose place is
 * written out of so many (`/25`).
 */
export type Fields = Readonly<Record<string, string>>
export const fieldKey = /^(?:[A-Z]{1,4}|[A-Z]{0,4}\d{1,10}[A-Z]?|\/\d{1,7})$/

const matches = (key: string, bib: string, of: number | null): boolean =>
  key.startsWith('/')
    ? of === Number(key.slice(1))
    : /\d/.test(key)
      ? bib === writtenBib(key)
      : bib.startsWith(key) && /^\d+$/.test(bib.slice(key.length))

/** The field of a bib, by the settings; '' is everybody's. */
export const fieldOf = (fields: Fields, bib: string, of: number | null): string => {
  for (const [key, field] of Object.entries(fields)) if (matches(key, bib, of)) return field
  return ''
}

/** Settings that no row goes by: a misspelt bib must not be passed over. */
export const fieldsUnmatched = ({ results }: Reading, fields: Fields): string[] =>
  Object.keys(fields).filter(
    (key) => !results.some(({ bib, published, total }) => matches(key, bib, published.overall?.of ?? total)),
  )

export type ProposedField = { of: number; rows: number; bibs: string[] }
const MOST_TOTALS = 8
/**
 * Runners whose places are written out of another total than most: they were ranked apart, as wheelchairs are. A total
 * of which the file has less than half is none of a field's.
 */
export const proposedFields = (results: readonly ReadResult[]): ProposedField[] => {
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
