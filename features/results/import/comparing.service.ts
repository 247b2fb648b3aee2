import { breather } from '#db/sharing/batch.ts'
import type { Ranked } from '../ranking/columnRanks.rules.ts'
import { type ResultRanks, ranksOf, rankDerived, ranksIn } from '../ranking/ranking.rules.ts'
import type { Ranking, Ranks } from '../rules.ts'
import type { StoredResult } from '../store.ts'
import type { MatchedResult } from './matching.service.ts'
import { type Agreement, compareRanks, rankDoubts, rankProblems, timesDoubt } from './reading/compare.rules.ts'
import { proposedFields } from './reading/fieldsGiven.rules.ts'
import {
  type FileDoubt,
  type RowProblem,
  type PublishedRank,
  type ResultRead,
  lettersLost,
} from './reading/row.rules.ts'

export type ImportCounts = {
  rows: number
  added: number
  changed: number
  unchanged: number
  moved: number
  absent: number
  removed: number
  refused: number
  doubtful: number
  matched: number
  handed_kept: number
  handed_replaced: number
  finished: number
  dnf: number
  dns: number
  dsq: number
}

const inFile = (agreement: Agreement, rows: number): Agreement => ({
  ...agreement,
  differs: agreement.differs.filter((at) => at < rows),
  unlike: agreement.unlike.filter((at) => at < rows),
})

/** Returns the published ranks of a result: the ranks in the file's row, or for a kept result its overall rank. */
const publishedOf = ({
  read,
  stored,
}: MatchedResult): Record<'overall' | 'gender' | 'agegroup', PublishedRank | null> =>
  read?.published ?? {
    overall: stored?.published_overall ? { rank: stored.published_overall, of: null } : null,
    gender: null,
    agegroup: null,
  }

/**
 * Finds doubts that several rows of a file show together: names with destroyed letters, and ranks with different
 * totals.
 */
const readingDoubts = (reads: readonly ResultRead[]): FileDoubt[] => {
  const lost = reads.filter(({ name }) => name !== null && lettersLost(name))
  return [
    ...(lost.length > 0
      ? [{ word: 'letters_lost' as const, count: lost.length, given: lost[0]!.name!.slice(0, 40) }]
      : []),
    ...proposedFields(reads).map(({ of, rows, bibs }): FileDoubt => ({
      word: 'field_proposed',
      count: rows,
      given: String(of),
      group: bibs.join(', '),
    })),
  ]
}

/** Ranks the event as it will be after the import, and compares the ranks with the published ranks of the file. */
export const compareRankingInputs = async (
  matched: readonly MatchedResult[],
  ranking: Ranking,
  ofReading: readonly RowProblem[],
) => {
  const breathe = breather()
  const derived = matched.map((one) => one.derived)
  const ranked = rankDerived(derived, ranking)
  await breathe()
  const { clock, totals } = ranked
  const ranks: Ranks[] = []
  for (const at of derived.keys()) {
    ranks.push(ranksIn(ranked, at))
    await breathe()
  }
  const published = matched.map((one) => ({ published: publishedOf(one) }))
  await breathe()
  const compared = compareRanks(published, derived, ranks, clock)
  await breathe()
  const reads = matched.flatMap(({ read }) => read ?? [])
  // `matched` begins with the rows of the file, in their order. So `inFile` can keep the first `reads.length` results.
  const agreement = {
    overall: inFile(compared.overall, reads.length),
    gender: inFile(compared.gender, reads.length),
    agegroup: inFile(compared.agegroup, reads.length),
  }
  const problems = [...ofReading, ...rankProblems(reads, ranks, clock, agreement)].toSorted((a, b) => a.line - b.line)
  const doubts = [...timesDoubt(reads, ofReading), ...rankDoubts(agreement), ...readingDoubts(reads)]
  return { ranked, clock, totals, ranks, agreement, problems, doubts }
}
export type Compared = Awaited<ReturnType<typeof compareRankingInputs>>

export type ResultToSend = { id: number; one: MatchedResult }
/** The changes that an import makes to an event's results. `moved` counts the results that only get another rank. */
export type Changes = {
  added: MatchedResult[]
  changed: ResultToSend[]
  removed: number[]
  unchanged: number
  moved: number
}

const sameRanks = (was: ResultRanks, { gun, net }: Ranks, rank: number | null): boolean =>
  was.gun_overall === gun.overall &&
  was.gun_gender === gun.gender &&
  was.gun_agegroup === gun.agegroup &&
  was.net_overall === net.overall &&
  was.net_gender === net.gender &&
  was.net_agegroup === net.agegroup &&
  was.rank === rank

/** Finds out which results of the event an import adds, changes, removes or leaves unchanged. */
export const importChangesOf = async (
  matched: readonly MatchedResult[],
  stored: readonly StoredResult[],
  { ranks, clock }: Compared,
  before: Ranked | undefined,
): Promise<Changes> => {
  const breathe = breather()
  const added: MatchedResult[] = []
  const changed: ResultToSend[] = []
  let [unchanged, moved] = [0, 0]
  for (const [at, one] of matched.entries()) {
    await breathe()
    const was = one.stored
    if (!was) added.push(one)
    else if (!one.same) changed.push({ id: was.id, one })
    else {
      unchanged++
      const finished = one.derived.outcome === 'finished'
      const rank = finished ? (publishedOf(one).overall?.rank ?? ranks[at]![clock].overall) : null
      if (!before || !sameRanks(ranksOf(before, was.id), ranks[at]!, rank)) moved++
    }
  }
  await breathe()
  const kept = new Set(matched.map((one) => one.stored?.id))
  const removed = stored.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  await breathe()
  return { added, changed, removed, unchanged, moved }
}

/** Counts the rows of the file and the results of the event, for the report of an import. */
export const countsOf = (
  matched: readonly MatchedResult[],
  stored: readonly StoredResult[],
  { added, changed, removed, unchanged, moved }: Changes,
  problems: readonly RowProblem[],
): ImportCounts => {
  const reads = matched.flatMap(({ read }) => read ?? [])
  const absent = matched.length - reads.length
  const refused = problems.filter(({ severity }) => severity === 'refused').length
  const handed = stored.filter(({ handed_in }) => handed_in).length
  const handed_kept = matched.filter(({ stored: was, same }) => was?.handed_in && same).length
  const outcomes = (outcome: string) => reads.filter((read) => read.outcome === outcome).length
  return {
    rows: reads.length + refused,
    added: added.length,
    changed: changed.length,
    unchanged: unchanged - absent,
    moved,
    absent,
    removed: removed.length,
    refused,
    doubtful: new Set(problems.filter(({ severity }) => severity === 'doubtful').map(({ line }) => line)).size,
    matched: matched.filter(({ read, registrationid }) => read && registrationid !== null).length,
    handed_kept,
    handed_replaced: handed - handed_kept,
    finished: outcomes('finished'),
    dnf: outcomes('dnf'),
    dns: outcomes('dns'),
    dsq: outcomes('dsq'),
  }
}
