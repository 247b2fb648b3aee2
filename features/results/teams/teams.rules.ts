import { normalTeamName } from '#features/teams/rules.ts'
import { type Ranked, clockOfRanks, sortBy } from '../ranking/columnRanks.rules.ts'
import { type TeamRules, genders, recorded } from '../rules.ts'
import { genderAt, outcomeAt } from '../ranking/rankingInputs.rules.ts'

type Kind = TeamRules['kinds'][number]
/**
 * A runner of a team. `at` is the position in the columns. `points` is the time in milliseconds or the rank that the
 * runner adds; null for a runner who does not score.
 */
export type TeamScorer = { at: number; points: number | null }
/**
 * A ranked team. `rank` is null if too few have finished. `score` is the sum of the scorers so far, in milliseconds
 * or ranks.
 */
export type RankedTeam = {
  name: string
  /** The form of the name for addresses, equal for all spellings. */
  key: string
  rank: number | null
  score: number
  laps: number | null
  scorers: TeamScorer[]
  /** Finishers who do not score, in their order. */
  others: TeamScorer[]
  /** The number of members in this kind, finished or not. */
  members: number
  missing: { women: number; men: number; any: number }
}
/** The teams of a kind in their order. Teams with too few finishers come last. */
export type TeamTable = Kind & { teams: RankedTeam[]; complete: number; where: ReadonlyMap<string, number> }

/**
 * Chooses the scorers among a team's finishers in their order: first the quickest of each required gender, then the
 * quickest of all other finishers. If a required runner is missing, the team has one scorer less.
 */
const seated = (
  { kind, scorers, women, men }: Kind,
  finishers: readonly number[],
  genderOf: (at: number) => string | null,
): { chosen: number[]; missing: RankedTeam['missing'] } => {
  if (kind !== 'open' || women + men === 0) {
    const chosen = finishers.slice(0, scorers)
    return { chosen, missing: { women: 0, men: 0, any: scorers - chosen.length } }
  }
  const first = (gender: 'F' | 'M', n: number) => finishers.filter((at) => genderOf(at) === gender).slice(0, n)
  const byGender = new Set([...first('F', women), ...first('M', men)])
  const count = (gender: 'F' | 'M') => [...byGender].filter((at) => genderOf(at) === gender).length
  const missing = { women: women - count('F'), men: men - count('M') }
  let open = scorers - women - men
  const chosen = finishers.filter((at) => byGender.has(at) || open-- > 0)
  return { chosen, missing: { ...missing, any: Math.max(0, open) } }
}

type Finishers = { order: Uint32Array; rank: Int32Array; timeOf: (at: number) => number }
/** Lists all ranked runners of the main field in order, by the clock of the team classification. */
const finishersOf = (ranked: Ranked, clock: 'gun' | 'net'): Finishers => {
  const { columns, by } = ranked
  const rank = ranked.ranks[clock].overall
  const field = columns.fields.indexOf('')
  const some: number[] = []
  for (let at = 0; at < rank.length; at++) if (rank[at]! > 0 && columns.field[at] === field) some.push(at)
  const ms = clock === 'gun' ? columns.gun : columns.net
  return {
    order: sortBy(Uint32Array.from(some), Float64Array.from(rank)),
    rank,
    timeOf: (at) => (by.ties === 'fraction' ? ms[at]! : recorded(ms[at]!, by.rounding) * 1000),
  }
}

/**
 * Counts ranks again among runners of complete teams. In each team the next `displacers` runners after the scorers also
 * get a rank. Equal ranks stay equal.
 */
const renumbered = (
  order: Uint32Array,
  rank: Int32Array,
  complete: readonly { chosen: readonly number[]; finishers: readonly number[] }[],
  displacers: number,
): Map<number, number> => {
  const kept = new Set(
    complete.flatMap(({ chosen, finishers }) => [
      ...chosen,
      ...finishers.filter((at) => !chosen.includes(at)).slice(0, displacers),
    ]),
  )
  const numbers = new Map<number, number>()
  let [count, last, number] = [0, -1, 0]
  for (const at of order) {
    if (!kept.has(at)) continue
    count++
    if (rank[at] !== last) [last, number] = [rank[at]!, count]
    numbers.set(at, number)
  }
  return numbers
}

/**
 * Compares two teams with equal scores by their scorers, from the last scorer to the first. The team whose last scorer
 * has the better rank is ahead (World Athletics). If these ranks are equal, the previous scorers decide, as county
 * associations do.
 */
const fromTheLast = (a: readonly number[], b: readonly number[]): number => {
  for (let n = a.length - 1; n >= 0; n--) if (a[n] !== b[n]) return a[n]! - b[n]!
  return 0
}
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Seats = {
  code: number
  members: number
  finishers: number[]
  chosen: number[]
  missing: RankedTeam['missing']
}
const isComplete = ({ missing }: Pick<Seats, 'missing'>): boolean => missing.any + missing.women + missing.men === 0

