import { clockFor, rankField } from '../../ranking/ranking.rules.ts'
import { type Clock, type Derived, type Ranking, type Ranks, agegroupKey, agegroupOf } from '../../rules.ts'
import type { FileDoubt, RowProblem, ResultRead } from './row.rules.ts'
import { type RankedRow, type Shift, shiftsIn } from './shifts.rules.ts'

const kinds = ['overall', 'gender', 'agegroup'] as const
export type Kind = (typeof kinds)[number]
/**
 * The comparison of published ranks with computed ranks. `exact` counts equal ranks. `within` also counts ranks that
 * differ only in the order of runners with equal times, because the publisher may know fractions of a second. `differs`
 * has the indexes of the ranks that `within` does not count. `ordered` counts ranks that agree after shifts are taken
 * into account; `unlike` has the indexes of the ranks that do not agree. `computed` counts the given ranks for which
 * there is a computed rank.
 */
export type Agreement = {
  given: number
  computed: number
  exact: number
  within: number
  ordered: number
  differs: number[]
  unlike: number[]
  shifts: (Shift & { group: string })[]
}

const nothing = (): Agreement => ({
  given: 0,
  computed: 0,
  exact: 0,
  within: 0,
  ordered: 0,
  differs: [],
  unlike: [],
  shifts: [],
})

const groupOf = (kind: Kind, { field, gender, agegroup }: Derived): string =>
  kind === 'overall'
    ? field
    : kind === 'gender'
      ? `${field}\n${gender}`
      : `${field}\n${agegroupKey(gender ?? 'X', agegroup ?? '')}`

export const compareRanks = (
  results: readonly Pick<ResultRead, 'published'>[],
  derived: readonly Derived[],
  ranks: readonly Ranks[],
  clock: Clock,
): Record<Kind, Agreement> => {
  const compare = (kind: Kind): Agreement => {
    if (!results.some(({ published }) => published[kind])) return nothing()
    const sharing = new Map<string, number>()
    const keyOf = (at: number, rank: number) => `${groupOf(kind, derived[at]!)}\n${rank}`
    for (const [at, one] of ranks.entries()) {
      const rank = one[clock][kind]
      if (rank !== null) sharing.set(keyOf(at, rank), (sharing.get(keyOf(at, rank)) ?? 0) + 1)
    }
    const agreement = nothing()
    const byRank = new Map<string, RankedRow[]>()
    for (const [at, { published }] of results.entries()) {
      const given = published[kind]
      if (!given) continue
      agreement.given++
      const rank = ranks[at]![clock][kind]
      if (rank === given.rank) agreement.exact++
      const shared = rank === null ? 0 : sharing.get(keyOf(at, rank))!
      if (rank !== null && given.rank >= rank && given.rank < rank + shared) agreement.within++
      else agreement.differs.push(at)
      if (rank === null) {
        agreement.unlike.push(at)
        continue
      }
      agreement.computed++
      const group = groupOf(kind, derived[at]!)
      const row = { at, given: given.rank, least: rank, most: rank + shared - 1 }
      const rows = byRank.get(group)
      if (rows) rows.push(row)
      else byRank.set(group, [row])
    }
    if (agreement.differs.length === 0) return { ...agreement, ordered: agreement.within }
    for (const [group, rows] of byRank) {
      const { shifts, unlike } = shiftsIn(rows)
      agreement.shifts.push(...shifts.map((shift) => ({ ...shift, group: group.split('\n').slice(1).join(' ') })))
      agreement.unlike.push(...unlike)
    }
    return { ...agreement, ordered: agreement.given - agreement.unlike.length }
  }
  return { overall: compare('overall'), gender: compare('gender'), agegroup: compare('agegroup') }
}

/**
 * Makes ranking inputs from a file's rows. Age groups come from the file, or from ages if the file has no age groups.
 * Equal times are in the order of the published ranks, because the file may lack fractions of a second.
 */
