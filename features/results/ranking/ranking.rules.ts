import {
  type Clock,
  type Derived,
  type GroupRanks,
  type Ranking,
  type Ranks,
  type Totals,
  agegroupKey,
  clocks,
  recorded,
} from '../rules.ts'
import { type By, type Columns, FINISHED, columnsOf, genderAt } from './rankingInputs.rules.ts'

type RankColumns = Record<'overall' | 'gender' | 'agegroup', Int32Array>
/** An event with every place in it; 0: none. */
export type Ranked = {
  columns: Columns
  by: By
  clock: Clock
  ranks: Record<Clock, RankColumns>
  totals: Record<Clock, Totals>
  /** Made when somebody asks for the list. */ lists: Map<Clock | 'official', List>
}
/** A list's order: indexes of the columns, field after field, and at which position each stands in it. */
export type List = { order: Uint32Array; position: Int32Array }

const mostLaps = 999
const DIGITS = 2048
const FEW = 500
/**
 * Sorts indexes by what stands at each (whole numbers from 0), equal ones staying as they were: by 11 bits at a time,
 * without comparing.
 */
export const sortBy = (order: Uint32Array, keys: Float64Array): Uint32Array => {
  if (order.length < FEW) return order.sort((a, b) => keys[a]! - keys[b]!)
  let most = 0
  for (const at of order) if (keys[at]! > most) most = keys[at]!
  let [from, to]: [Uint32Array, Uint32Array] = [order, new Uint32Array(order.length)]
  for (let unit = 1; unit <= most; unit *= DIGITS) {
    const starts = new Uint32Array(DIGITS + 1)
    for (let n = 0; n < from.length; n++) starts[(Math.floor(keys[from[n]!]! / unit) % DIGITS) + 1]!++
    for (let digit = 1; digit < DIGITS; digit++) starts[digit]! += starts[digit - 1]!
    for (let n = 0; n < from.length; n++) to[starts[Math.floor(keys[from[n]!]! / unit) % DIGITS]!++] = from[n]!
    ;[from, to] = [to, from]
  }
  return from
}

type Counter = { count: number; last: number; tiebreak: number; rank: number; first: number }
/**
 * The next one of a group: a place is shared by all with the same time (and, where fractions decide, the same
 * tiebreak).
 */
const nextRank = (counters: Counter[], group: number, at: number, time: number, tiebreak: number): number => {
  const counter = (counters[group] ??= { count: 0, last: -1, tiebreak: 0, rank: 0, first: at })
  counter.count++
  if (counter.last !== time || counter.tiebreak !== tiebreak) {
    counter.rank = counter.count
    counter.last = time
    counter.tiebreak = tiebreak
  }
  return counter.rank
}

const ranksBy = (
  basis: Clock,
  columns: Columns,
  { ties, rounding, double_dipping, top_out }: By,
): { places: RankColumns; totals: Totals } => {
  const { kinds, laps, published, field, agegroup } = columns
  const n = kinds.length
  const ms = basis === 'gun' ? columns.gun : columns.net
  const fraction = ties === 'fraction'
  const times = new Float64Array(n)
  const ranked = new Uint32Array(n)
  let [some, tied] = [0, false]
  for (let at = 0; at < n; at++) {
    if ((kinds[at]! & 15) !== FINISHED || ms[at]! < 0) continue
    times[at] =
      (fraction ? ms[at]! : recorded(ms[at]!, rounding)) +
      (laps[at]! < 0 ? 0 : (mostLaps - laps[at]!) * (fraction ? 1e9 : 1e6))
    if (fraction && published[at]! > 0) tied = true
    ranked[some++] = at
  }
  const places: RankColumns = { overall: new Int32Array(n), gender: new Int32Array(n), agegroup: new Int32Array(n) }
  const [fields, byGender, byAge]: [Counter[], Counter[], Counter[]] = [[], [], []]
  const tiebreaks = tied ? Float64Array.from(published, (place) => Math.max(0, place)) : undefined
  const all = ranked.subarray(0, some)
  const order = sortBy(tiebreaks ? sortBy(all, tiebreaks) : all, times)
  const ages = columns.agegroups.length
  for (let n = 0; n < some; n++) {
    const at = order[n]!
    const time = times[at]!
    const tiebreak = tiebreaks ? tiebreaks[at]! : 0
    const gender = kinds[at]! >> 4
    places.overall[at] = nextRank(fields, field[at]!, at, time, tiebreak)
    if (gender === 0) continue
    const group = field[at]! * 4 + gender
    places.gender[at] = nextRank(byGender, group, at, time, tiebreak)
    if (agegroup[at]! < 0 || (!double_dipping && places.gender[at]! <= top_out)) continue
    places.agegroup[at] = nextRank(byAge, group * ages + agegroup[at]!, at, time, tiebreak)
  }
  const totals: Totals = {}
  const made = (counters: Counter[]) => Object.values(counters).toSorted((a, b) => a.first - b.first)
  for (const { count, first } of made(fields))
    totals[columns.fields[field[first]!]!] = { all: count, gender: {}, agegroup: {} }
  for (const { count, first } of made(byGender))
    totals[columns.fields[field[first]!]!]!.gender[genderAt(columns, first)!] = count
  for (const { count, first } of made(byAge))
    totals[columns.fields[field[first]!]!]!.agegroup[
      agegroupKey(genderAt(columns, first)!, columns.agegroups[agegroup[first]!]!)
    ] = count
  return { places, totals }
}

