import { type Predictable, predictionsOf } from './predictions.rules.ts'

/**
 * The multiple of the expected time after which, with `SPARE` seconds in addition, the page shows a runner as overdue.
 * Runners rest at aid stations.
 */
const SLOWER = 1.25
const SPARE = 600

/**
 * The estimated place of a runner whom only mats see. `due`: the runner may arrive any moment, and the estimate stays
 * in front of the mat. `overdue`: the runner may have a problem, or the mat missed the runner, so the page shows the
 * last and the next point.
 */
export type Estimate = {
  state: 'unseen' | 'running' | 'due' | 'overdue' | 'finished'
  metres: number
  low: number
  high: number
  last: string | null
  next: string | null
  /** The expected time at the next point, never in the past. */
  expected: number | null
  /** The time, in seconds, from which the runner counts as overdue. */
  since: number | null
}

/**
 * Estimates the moment at which half of the runners who are still awaited have arrived. Arrivals follow a logistic
 * distribution around `expected`.
 */
const stillAwaited = (expected: number, high: number, now: number): number => {
  if (now <= expected) return expected
  const scale = Math.max(1, (high - expected) / Math.log(9))
  const gone = 1 / (1 + Math.exp(-(now - expected) / scale))
  const half = gone + (1 - gone) / 2
  const found = half >= 1 - 1e-9 ? Infinity : expected + scale * Math.log(half / (1 - half))
  return Math.min(now + scale, Math.max(now, found))
}

/**
 * Estimates where a runner is at the moment `now`. `now` and `times` are in seconds on the same clock. The estimate
 * never goes beyond the next mat before the mat has seen the runner.
 */
export const estimateAt = (
  of: Predictable,
  times: readonly (number | null)[],
  clock: 'net' | 'gun',
  now: number,
): Estimate => {
  const seen = of.points.findLastIndex((_, at) => of.places[at] !== null && (times[at] ?? null) !== null)
  const from = seen < 0 ? 0 : of.metres[of.places[seen]!]!
  const began = seen < 0 ? 0 : times[seen]!
  const last = of.points[seen]?.label ?? null
  const still = { metres: from, low: from, high: from, last }
  if (seen >= 0 && of.places[seen] === of.metres.length - 1)
    return { ...still, state: 'finished', next: null, expected: null, since: null }
  const later = predictionsOf(of, times, clock)
  const next = later.find(({ label }) => {
    const at = of.points.findIndex((point) => point.label === label)
    return of.metres[of.places[at]!]! > from
  })
  if (!next) return { ...still, state: seen < 0 ? 'unseen' : 'running', next: null, expected: null, since: null }
  const point = of.points.find(({ label }) => label === next.label)!
  const slow = Math.max(next.high, began + (next.expected - began) * SLOWER) + SPARE
  const since = Math.min(slow, point.cutoff ?? Infinity)
  const expected = Math.round(stillAwaited(next.expected, next.high, now))
  const known = { last, next: next.label, expected, since }
  const along = (arrival: number) => {
    const share = arrival > began ? (now - began) / (arrival - began) : 1
    return Math.round(from + (point.metres! - from) * Math.min(1, Math.max(0, share)))
  }
  const place = { metres: along(expected), low: along(Math.max(next.high, expected)), high: along(next.low) }
  const state = now > since ? 'overdue' : seen < 0 ? 'unseen' : now > next.expected ? 'due' : 'running'
  return { ...known, ...(state === 'unseen' ? still : place), state }
}
