import { estimateAt } from '#features/timing/predictions/position.rules.ts'
import { type Predictable, predictionsOf } from '#features/timing/predictions/predictions.rules.ts'
import type { FieldPoint, FieldRunner } from './field.rules.ts'

/** An expected passing, in milliseconds from the runner's gun. Eight of ten runners pass between `low` and `high`. */
export type Predicted = { ms: number; low: number; high: number }
const secondsOf = (times: readonly (number | null)[]): (number | null)[] =>
  times.map((ms) => (ms === null ? null : ms / 1000))

/**
 * Works out when a runner under way should pass the next points. The keys of the result are the numbers of the points.
 */
export const predictedFor = (of: Predictable, runner: FieldRunner): Map<number, Predicted> => {
  if (runner.outcome !== 'running' || runner.gun === null) return new Map()
  const expected = predictionsOf(of, secondsOf(runner.times), 'gun')
  // The labels of one course are all different, so a label identifies its point.
  return new Map(
    expected.map(({ label, expected: at, low, high }) => [
      of.points.findIndex((point) => point.label === label),
      { ms: at * 1000, low: low * 1000, high: high * 1000 },
    ]),
  )
}

/**
 * The least distances in metres from the start (`least`) and to the end (`left`). A place nearer to the start or the
 * end does not show the runner's speed.
 */
const TELLING = { least: 300, left: 50 }
/**
 * Works out the expected times at the points after a place on the way, as if a mat stood there. `seconds` is the time
 * since the runner's gun. A runner near the start or near the end of the course has no expected times.
 */
export const predictedAfter = (
  points: readonly FieldPoint[],
  ready: (points: readonly FieldPoint[]) => Predictable,
  { metres, seconds }: { metres: number; seconds: number },
): Map<number, Predicted> => {
  const length = points.at(-1)?.metres ?? null
  if (seconds <= 0 || metres < TELLING.least || (length !== null && metres > length - TELLING.left)) return new Map()
  const next = points.findIndex((one) => one.metres !== null && one.metres > metres)
  if (next < 0) return new Map()
  const here: FieldPoint = { label: '', kind: 'split', metres, cutoff: null }
  const withPlace = [...points.slice(0, next), here, ...points.slice(next)]
  const expected = predictionsOf(
    ready(withPlace),
    withPlace.map((one) => (one === here ? seconds : null)),
    'gun',
  )
  return new Map(
    expected.map(({ label, expected: at, low, high }) => [
      points.findIndex((point) => point.label === label),
      { ms: at * 1000, low: low * 1000, high: high * 1000 },
    ]),
  )
}

/** The range in which eight of ten runners reach the first split, as shares of the expected time to it. */
const UNSEEN = { fast: 0.7, slow: 1.45 }
/**
 * Estimates the place of a runner between the start and the first split. If the runner's own start is unknown, the
 * estimate begins at the gun. The estimate never passes the next mat.
 */
const untilFirst = (metres: number, expected: number, began: number, seconds: number): Place => {
  const share = expected > began ? Math.max(0, (seconds - began) / (expected - began)) : 0
  const at = (much: number) => Math.round(metres * Math.min(1, much))
  return { metres: at(share), low: at(share / UNSEEN.slow), high: at(share / UNSEEN.fast) }
}
type Place = { metres: number; low: number; high: number }

export type ExpectedPlace = {
  metres: number
  uncertain: number
  speed: number
  by: 'mat' | 'estimate'
  overdue: boolean
}
/**
 * Estimates the place of a runner only from mats, with the speed in centimetres a second. Returns null before the gun,
 * and for a runner who stopped. If the place is uncertain by at most 50 m, it counts as seen by a mat.
 */
export const hereOf = (
  of: Predictable,
  points: readonly FieldPoint[],
  runner: FieldRunner,
  now: Date,
): ExpectedPlace | null => {
  if (runner.outcome === 'finished')
    return { metres: points.at(-1)?.metres ?? 0, uncertain: 0, speed: 0, by: 'mat', overdue: false }
  if (runner.outcome !== 'running' || runner.gun === null || runner.gun > now.getTime()) return null
  const seconds = (now.getTime() - runner.gun) / 1000
  const estimate = estimateAt(of, secondsOf(runner.times), 'gun', seconds)
  const { state, expected } = estimate
  const first = of.points.find(({ label }) => label === estimate.next)?.metres ?? null
  const { metres, low, high } =
    state === 'unseen' && expected !== null && first !== null
      ? untilFirst(first, expected, (runner.times[0] ?? 0) / 1000, seconds)
      : estimate
  const next = of.points.find((point) => (point.metres ?? 0) > metres && point.kind !== 'start')
  const left = (next?.metres ?? metres) - metres
  const time = expected === null ? 0 : expected - seconds
  const uncertain = Math.round(Math.max(metres - low, high - metres, 0))
  return {
    metres,
    uncertain,
    speed: left > 0 && time > 0 ? Math.round((left / time) * 100) : 0,
    by: uncertain <= 50 ? 'mat' : 'estimate',
    overdue: state === 'overdue',
  }
}