/** Lists the teams that have runners of this kind, each with its finishers and scorers. */
const seatsOf = ({ columns }: Ranked, kind: Kind, order: Uint32Array): Seats[] => {
  const { team, field, kinds, teams: named } = columns
  const main = columns.fields.indexOf('')
  const gender = kind.kind === 'open' ? 0 : genders.indexOf(kind.kind === 'women' ? 'F' : 'M') + 1
  const members = new Int32Array(named.length)
  const finishers = named.map((): number[] => [])
  for (let at = 0; at < team.length; at++)
    if (team[at]! >= 0 && field[at] === main && (gender === 0 || kinds[at]! >> 4 === gender)) members[team[at]!]!++
  for (let n = 0; n < order.length; n++) {
    const at = order[n]!
    if (team[at]! >= 0 && (gender === 0 || kinds[at]! >> 4 === gender)) finishers[team[at]!]!.push(at)
  }
  const genderOf = (at: number) => genderAt(columns, at)
  return finishers.flatMap((own, code) =>
    members[code]! > 0 ? [{ code, members: members[code]!, finishers: own, ...seated(kind, own, genderOf) }] : [],
  )
}

type Marked = { complete: boolean; tie: number[]; team: RankedTeam }
/** Makes a team. Its score is the sum of the scorers' points. */
const markedTeam = (
  { columns }: Ranked,
  { code, members, finishers, chosen, missing }: Seats,
  rank: Int32Array,
  { pointsOf, byLaps, key }: { pointsOf: (at: number) => number; byLaps: boolean; key: string },
): Marked => {
  const points = chosen.map(pointsOf)
  const others = finishers.length === chosen.length ? [] : finishers.filter((at) => !chosen.includes(at))
  return {
    complete: isComplete({ missing }),
    tie: chosen.map((at) => rank[at]!),
    team: {
      name: columns.teams[code]!,
      key,
      rank: null,
      members,
      missing,
      score: points.reduce((sum, one) => sum + one, 0),
      laps: byLaps ? chosen.reduce((sum, at) => sum + Math.max(0, columns.laps[at]!), 0) : null,
      scorers: chosen.map((at, n) => ({ at, points: points[n]! })),
      others: others.map((at) => ({ at, points: null })),
    },
  }
}

/** Compares two teams for sorting, complete teams first. If complete teams are equal, their last scorers decide. */
const ahead = (a: Marked, b: Marked): number =>
  Number(b.complete) - Number(a.complete) ||
  (a.complete ? 0 : b.team.scorers.length - a.team.scorers.length) ||
  (b.team.laps ?? 0) - (a.team.laps ?? 0) ||
  a.team.score - b.team.score ||
  (a.complete ? fromTheLast(a.tie, b.tie) : 0)

const rankKind = (
  ranked: Ranked,
  rules: TeamRules,
  kind: Kind,
  { order, rank: overall, timeOf }: Finishers,
  keys: readonly string[],
): TeamTable => {
  const rank = kind.kind === 'open' ? overall : ranked.ranks[teamClockOf(ranked, rules)].gender
  const seats = seatsOf(ranked, kind, order)
  const numbers =
    rules.score === 'places' && rules.numbering === 'teams'
      ? renumbered(order, rank, seats.filter(isComplete), rules.displacers)
      : undefined
  const pointsOf = (at: number): number => (rules.score === 'time' ? timeOf(at) : (numbers?.get(at) ?? rank[at]!))
  const byLaps = rules.score === 'time' && ranked.columns.laps.some((one) => one >= 0)
  const marked = seats.map((seat) => markedTeam(ranked, seat, rank, { pointsOf, byLaps, key: keys[seat.code]! }))
  marked.sort((a, b) => ahead(a, b) || byText(a.team.key, b.team.key))
  for (const [n, one] of marked.entries())
    if (one.complete) one.team.rank = n > 0 && ahead(marked[n - 1]!, one) === 0 ? marked[n - 1]!.team.rank : n + 1
  const teams = marked.map(({ team }) => team)
  return {
    ...kind,
    teams,
    complete: marked.filter(({ complete }) => complete).length,
    where: new Map(teams.map(({ key }, at) => [key, at])),
  }
}

/** Returns the clock of the team classification: `basis`, or the other clock if nobody has a time by `basis`. */
export const teamClockOf = (ranked: Ranked, rules: TeamRules): 'gun' | 'net' =>
  clockOfRanks(ranked.columns, rules.basis)

const tables = new WeakMap<Ranked, TeamTable[]>()
/** Makes the team tables of an event at their first use. */
export const teamsOf = (ranked: Ranked): TeamTable[] => {
  const { teams: rules } = ranked.by
  if (rules === null) return []
  let made = tables.get(ranked)
  if (!made) {
    const finishers = finishersOf(ranked, teamClockOf(ranked, rules))
    const keys = ranked.columns.teams.map(normalTeamName)
    tables.set(ranked, (made = rules.kinds.map((kind) => rankKind(ranked, rules, kind, finishers, keys))))
  }
  return made
}

/** Returns the name of a runner's team, in the form for addresses. */
export const teamKeyAt = ({ columns }: Ranked, at: number): string | null =>
  at < 0 || columns.team[at]! < 0 ? null : normalTeamName(columns.teams[columns.team[at]!]!)
/** Lists the positions of a team's runners who have not finished. */
export const unfinishedOf = ({ columns }: Ranked, key: string): number[] => {
  const code = columns.teams.findIndex((name) => normalTeamName(name) === key)
  if (code < 0) return []
  const found: number[] = []
  for (let at = 0; at < columns.team.length; at++)
    if (columns.team[at] === code && outcomeAt(columns, at) !== 'finished') found.push(at)
  return found
}
