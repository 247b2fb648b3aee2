import type { ResultOutcome } from '../rules.ts'
import type { VersionRow } from './list.rules.ts'

export const versionDifferenceKinds = ['added', 'gone', 'outcome', 'time', 'name', 'rank'] as const
export type VersionDifferenceKind = (typeof versionDifferenceKinds)[number]
type Side = { outcome: ResultOutcome; time_ms: number | null; rank: number | null }
export type VersionDifference = {
  id: number
  bib: string
  kinds: VersionDifferenceKind[]
  before: Side | null
  after: Side | null
}
export type DifferenceCounts = { results: number; finished: number } & Record<VersionDifferenceKind, number>

const sideOf = ({ outcome, time_ms, rank }: VersionRow): Side => ({ outcome, time_ms, rank })
const kindsOf = (before: VersionRow | undefined, after: VersionRow | undefined): VersionDifferenceKind[] => {
  if (!before) return ['added']
  if (!after) return ['gone']
  return [
    ...(before.outcome === after.outcome ? [] : ['outcome' as const]),
    ...(before.time_ms === after.time_ms ? [] : ['time' as const]),
    ...(before.name === after.name ? [] : ['name' as const]),
    ...(before.rank === after.rank ? [] : ['rank' as const]),
  ]
}

/**
 * Returns the number by which the rows with differences are sorted. A row in which only the rank changed comes last,
 * because this mostly follows from changes of other results.
 */
const weight = ({ kinds }: VersionDifference): number => versionDifferenceKinds.indexOf(kinds[0]!)

/**
 * Compares a list with its former version, in counts and rows. Two rows are the same result if they have the same id,
 * or the same bib if an import made the result again.
 */
export const differencesOf = (
  before: readonly VersionRow[],
  after: readonly VersionRow[],
): { counts: DifferenceCounts; rows: VersionDifference[] } => {
  const byId = new Map(before.map((row) => [row.id, row]))
  const known = new Set(after.map(({ id }) => id))
  const byBib = new Map(before.flatMap((row) => (known.has(row.id) ? [] : [[row.bib, row] as const])))
  const counts: DifferenceCounts = {
    results: after.length,
    finished: 0,
    added: 0,
    gone: 0,
    outcome: 0,
    time: 0,
    name: 0,
    rank: 0,
  }
  const rows: VersionDifference[] = []
  const seen = new Set<VersionRow>()
  const note = (was: VersionRow | undefined, is: VersionRow | undefined) => {
    const kinds = kindsOf(was, is)
    if (kinds.length === 0) return
    for (const kind of kinds) counts[kind]++
    const { id, bib } = (is ?? was)!
    rows.push({ id, bib, kinds, before: was ? sideOf(was) : null, after: is ? sideOf(is) : null })
  }
  for (const row of after) {
    if (row.outcome === 'finished') counts.finished++
    const was = byId.get(row.id) ?? byBib.get(row.bib)
    if (was) seen.add(was)
    note(was, row)
  }
  for (const row of before) if (!seen.has(row)) note(row, undefined)
  const place = ({ after: is, before: was }: VersionDifference) => is?.rank ?? was?.rank ?? Number.MAX_SAFE_INTEGER
  return { counts, rows: rows.toSorted((a, b) => weight(a) - weight(b) || place(a) - place(b) || a.id - b.id) }
}
