import type { CoursePoint } from '../course/course.contract.ts'

/** A runner who should have come to the next point. All moments are in milliseconds. */
export type Overdue = {
  /** The label of the last point with a time. */
  last: string
  last_at: number
  next: string
  /** The expected arrival; null if the last or the next point has no `metres`. */
  expected_at: number | null
  /** The moment from which the runner counts as overdue. */
  since: number
  by: 'pace' | 'cutoff'
}
export type Underway = {
  points: readonly CoursePoint[]
  gun: number
  /** The usual pace, in seconds per kilometre, for a runner who has shown no pace so far. */
  usual: number
  times: readonly { label: string; at: number | null }[]
  now: number
}
/**
 * The multiple of the expected time to the next point that a runner may need. Runners grow tired, and a climb takes
 * longer. After `SPARE_MS` more, the runner is overdue.
 */
const SLOWER = 1.25
const SPARE_MS = 10 * 60_000

/**
 * Finds the next point of the course at which a runner is overdue. The expected arrival follows from the runner's pace
 * since the gun, including rests. For a runner who was seen only at the start it follows from `usual`. After the
 * cut-off the runner is overdue in any case. A runner whom nobody has seen, or who has passed the last point, is not
 * overdue. The way into a station and the way out of it count as one place.
 */
export const overdueOf = ({ points, gun, usual, times, now }: Underway): Overdue | undefined => {
  const at = new Map(times.map((time) => [time.label, time.at]))
  const reached = points.findLastIndex(({ label }) => (at.get(label) ?? null) !== null)
  const last = points[reached]
  if (!last) return undefined
  const next = points.slice(reached + 1).find((point) => !isSamePlace(last, point))
  if (!next) return undefined
  const last_at = at.get(last.label)!
  const way = last.metres === null || next.metres === null ? null : next.metres - last.metres
  const pace = last.metres && last_at > gun ? (last_at - gun) / last.metres : usual
  const expected_at = way === null ? null : Math.round(last_at + way * pace)
  const slow = expected_at === null ? Infinity : Math.round(last_at + (expected_at - last_at) * SLOWER) + SPARE_MS
  const closes = next.cutoff === null ? Infinity : gun + next.cutoff * 1000
  const since = Math.min(slow, closes)
  return now > since
    ? { last: last.label, last_at, next: next.label, expected_at, since, by: closes <= slow ? 'cutoff' : 'pace' }
    : undefined
}
const isSamePlace = (a: CoursePoint, b: CoursePoint): boolean =>
  a.stationid !== null && a.stationid === b.stationid && a.metres === b.metres