export const derivedFrom = (results: readonly ResultRead[], ranking: Ranking): Derived[] => {
  const grouped = results.some(({ agegroup }) => agegroup !== null)
  return results.map((one) => ({
    field: one.field,
    gender: one.gender,
    agegroup: grouped ? one.agegroup : agegroupOf(one, ranking),
    outcome: one.outcome,
    gun_ms: one.gun_ms,
    net_ms: one.net_ms,
    tiebreak: one.published.overall?.rank ?? null,
  }))
}

export const rankReading = (results: readonly ResultRead[], ranking: Ranking) => {
  const derived = derivedFrom(results, ranking)
  const clock = clockFor(derived, ranking)
  const ranked = rankField(derived, ranking)
  return { derived, clock, ...ranked, agreement: compareRanks(results, derived, ranked.ranks, clock) }
}

/**
 * Tells whether a file publishes ranks of a kind, but none of its rows says enough to compute one: there is no gender,
 * no age group, or no time of the clock by which the event ranks.
 */
const cannotCheck = ({ given, computed }: Agreement): boolean => given > 0 && computed === 0

const LISTED = 200
/**
 * Reports the rows whose published rank is impossible for its time, after shifts are taken into account. For each kind
 * of rank it reports at most `LISTED` rows, the first rows of the file. It reports no rows of a kind whose ranks cannot
 * be checked.
 */
export const rankProblems = (
  results: readonly ResultRead[],
  ranks: readonly Ranks[],
  clock: Clock,
  agreement: Record<Kind, Agreement>,
): RowProblem[] =>
  kinds.flatMap((kind) =>
    (cannotCheck(agreement[kind]) ? [] : agreement[kind].unlike)
      .toSorted((a, b) => a - b)
      .slice(0, LISTED)
      .map((at): RowProblem => {
        const { line, bib, published } = results[at]!
        return {
          line,
          bib,
          severity: 'doubtful',
          word: 'rank_differs',
          column: kind,
          given: String(published[kind]!.rank),
          read: String(ranks[at]![clock][kind] ?? '-'),
        }
      }),
  )

const MOST_SHIFTS = 12
/**
 * Reports doubts about the ranks of a file as a whole: the first shifts, the number of further shifts, and the number
 * of other differences if there are more than `LISTED`. If no rank of a kind can be checked, it reports this instead.
 */
export const rankDoubts = (agreement: Record<Kind, Agreement>): FileDoubt[] =>
  kinds.flatMap((kind): FileDoubt[] => {
    const { unlike, given } = agreement[kind]
    // A shift to 0 means that the ranks agree again.
    const shifts = agreement[kind].shifts.filter(({ by }) => by !== 0)
    if (cannotCheck(agreement[kind]))
      return [{ word: kind === 'overall' ? 'places_untimed' : 'places_unchecked', kind, count: given }]
    return [
      ...shifts.slice(0, MOST_SHIFTS).map(({ from, by, group }): FileDoubt => ({
        word: by > 0 ? 'places_later' : 'places_earlier',
        kind,
        given: String(from),
        count: Math.abs(by),
        group,
      })),
      ...(shifts.length > MOST_SHIFTS
        ? [{ word: 'places_shift_often' as const, kind, count: shifts.length - MOST_SHIFTS }]
        : []),
      ...(unlike.length > LISTED ? [{ word: 'places_differ' as const, kind, count: unlike.length }] : []),
    ]
  })

const UNFIT: readonly RowProblem['word'][] = ['implausible', 'minutes_as_hours', 'hours_and_minutes']
const FEW = 5
/**
 * Reports that the times of most runners do not fit the distance of the event. Such a file probably belongs to another
 * event.
 */
export const timesDoubt = (results: readonly { line: number }[], problems: readonly RowProblem[]): FileDoubt[] => {
  const lines = new Set(problems.filter(({ word }) => UNFIT.includes(word)).map(({ line }) => line))
  const count = results.filter(({ line }) => lines.has(line)).length
  return count >= FEW && count * 2 > results.length ? [{ word: 'times_unfit', count }] : []
}
