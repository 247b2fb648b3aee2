import { type PaceCourse, type Way, wayAlong } from './course.rules.ts'
import { type Place, UNIT, between, placeOf } from './ground.rules.ts'

/** An expected time at a point, in seconds, and the range that holds four of five runners. */
export type Expected = { point: number; expected: number; low: number; high: number }
/** A stretch that differs by more than this many standard deviations tells no more of the pace: it was a rest. */
const MOST = 3

/**
 * A runner's state after a passing. `pace` is the logarithm of the pace so far. `apart` says how each section differed
 * from the expected, in standard deviations.
 */
export type Stand = {
  way: Way
  done: number
  seconds: number
  pace: number
  place: Place
  stray: number
  apart: number[]
}

const usualAt = (way: Way, [index, share]: Place, at: number): number =>
  way.usual[index]![at]! * (1 - share) + way.usual[index + 1]![at]! * share

/** Finds the runner's pace class: the pace that, run as its class usually does, gives the time so far. */
const classAfter = (course: PaceCourse, way: Way, done: number, pace: number): Place => {
  const { classes } = course.model
  let place = placeOf(classes, pace)
  for (let round = 0; round < 2; round++) {
    let [sum, total] = [0, 0]
    for (let at = 0; at <= done; at++) {
      sum += way.lengths[at]! * usualAt(way, place, at)
      total += way.lengths[at]!
    }
    place = placeOf(classes, pace - sum / total)
  }
  return place
}

/** Points that lie closer together than this share of the course tell more of their mats than of the runner. */
const CLOSE = 0.06

/** The points that tell of the runner: those with a time, not too close together, and the last one in every case. */
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

/** Works out where a runner stands after the last point with a time. Undefined where no point has one. */
export const standOf = (course: PaceCourse, times: readonly (number | null)[], until?: number): Stand | undefined => {
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
/** The logarithm of the pace that a runner is expected to show on a later section. */
export const paceAt = ({ way, pace, place, stray, apart }: Stand, at: number): number => {
  let sum = 0
  for (const [column, one] of apart.entries()) sum += way.gains[at]![column]! * one
  return pace + usualAt(way, place, at) + stray * sum
}

/** Predicts the times at all later points. */
export const expectedAfter = (course: PaceCourse, stand: Stand): Expected[] => {
  const { way, done, seconds, stray } = stand
  const later: Expected[] = []
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
