/** Ranks of a trail by time, points or repeats. Equal results share a rank. */
import type { Counted } from './check.rules.ts'

export const rankings = ['time', 'points', 'repeats'] as const
export type TrailRanking = (typeof rankings)[number]

/** `seconds` is the time of the fastest complete round; null if no round is complete. */
export type TrailStanding = {
  repeats: number
  points: number
  seconds: number | null
  /** The end of the fastest complete round. */
  finished_at: Date | null
  reached: number
}

type RoundCheck = Pick<Counted, 'round' | 'at'>
/**
 * Returns the time and the end of each complete round, the fastest first. A round is complete if it has every point of
 * the trail.
 */
export const completeRounds = (
  pointsOfTrail: number,
  counted: readonly RoundCheck[],
): { seconds: number; finished_at: Date }[] => {
  const rounds = new Map<number, RoundCheck[]>()
  for (const check of counted) rounds.set(check.round, [...(rounds.get(check.round) ?? []), check])
  return [...rounds.values()]
    .filter((round) => pointsOfTrail > 0 && round.length >= pointsOfTrail)
    .map((round) => {
      const times = round.map(({ at }) => at.getTime())
      const last = Math.max(...times)
      return { seconds: Math.round((last - Math.min(...times)) / 1000), finished_at: new Date(last) }
    })
    .toSorted((a, b) => a.seconds - b.seconds || a.finished_at.getTime() - b.finished_at.getTime())
}

export const trailStandingOf = (
  pointsOfTrail: number,
  counted: readonly (RoundCheck & Pick<Counted, 'point'> & { points: number })[],
): TrailStanding => {
  const complete = completeRounds(pointsOfTrail, counted)
  return {
    repeats: complete.length,
    points: counted.reduce((sum, { points }) => sum + points, 0),
    seconds: complete[0]?.seconds ?? null,
    finished_at: complete[0]?.finished_at ?? null,
    reached: new Set(counted.map(({ point }) => point)).size,
  }
}

/** Lists the values that decide the order, the most important one first. A smaller value is better. */
const valuesOf = (by: TrailRanking, { repeats, points, seconds }: TrailStanding): number[] => {
  const time = seconds ?? Infinity
  return by === 'time' ? [time] : by === 'points' ? [-points, time] : [-repeats, time]
}
const isRanked = (by: TrailRanking, { repeats, points, seconds }: TrailStanding): boolean =>
  by === 'time' ? seconds !== null : by === 'points' ? points > 0 : repeats > 0
const compare = (a: readonly number[], b: readonly number[]): number => {
  for (const [n, value] of a.entries()) if (value !== b[n]) return value < b[n]! ? -1 : 1
  return 0
}

/**
 * Ranks all people who have a value for the ranking. People with equal results share a rank and keep the order of
 * `all`.
 */
export const rankBy = <T extends TrailStanding>(by: TrailRanking, all: readonly T[]): (T & { rank: number })[] => {
  const ordered = all.filter((one) => isRanked(by, one)).toSorted((a, b) => compare(valuesOf(by, a), valuesOf(by, b)))
  let rank = 0
  return ordered.map((one, n) => {
    const before = ordered[n - 1]
    if (!before || compare(valuesOf(by, before), valuesOf(by, one)) !== 0) rank = n + 1
    return { ...one, rank }
  })
}
