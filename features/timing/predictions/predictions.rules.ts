import type { CoursePoint, TimingRules } from '../course/course.contract.ts'
import { type Learned, type PaceCourse, paceCourse } from './course.rules.ts'
import { effortAlong } from './effort.rules.ts'
import { usualModel } from './model.rules.ts'
import { expectedAfter, runnerStateOf } from './predict.rules.ts'

export type PredictedPoint = Pick<CoursePoint, 'label' | 'kind' | 'metres' | 'cutoff'>
/** The heights of a course at even steps, as its shape keeps them. */
export type Heights = { step: number; heights: readonly number[] }
/** A prediction: the expected time and the range that holds four of five runners, in seconds since the start. */
export type PredictedTime = {
  label: string
  expected: number
  low: number
  high: number
  /** True if the expected time is after the cut-off of the point. */
  late: boolean
}
/**
 * An event that is ready for predictions. `places` gives each point its index in `metres`, or null. Points with the
 * same metres, such as the way in and the way out of an aid station, share an index.
 */
export type Predictable = {
  points: readonly PredictedPoint[]
  shape: TimingRules['shape']
  usual: number
  places: readonly (number | null)[]
  metres: readonly number[]
  course: PaceCourse
}

/** Prepares an event. A point without metres, or with fewer metres than the point before it, has no prediction. */
export const predictable = (
  points: readonly PredictedPoint[],
  rules: Pick<TimingRules, 'shape' | 'usual'>,
  { heights, learned }: { heights?: Heights | undefined; learned?: Learned | null | undefined } = {},
): Predictable => {
  const metres: number[] = []
  const places = points.map((point) => {
    const last = metres.at(-1) ?? 0
    if (point.kind === 'start' || point.metres === null || point.metres <= 0 || point.metres < last) return null
    if (point.metres > last) metres.push(point.metres)
    return metres.length - 1
  })
  const effort = effortAlong(heights, metres)
  const course = paceCourse(usualModel, effort, learned ?? null)
  return { points, shape: rules.shape, usual: rules.usual, places, metres, course }
}

type Times = readonly (number | null)[]
type Arrival = { arrived: number | null; left: number | null; rests: boolean }
/** Finds the arrival at each place, and the time when the runner left it again. */
const arrivalsOf = ({ points, places, metres }: Predictable, times: Times): Arrival[] =>
  metres.map((_, place) => {
    const here = points.flatMap(({ kind }, at) => (places[at] === place ? [{ kind, time: times[at] ?? null }] : []))
    return {
      arrived: here.find(({ time }) => time !== null)?.time ?? null,
      left: here.findLast(({ time }) => time !== null)?.time ?? null,
      rests: here.some(({ kind }) => kind === 'out') && here.some(({ kind }) => kind === 'in'),
    }
  })

/**
 * The least wait before the start line that counts, as a share of the time at the first point. A smaller wait may be
 * only a change of pace.
 */
const WAITED = 0.15
/**
 * Finds the wait at the start line in gun times. The pace between the second and the first point tells how long the
 * runner needed for the first part. The rest of the first time is the wait.
 */
const waitIn = (moving: Times, metres: readonly number[]): number => {
  const [first, second] = moving.flatMap((time, at) => (time === null ? [] : [{ time, to: metres[at]! }]))
  if (!first || !second) return 0
  const wait = first.time - (first.to * (second.time - first.time)) / (second.to - first.to)
  return wait > first.time * WAITED ? Math.min(wait, 3_600) : 0
}

/**
 * The range for a runner whom nobody has seen yet, and for a leg of a relay. The prediction then uses the usual pace.
 */
const UNSEEN = { low: 0.7, high: 1.45 }
const byUsual = (of: Predictable, from: { at: number; seconds: number }): PredictedTime[] =>
  of.points.flatMap((point, at) => {
    const place = of.places[at] ?? null
    if (place === null || place <= from.at) return []
    const begin = from.at < 0 ? 0 : of.course.sections[from.at]!.to
    const way = ((of.course.sections[place]!.to - begin) / 1000) * of.usual
    return [predicted(point, from.seconds + way, from.seconds + way * UNSEEN.low, from.seconds + way * UNSEEN.high)]
  })
const predicted = (point: PredictedPoint, expected: number, low: number, high: number): PredictedTime => ({
  label: point.label,
  expected: Math.round(expected),
  low: Math.round(low),
  high: Math.round(high),
  late: point.cutoff !== null && expected > point.cutoff,
})

/**
 * Predicts the times at all later points. `times` holds, for each point of the event, the seconds since the runner's
 * start, or since the gun if `clock` says so; null if no time is known. After the finish there is no prediction.
 */
export const predictionsOf = (of: Predictable, times: Times, clock: 'net' | 'gun'): PredictedTime[] => {
  const arrivals = arrivalsOf(of, times)
  const last = arrivals.findLastIndex(({ arrived }) => arrived !== null)
  if (last === of.metres.length - 1) return []
  if (last < 0) return byUsual(of, { at: -1, seconds: 0 })
  // Another runner runs each leg of a relay, so the times of earlier legs do not count.
  if (of.shape === 'relay') return byUsual(of, { at: last, seconds: arrivals[last]!.arrived! })
  let rested = 0
  const rests: number[] = []
  const moved: Times = arrivals.map(({ arrived, left, rests: stops }, place) => {
    const own = arrived === null ? null : arrived - rested
    if (arrived !== null && left !== null && left > arrived) {
      rested += left - arrived
      if (place < last || stops) rests.push(left - arrived)
    }
    return own
  })
  const wait = clock === 'gun' ? waitIn(moved, of.metres) : 0
  const moving = wait === 0 ? moved : moved.map((time) => (time === null ? null : Math.max(1, time - wait)))
  const stand = runnerStateOf(of.course, moving)!
  const rest = rests.length === 0 ? 0 : rests.reduce((sum, one) => sum + one, 0) / rests.length
  const later = new Map(expectedAfter(of.course, stand).map((one) => [one.point, one]))
  let stops = 0
  return of.places.flatMap((place, at) => {
    const point = of.points[at]!
    const one = place === null ? undefined : later.get(place)
    if (!one) return []
    if (point.kind === 'out' && of.places[at - 1] === place && arrivals[place!]!.rests) stops++
    const more = wait + rested + stops * rest
    return [predicted(point, one.expected + more, one.low + more, one.high + more)]
  })
}
