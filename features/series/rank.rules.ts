import { type GenderLetter, genders } from '#features/results/rules.ts'

/**
 * The ways to count points in a series. The standings depend only on the results and the rules. So after a correction
 * of a result, the next reader sees the new standings.
 */

export const scorings = ['place', 'age_grade'] as const
export type SeriesScoring = (typeof scorings)[number]

export type SeriesRules = {
  scoring: SeriesScoring
  /** The points of the first rank of each gender, of the second rank, and so on. */
  places: readonly number[]
  /** The number of races that count for one runner. */
  best: number
  /** The number of runners of a club that count. 0 means that the series ranks no clubs. */
  club_size: number
}
/** One finish. A person is an account with a name, because an account may enter several people. */
export type Finish = {
  race: string
  /** The start of the race. */
  time: Date
  uid: number
  name: string
  gender: GenderLetter | null
  club: string | null
  /** The rank within the gender by the event's clock. */
  place: number | null
  /** The age grade in percent. */
  grade: number | null
}
export type Scored = { race: string; points: number; place: number | null; counts: boolean }
export type SeriesPlaceRow = {
  rank: number
  uid: number
  name: string
  gender: GenderLetter | null
  club: string | null
  points: number
  races: Scored[]
}
export type ClubStanding = { rank: number; club: string; points: number; runners: { name: string; points: number }[] }

/** Returns the points of a finish. An age grade of 81.23 % gives 812 points. */
export const pointsOfFinish = ({ scoring, places }: SeriesRules, { place, grade }: Finish): number =>
  scoring === 'place' ? (place === null ? 0 : (places[place - 1] ?? 0)) : Math.floor((grade ?? 0) * 10)

const keyOf = ({ uid, name }: { uid: number; name: string }): string => `${uid} ${name}`
/** Sorts rows by `compare` and gives them ranks. Rows between which `compare` finds no difference share a rank. */
const withRanks = <T extends { points: number }>(
  rows: readonly T[],
  compare: (a: T, b: T) => number,
): (T & { rank: number })[] => {
  const ordered = rows.toSorted(compare)
  let rank = 0
  return ordered.map((row, n) => {
    if (n === 0 || compare(ordered[n - 1]!, row) !== 0) rank = n + 1
    return { ...row, rank }
  })
}
/** Compares the sums. If the sums are equal, the single scores decide, the best scores first. */
const byScores = (a: Pick<SeriesPlaceRow, 'points' | 'races'>, b: Pick<SeriesPlaceRow, 'points' | 'races'>): number => {
  if (a.points !== b.points) return b.points - a.points
  const [one, other] = [a, b].map(({ races }) => races.filter(({ counts }) => counts).map(({ points }) => points))
  for (let n = 0; n < Math.max(one!.length, other!.length); n++) {
    const difference = (other![n] ?? 0) - (one![n] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
/**
 * Returns the scores of one person, the best first. If a person has two finishes in one race, the better finish counts.
 */
const scoresOf = (rules: SeriesRules, finishes: readonly Finish[]): Scored[] => {
  const best = new Map<string, Scored>()
  for (const finish of finishes) {
    const points = pointsOfFinish(rules, finish)
    const known = best.get(finish.race)
    if (!known || known.points < points)
      best.set(finish.race, { race: finish.race, points, place: finish.place, counts: false })
  }
  return [...best.values()]
    .toSorted((a, b) => b.points - a.points || (a.race < b.race ? -1 : 1))
    .map((one, n) => ({ ...one, counts: n < rules.best && one.points > 0 }))
}

/**
 * Returns the club of the newest finish that names one. If several races start at the same time, the finish that is
 * later in the list decides.
 */
const clubOf = (finishes: readonly Finish[]): string | null =>
  finishes
    .filter(({ club }) => club !== null)
    .toSorted((a, b) => a.time.getTime() - b.time.getTime())
    .at(-1)?.club ?? null

/** Ranks the people of one gender, or everybody if `gender` is null. People without points are not in the list. */
export const rankSeries = (
  rules: SeriesRules,
  finishes: readonly Finish[],
  gender: GenderLetter | null,
): SeriesPlaceRow[] => {
  const people = new Map<string, Finish[]>()
  for (const finish of finishes)
    if (gender === null || finish.gender === gender)
      people.set(keyOf(finish), [...(people.get(keyOf(finish)) ?? []), finish])
  const rows = [...people.values()].map((own) => {
    const races = scoresOf(rules, own)
    const points = races.reduce((sum, one) => sum + (one.counts ? one.points : 0), 0)
    const { uid, name, gender: sex } = own[0]!
    return { uid, name, gender: sex, club: clubOf(own), points, races }
  })
  return withRanks(
    rows.filter(({ points }) => points > 0),
    byScores,
  )
}

/** Ranks clubs by the sum of their best runners, all genders together. */
export const rankClubs = (rules: SeriesRules, finishes: readonly Finish[]): ClubStanding[] => {
  if (rules.club_size === 0) return []
  const clubs = new Map<string, SeriesPlaceRow[]>()
  for (const row of genders.flatMap((gender) => rankSeries(rules, finishes, gender)))
    if (row.club !== null) clubs.set(row.club, [...(clubs.get(row.club) ?? []), row])
  const rows = [...clubs].map(([club, members]) => {
    const runners = members
      .toSorted((a, b) => b.points - a.points)
      .slice(0, rules.club_size)
      .map(({ name, points }) => ({ name, points }))
    return { club, runners, points: runners.reduce((sum, one) => sum + one.points, 0) }
  })
  return withRanks(rows, (a, b) => b.points - a.points)
}

export type OwnResult = { metres: number | null; seconds: number | null }
/** Returns the positions of the fastest result over each distance. */
export const bestsOf = (results: readonly OwnResult[]): Set<number> => {
  const best = new Map<number, number>()
  for (const [n, { metres, seconds }] of results.entries()) {
    if (metres === null || seconds === null) continue
    const known = best.get(metres)
    if (known === undefined || seconds < results[known]!.seconds!) best.set(metres, n)
  }
  return new Set(best.values())
}
