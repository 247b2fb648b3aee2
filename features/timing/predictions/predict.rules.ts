import { type PaceCourse, type RunnerWay, wayAlong } from './course.rules.ts'
import { type ClassPlace, UNIT, between, classPlaceOf } from './ground.rules.ts'

/** An expected time at a point, in seconds, and the range that holds four of five runners. */
export type ExpectedTime = { point: number; expected: number; low: number; high: number }
/**
 * The limit of `apart`, in standard deviations, on each section after the first. A larger difference counts as the
 * limit, because the runner probably rested.
 */
const MOST = 3

/**
 * A runner's state after a passing. `pace` is the logarithm of the pace so far. `apart` tells for each section how far
 * its pace is from the expected pace, in standard deviations.
 */
export type RunnerState = {
  way: RunnerWay
  done: number
  seconds: number
  pace: number
  place: ClassPlace
  stray: number
  apart: number[]
}

const usualAt = (way: RunnerWay, [index, share]: ClassPlace, at: number): number =>
  way.usual[index]![at]! * (1 - share) + way.usual[index + 1]![at]! * share

/** Finds the place between two pace classes at which a usual runner has the same time so far as this runner. */
const classAfter = (course: PaceCourse, way: RunnerWay, done: number, pace: number): ClassPlace => {
  const { classes } = course.model
  let place = classPlaceOf(classes, pace)
  for (let round = 0; round < 2; round++) {
    let [sum, total] = [0, 0]
    for (let at = 0; at <= done; at++) {
      sum += way.lengths[at]! * usualAt(way, place, at)
      total += way.lengths[at]!
    }
    place = classPlaceOf(classes, pace - sum / total)
  }
  return place
}

/**
 * The least distance between two points that both count, as a share of the course. If two points are closer together,
 * the time between them depends more on the places of the mats than on the runner.
 */
const CLOSE = 0.06

/** Chooses the points that count in the pace: points with a time, not too close together, and always the last point. */
const spacedOut = (course: PaceCourse, times: readonly (number | null)[], last: number): number[] => {
  const least = (course.sections.at(-1)?.to ?? 0) * CLOSE
  const passed: number[] = []
  for (let at = 0; at <= last; at++) {
    if ((times[at] ?? null) === null) continue
    const before = passed.at(-1)
    const close = before !== undefined && course.sections[at]!.to - course.sections[before]!.to < least
    if (close && at === last) passed.pop()
    if (!close || at === last) passed.push(at)
  }
  return passed
}

/** Works out a runner's state after the point `until`. Without `until`, the last point with a time counts. */
export const runnerStateOf = (
  course: PaceCourse,
  times: readonly (number | null)[],
  until?: number,
): RunnerState | undefined => {
  const last = until ?? times.findLastIndex((time) => time !== null)
  const passed = spacedOut(course, times, last)
  if (passed.length === 0) return undefined
  const points = [...passed]
  for (let at = last + 1; at < course.sections.length; at++) points.push(at)
  const way = wayAlong(course, points)
  const done = passed.length - 1
  const seconds = times[passed[done]!]!
  const pace = Math.log((seconds / course.sections[passed[done]!]!.to) * 1000)
  const place = classAfter(course, way, done, pace)
  const stray = UNIT * between(course.model.stray, place)
  const apart: number[] = []
  let before = 0
  for (let at = 0; at <= done; at++) {
    const time = times[passed[at]!]!
    const own = Math.log((Math.max(1, time - before) / way.lengths[at]!) * 1000)
    before = time
    let left = (own - pace - usualAt(way, place, at)) / stray
    for (const [column, one] of apart.entries()) left -= way.gains[at]![column]! * one
    const shown = left / way.gains[at]![at]!
    apart.push(at === 0 ? shown : Math.max(-MOST, Math.min(MOST, shown)))
  }
  return { way, done, seconds, pace, place, stray, apart }
}
/** Returns the logarithm of the pace that the model expects of a runner on a later section. */
export const paceAt = ({ way, pace, place, stray, apart }: RunnerState, at: number): number => {
  let sum = 0
  for (const [column, one] of apart.entries()) sum += way.gains[at]![column]! * one
  return pace + usualAt(way, place, at) + stray * sum
}

export const expectedAfter = (course: PaceCourse, stand: RunnerState): ExpectedTime[] => {
  const { way, done, seconds, stray } = stand
  const later: ExpectedTime[] = []
  let remaining = 0
  for (let at = done + 1; at < way.points.length; at++) {
    remaining += (way.lengths[at]! / 1000) * Math.exp(paceAt(stand, at))
    const range =
      course.learned?.ranges.get(`${way.points[done]!}>${way.points[at]!}`) ??
      course.learned?.range ??
      course.model.range
    const wide = way.strays[done]![at]! * stray
    const end = (z: number) => seconds + remaining * Math.exp(z * wide)
    later.push({ point: way.points[at]!, expected: end(range.middle), low: end(range.low), high: end(range.high) })
  }
  return later
}
