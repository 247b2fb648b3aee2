/** Ranks of a trail by time, points or repeats. Equal results share a rank. */
import type { Counted } from './check.rules.ts'

export const rankings = ['time', 'points', 'repeats'] as const
export type TrailRanking = (typeof rankings)[number]

/** `seconds` is the time of the fastest complete round; null where no round is complete. */
export type TrailStanding = {
  repeats: number
  points: number
  seconds: number | null
  /** The end of the fastest complete round. */
  finished_at: Date | null
  reached: number
}

/** Sums the counted checks of one person up. A round is complete with every point of the trail. */
export const standingOf = (
  pointsOfTrail: number,
  counted: readonly (Pick<Counted, 'round' | 'at' | 'point'> & { points: number })[],
): TrailStanding => {
  const rounds = new Map<number, { at: Date }[]>()
  for (const one of counted) rounds.set(one.round, [...(rounds.get(one.round) ?? []), one])
  const complete = [...rounds.values()].filter((round) => pointsOfTrail > 0 && round.length >= pointsOfTrail)
  const timed = complete.map((round) => {
    const times = round.map(({ at }) => at.getTime())
    const last = Math.max(...times)
    return { seconds: Math.round((last - Math.min(...times)) / 1000), last }
  })
  const fastest = timed.toSorted((a, b) => a.seconds - b.seconds || a.last - b.last)[0]
  return {
    repeats: complete.length,
    points: counted.reduce((sum, { points }) => sum + points, 0),
    seconds: fastest?.seconds ?? null,
    finished_at: fastest ? new Date(fastest.last) : null,
    reached: new Set(counted.map(({ point }) => point)).size,
  }
}

/** Orders by one value after the other. A time counts before no time. */
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
 * Ranks all people who have a value for the ranking. People with equal results stay in the order in which they reached
 * them.
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
