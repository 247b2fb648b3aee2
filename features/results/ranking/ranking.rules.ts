import type { Clock, Derived, GroupRanks, Ranking, Ranks, Totals } from '../rules.ts'
import { type Ranked, clockOfRanks, rankColumns } from './columnRanks.rules.ts'
import { type RankingRules, type RankingColumns, FINISHED, rankingColumnsOf } from './rankingInputs.rules.ts'

/** Returns the settings of an event that decide its ranks. */
export const byOf = (ranking: Ranking, corrected: boolean): RankingRules => ({
  basis: ranking.basis,
  ties: ranking.ties,
  rounding: ranking.rounding,
  double_dipping: ranking.double_dipping,
  top_out: ranking.top_out,
  teams: ranking.teams,
  corrected,
})
const derivedColumns = (results: readonly Derived[]): RankingColumns =>
  rankingColumnsOf(
    results.map((one, id) => ({
      ...one,
      id,
      published_overall: one.tiebreak ?? null,
      laps: one.laps ?? null,
      progress: null,
      team: null,
    })),
  )
const groupRanksAt = ({ ranks }: Ranked, clock: Clock, at: number): GroupRanks => ({
  overall: ranks[clock].overall[at]! || null,
  gender: ranks[clock].gender[at]! || null,
  agegroup: ranks[clock].agegroup[at]! || null,
})
/** Ranks results that have no ids yet, and keeps their order. `ranksIn` gives the ranks of each result. */
export const rankDerived = (results: readonly Derived[], ranking: Ranking): Ranked =>
  rankColumns(derivedColumns(results), byOf(ranking, false))
export const ranksIn = (ranked: Ranked, at: number): Ranks => ({
  gun: groupRanksAt(ranked, 'gun', at),
  net: groupRanksAt(ranked, 'net', at),
})
/** Ranks results. Returns the totals of all groups, and the ranks in the order of `results`. */
export const rankField = (
  results: readonly Derived[],
  ranking: Ranking,
): { ranks: Ranks[]; totals: Record<Clock, Totals> } => {
  const ranked = rankDerived(results, ranking)
  return { ranks: results.map((_, at) => ranksIn(ranked, at)), totals: ranked.totals }
}
export const clockFor = (results: readonly Derived[], ranking: Ranking): Clock =>
  clockOfRanks(derivedColumns(results), ranking.basis)

export const indexOf = (ids: Float64Array, id: number): number => {
  let [low, high] = [0, ids.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (ids[middle]! === id) return middle
    if (ids[middle]! < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/**
 * A result's ranks. `rank` is the official rank: the published rank of a file until somebody corrects the event,
 * otherwise the rank by the event's clock.
 */
export type ResultRanks = {
  gun_overall: number | null
  gun_gender: number | null
  gun_agegroup: number | null
  net_overall: number | null
  net_gender: number | null
  net_agegroup: number | null
  rank: number | null
}
export const unranked: ResultRanks = {
  gun_overall: null,
  gun_gender: null,
  gun_agegroup: null,
  net_overall: null,
  net_gender: null,
  net_agegroup: null,
  rank: null,
}
export const officialAt = ({ columns: { kinds, published }, by, clock, ranks }: Ranked, at: number): number =>
  (kinds[at]! & 15) !== FINISHED ? 0 : !by.corrected && published[at]! >= 0 ? published[at]! : ranks[clock].overall[at]!
export const ranksAt = (ranked: Ranked, at: number): ResultRanks => {
  const { gun, net } = ranked.ranks
  return {
    gun_overall: gun.overall[at]! || null,
    gun_gender: gun.gender[at]! || null,
    gun_agegroup: gun.agegroup[at]! || null,
    net_overall: net.overall[at]! || null,
    net_gender: net.gender[at]! || null,
    net_agegroup: net.agegroup[at]! || null,
    rank: officialAt(ranked, at) || null,
  }
}
export const ranksOf = (ranked: Ranked, id: number): ResultRanks => {
  const at = indexOf(ranked.columns.ids, id)
  return at < 0 ? unranked : ranksAt(ranked, at)
}

/** Counts the results that are in both rankings and have another rank in the second ranking. */
export const countMoved = (before: Ranked, after: Ranked): number => {
  const [old, now] = [before.columns.ids, after.columns.ids]
  const [a, b] = [before, after].map(({ ranks: { gun, net } }) => [
    gun.overall,
    gun.gender,
    gun.agegroup,
    net.overall,
    net.gender,
    net.agegroup,
  ]) as [Int32Array[], Int32Array[]]
  let moved = 0
  for (let [at, n] = [0, 0]; n < now.length; n++) {
    while (at < old.length && old[at]! < now[n]!) at++
    if (old[at] !== now[n]) continue
    let same = officialAt(before, at) === officialAt(after, n)
    for (let of = 0; same && of < 6; of++) same = a[of]![at] === b[of]![n]
    if (!same) moved++
  }
  return moved
}

/** Tells whether two rankings have the same inputs for the runner at these two indexes. */
const ranksAlike = (one: RankingColumns, at: number, other: RankingColumns, n: number): boolean => {
  if (one.kinds[at] !== other.kinds[n]) return false
  if ((one.kinds[at]! & 15) !== FINISHED) return true
  const nameOf = (names: readonly string[], code: number) => names[code] ?? null
  return (
    one.gun[at] === other.gun[n] &&
    one.net[at] === other.net[n] &&
    one.published[at] === other.published[n] &&
    one.laps[at] === other.laps[n] &&
    nameOf(one.fields, one.field[at]!) === nameOf(other.fields, other.field[n]!) &&
    nameOf(one.agegroups, one.agegroup[at]!) === nameOf(other.agegroups, other.agegroup[n]!)
  )
}
/**
 * Turns a planned ranking into the ranking of the written results. `ids` has the id of each planned result. Undefined
 * if the results differ from the plan.
 */
export const rankedAsPlanned = (
  planned: Ranked,
  ids: readonly number[],
  columns: RankingColumns,
  by: RankingRules,
): Ranked | undefined => {
  const n = columns.ids.length
  if (ids.length !== n) return undefined
  const order = Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]!)
  for (let at = 0; at < n; at++)
    if (ids[order[at]!] !== columns.ids[at] || !ranksAlike(planned.columns, order[at]!, columns, at)) return undefined
  const inOrder = (ranks: Int32Array) => Int32Array.from(order, (at) => ranks[at]!)
  const ofClock = (clock: Clock) => {
    const { overall, gender, agegroup } = planned.ranks[clock]
    return { overall: inOrder(overall), gender: inOrder(gender), agegroup: inOrder(agegroup) }
  }
  const { clock, totals } = planned
  return { columns, by, clock, ranks: { gun: ofClock('gun'), net: ofClock('net') }, totals, lists: new Map() }
}
