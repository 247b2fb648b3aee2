import type { Ranked } from '../ranking/columnRanks.rules.ts'
import type { Ranking } from '../rules.ts'
import type { StoredResult, findSheet } from '../store.ts'
import {
  type Changes,
  type Compared,
  type ImportCounts,
  importChangesOf,
  compareRankingInputs,
  countsOf,
} from './comparing.service.ts'
import type { MatchedResult } from './matching.service.ts'
import type { Reading } from './reading/rows.rules.ts'

/** The facts for an import. The caller reads them under the lock of the event's results. */
export type ImportFacts = {
  ranking: Ranking
  reading: Reading
  sheet: Awaited<ReturnType<typeof findSheet>>
  stored: readonly StoredResult[]
  matched: readonly MatchedResult[]
  /** The last ranking of the event. */
  before: Ranked | undefined
  /** True if the import removes results that the file does not have, except for accepted submissions. */
  replace: boolean
}
/** The effect of an import. A dry run stops after the plan. */
export type Plan = ImportFacts & {
  compared: Compared
  changes: Changes
  counts: ImportCounts
  /** True if kept results have splits at other points than the file. */
  otherPoints: boolean
}

/**
 * Decides everything about an import, without the database. Returns 'points_differ' if the event would keep results
 * with splits at other points than the file, and `replace` is false.
 */
export const planImport = async (known: ImportFacts, onRank: (of: number) => void): Promise<Plan | 'points_differ'> => {
  const { ranking, reading, sheet, stored, matched, before, replace } = known
  const otherPoints =
    sheet !== undefined &&
    reading.points.length > 0 &&
    matched.some((one) => !one.read) &&
    JSON.stringify(sheet.points) !== JSON.stringify(reading.points)
  if (otherPoints && !replace) return 'points_differ'
  onRank(matched.length)
  const compared = await compareRankingInputs(matched, ranking, reading.problems)
  const changes = await importChangesOf(matched, stored, compared, before)
  return { ...known, compared, changes, counts: countsOf(matched, stored, changes, compared.problems), otherPoints }
}
