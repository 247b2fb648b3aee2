import { type Clock, type Totals, agegroupKey, clocks, recorded } from '../rules.ts'
import { type RankingRules, type RankingColumns, FINISHED, genderAt } from './rankingInputs.rules.ts'

type RankColumns = Record<'overall' | 'gender' | 'agegroup', Int32Array>
/** All ranks of an event; 0 means no rank. */
export type Ranked = {
  columns: RankingColumns
  by: RankingRules
  clock: Clock
  ranks: Record<Clock, RankColumns>
  totals: Record<Clock, Totals>
  /** The lists in each order. Each list is made at its first use. */
  lists: Map<Clock | 'official', ListOrder>
}
/** The order of a list: indexes in the columns, field after field. `position` has the sort value of each index. */
export type ListOrder = { order: Uint32Array; position: Int32Array }

const mostLaps = 999
const DIGITS = 2048
const FEW = 500
/**
 * Sorts indexes by their values, which are whole numbers from 0; equal values keep their order. A large event is sorted
 * by 11 bits at a time without comparisons, because this is quicker.
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
 * Returns the rank of the next runner of a group. Runners with the same time (and the same tiebreak, if fractions
 * decide) share a rank.
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
  clock: Clock,
  columns: RankingColumns,
  { ties, rounding, double_dipping, top_out }: RankingRules,
): { ranks: RankColumns; totals: Totals } => {
  const { kinds, laps, published, field, agegroup } = columns
  const n = kinds.length
  const ms = clock === 'gun' ? columns.gun : columns.net
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
  const ranks: RankColumns = { overall: new Int32Array(n), gender: new Int32Array(n), agegroup: new Int32Array(n) }
  const [fields, byGender, byAge]: [Counter[], Counter[], Counter[]] = [[], [], []]
  const tiebreaks = tied ? Float64Array.from(published, (rank) => Math.max(0, rank)) : undefined
  const all = ranked.subarray(0, some)
  const order = sortBy(tiebreaks ? sortBy(all, tiebreaks) : all, times)
  const ages = columns.agegroups.length
  for (let n = 0; n < some; n++) {
    const at = order[n]!
    const time = times[at]!
    const tiebreak = tiebreaks ? tiebreaks[at]! : 0
    const gender = kinds[at]! >> 4
    ranks.overall[at] = nextRank(fields, field[at]!, at, time, tiebreak)
    if (gender === 0) continue
    const group = field[at]! * 4 + gender
    ranks.gender[at] = nextRank(byGender, group, at, time, tiebreak)
    if (agegroup[at]! < 0 || (!double_dipping && ranks.gender[at]! <= top_out)) continue
    ranks.agegroup[at] = nextRank(byAge, group * ages + agegroup[at]!, at, time, tiebreak)
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
  return { ranks, totals }
}

/**
 * Returns the clock that decides an event's ranks: the clock in its settings, or the other clock if nobody has a time
 * by the first clock.
 */
export const clockOfRanks = ({ kinds, gun, net }: RankingColumns, set: Clock): Clock => {
  const has = (times: Int32Array) => kinds.some((kind, at) => (kind & 15) === FINISHED && times[at]! >= 0)
  const [own, other] = set === 'gun' ? [gun, net] : [net, gun]
  return !has(own) && has(other) ? (set === 'gun' ? 'net' : 'gun') : set
}

/**
 * Finds every rank in an event, by gun and by net time. A runner who did not finish, or has no time by a clock, has no
 * rank by that clock and is not counted there. O(n log n).
 */
export const rankColumns = (columns: RankingColumns, by: RankingRules): Ranked => {
  const [gun, net] = clocks.map((clock) => ranksBy(clock, columns, by)) as [
    ReturnType<typeof ranksBy>,
    ReturnType<typeof ranksBy>,
  ]
  return {
    columns,
    by,
    clock: clockOfRanks(columns, by.basis),
    ranks: { gun: gun.ranks, net: net.ranks },
    totals: { gun: gun.totals, net: net.totals },
    lists: new Map(),
  }
}