/** The basis that an event's places can go by: the one set, or the other where nobody has a time by it. */
export const clockOf = ({ kinds, gun, net }: Columns, set: Clock): Clock => {
  const has = (times: Int32Array) => kinds.some((kind, at) => (kind & 15) === FINISHED && times[at]! >= 0)
  const [own, other] = set === 'gun' ? [gun, net] : [net, gun]
  return !has(own) && has(other) ? (set === 'gun' ? 'net' : 'gun') : set
}

/**
 * Every place in one event, by gun and by net, from believed times alone. Whoever did not finish, or has no time by a
 * basis, has no place by it and is counted nowhere. O(n log n).
 */
export const rankColumns = (columns: Columns, by: By): Ranked => {
  const [gun, net] = clocks.map((basis) => ranksBy(basis, columns, by)) as [
    ReturnType<typeof ranksBy>,
    ReturnType<typeof ranksBy>,
  ]
  return {
    columns,
    by,
    clock: clockOf(columns, by.basis),
    ranks: { gun: gun.places, net: net.places },
    totals: { gun: gun.totals, net: net.totals },
    lists: new Map(),
  }
}

/** An event's settings as far as places depend on them. */
export const byOf = (ranking: Ranking, corrected: boolean): By => ({
  basis: ranking.basis,
  ties: ranking.ties,
  rounding: ranking.rounding,
  double_dipping: ranking.double_dipping,
  top_out: ranking.top_out,
  teams: ranking.teams,
  corrected,
})
const derivedColumns = (results: readonly Derived[]): Columns =>
  columnsOf(
    results.map((one, id) => ({
      ...one,
      id,
      published_overall: one.tiebreak ?? null,
      laps: one.laps ?? null,
      progress: null,
      team: null,
    })),
  )
const groupRanksAt = ({ ranks: places }: Ranked, basis: Clock, at: number): GroupRanks => ({
  overall: places[basis].overall[at]! || null,
  gender: places[basis].gender[at]! || null,
  agegroup: places[basis].agegroup[at]! || null,
})
/** Results that have no ids yet, ranked in their order; `ranksIn` gives each its ranks. */
export const rankDerived = (results: readonly Derived[], ranking: Ranking): Ranked =>
  rankColumns(derivedColumns(results), byOf(ranking, false))
export const ranksIn = (ranked: Ranked, at: number): Ranks => ({
  gun: groupRanksAt(ranked, 'gun', at),
  net: groupRanksAt(ranked, 'net', at),
})
/** How many are ranked, and every place; `ranks` in the order of `results`. */
export const rankField = (
  results: readonly Derived[],
  ranking: Ranking,
): { ranks: Ranks[]; totals: Record<Clock, Totals> } => {
  const ranked = rankDerived(results, ranking)
  return { ranks: results.map((_, at) => ranksIn(ranked, at)), totals: ranked.totals }
}
export const clockFor = (results: readonly Derived[], ranking: Ranking): Clock =>
  clockOf(derivedColumns(results), ranking.basis)

/** Where an id stands in the columns; -1: nowhere. */
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
 * A result's places; `place` is the official one: published with a file as long as nobody corrected the event, else by
 * the event's basis.
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
export const officialAt = (
  { columns: { kinds, published }, by, clock: basis, ranks: places }: Ranked,
  at: number,
): number =>
  (kinds[at]! & 15) !== FINISHED
    ? 0
    : !by.corrected && published[at]! >= 0
      ? published[at]!
      : places[basis].overall[at]!
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

/** How many results that are in both have another place in the second. */
export const movedBetween = (before: Ranked, after: Ranked): number => {
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
