/**
 * Decisions on a track file that somebody hands in for a trail. docs/decisions/2026-11-24-trails.md gives the reasons
 * for the numbers.
 */
import type { MatchingLimits } from '#features/tracking/matching/facts.rules.ts'
import { runnerLimits } from '#features/tracking/matching/facts.rules.ts'
import { type CourseLine, xOf, yOf } from '#features/tracking/matching/line.rules.ts'
import { match, newTrack } from '#features/tracking/matching/match.rules.ts'
import { type RoutePoint, metresBetweenPoints } from '#features/tracking/share/route.rules.ts'
import { metresBetween } from '#features/courses/shape.rules.ts'
import type { PointRules, TrailRules } from './check.rules.ts'

export const trackReasons = [
  'track_short',
  'track_future',
  'track_gap',
  'track_impossible',
  'track_bicycle',
  'track_beside',
  'track_cut',
  'track_points',
  'track_known',
] as const
export type TrackReason = (typeof trackReasons)[number]

const MINUTE = 60_000
/** The longest pause within one walk. A longer pause means that the file contains more than one walk. */
const longestGap = 120 * MINUTE
/** The longest time of one walk. It also limits the work on one file. */
const longestWalk = 48 * 60 * MINUTE
/** The fastest speed of a human over ten seconds, in metres a second. */
const sprint = 12.5
/** The speeds in metres a second that no person on foot can keep up for one minute and for five minutes. */
const bestOfMinute = 7.5
const bestOfFive = 6.6
/** The least speed of a ride, in metres a second. */
const ridingSpeed = 5.6
/** The largest share of the moving time that a walk may have at the speed of a ride. */
const ridingShare = 0.2
/** The speed in metres a second below which a person rests. */
const moving = 0.7
/**
 * The largest distance of a fix from the course, in metres, and the largest share of the fixes that may be beyond this
 * distance.
 */
const besideMetres = 60
const besideShare = 0.2
/** The error of a watch in metres, which is added to the radius of a point. */
const watchMetres = 20

/**
 * Leaves out points that are not later than the point before, and single points that are far from the points before and
 * after. Such points are errors of the receiver.
 */
export const withoutSpikes = (points: readonly RoutePoint[]): RoutePoint[] => {
  const kept: RoutePoint[] = []
  for (const [n, point] of points.entries()) {
    const [before, after] = [kept.at(-1), points[n + 1]]
    if (before && point[0] <= before[0]) continue
    const jumps =
      before &&
      after &&
      metresBetweenPoints(before, point) > 60 &&
      metresBetweenPoints(point, after) > 60 &&
      metresBetweenPoints(before, after) < 40
    if (!jumps) kept.push(point)
  }
  return kept
}

/** Returns the metres from the beginning of a track to each of its points. */
const gone = (points: readonly RoutePoint[]): number[] => {
  let metres = 0
  return points.map((point, n) => (metres += n === 0 ? 0 : metresBetweenPoints(points[n - 1]!, point)))
}

/** Returns the highest average speed over at least this number of seconds. */
const bestOver = (points: readonly RoutePoint[], metres: readonly number[], seconds: number): number => {
  let [from, best] = [0, 0]
  for (let to = 1; to < points.length; to++) {
    while (from + 1 < to && points[to]![0] - points[from + 1]![0] >= seconds * 1000) from += 1
    const time = (points[to]![0] - points[from]![0]) / 1000
    if (time >= seconds) best = Math.max(best, (metres[to]! - metres[from]!) / time)
  }
  return best
}

/** Returns the share of the moving half minutes that were as fast as a ride. */
const rideShare = (points: readonly RoutePoint[], metres: readonly number[]): number => {
  let [from, going, riding] = [0, 0, 0]
  for (let to = 1; to < points.length; to++) {
    const time = (points[to]![0] - points[from]![0]) / 1000
    if (time < 30) continue
    const speed = (metres[to]! - metres[from]!) / time
    if (speed >= moving) going += 1
    if (speed >= ridingSpeed) riding += 1
    from = to
  }
  return going < 10 ? 0 : riding / going
}

/** Returns the reason why this track is not a single walk on foot. */
export const reasonOfSpeed = (points: readonly RoutePoint[]): TrackReason | undefined => {
  if (points.at(-1)![0] - points[0]![0] > longestWalk) return 'track_gap'
  if (points.some((point, n) => n > 0 && point[0] - points[n - 1]![0] > longestGap)) return 'track_gap'
  const metres = gone(points)
  const jumps = points.some((point, n) => {
    const seconds = n === 0 ? 0 : (point[0] - points[n - 1]![0]) / 1000
    return n > 0 && metres[n]! - metres[n - 1]! > 100 + sprint * seconds
  })
  if (jumps || bestOver(points, metres, 10) > sprint) return 'track_impossible'
  if (bestOver(points, metres, 60) > bestOfMinute || bestOver(points, metres, 300) > bestOfFive) return 'track_bicycle'
  return rideShare(points, metres) > ridingShare ? 'track_bicycle' : undefined
}

/**
 * The limits of the matching for a walk. A cut is a part of the course that the track leaves out. The matching reports
 * no small cut, because a small cut may be an error of the receiver.
 */
const courseLimits: MatchingLimits = { ...runnerLimits, fastest: sprint }
/** Returns the reason why a track does not count as a walk along its course. */
export const reasonOfCourse = (line: CourseLine, points: readonly RoutePoint[]): TrackReason | undefined => {
  const track = newTrack()
  let [beside, cut] = [0, false]
  for (const [at, lat, lon] of points) {
    const { off, facts } = match(line, track, { at, lat, lon, accuracy: 10 }, courseLimits)
    if (off > besideMetres) beside += 1
    cut ||= facts.some(({ kind }) => kind === 'cut')
  }
  if (beside / points.length > besideShare) return 'track_beside'
  return cut ? 'track_cut' : undefined
}

/**
 * Finds the first visit of a place in the part of the track that begins at point `from`. Returns the point that is
 * nearest to the place, and the end of the visit.
 */
const visitOf = (
  points: readonly RoutePoint[],
  place: { lat: number; lon: number; radius: number },
  from: number,
): { n: number; end: number } | undefined => {
  let best: { n: number; metres: number } | undefined
  let n = from
  for (; n < points.length; n++) {
    const metres = metresBetween({ lat: points[n]![1], lon: points[n]![2] }, place)
    if (metres <= place.radius + watchMetres && (!best || metres < best.metres)) best = { n, metres }
    else if (best && metres > place.radius + watchMetres) break
  }
  return best && { n: best.n, end: n }
}

/** Adds points between two distant points of a watch, so that a visit between them counts. */
const filled = (points: readonly RoutePoint[]): RoutePoint[] =>
  points.flatMap((point, n) => {
    const before = points[n - 1]
    const parts = before && point[0] - before[0] <= MINUTE ? Math.ceil(metresBetweenPoints(before, point) / 10) : 1
    return Array.from({ length: Math.max(1, parts) }, (_, k): RoutePoint => {
      const share = (k + 1) / Math.max(1, parts)
      if (!before || share === 1) return point
      return [
        Math.round(before[0] + (point[0] - before[0]) * share),
        before[1] + (point[1] - before[1]) * share,
        before[2] + (point[2] - before[2]) * share,
        null,
      ]
    })
  })

export type Visit = { point: number; at: Date; place: { lat: number; lon: number } }
/**
 * Lists the visits of a track by round, in order of time. The first round may lack points. A later round counts only if
 * it is complete, because many people stay near the last point or continue from there.
 */
export const visitsOf = (
  trail: Pick<TrailRules, 'ordered'>,
  points: readonly PointRules[],
  track: readonly RoutePoint[],
): Visit[][] => {
  const placed = points.flatMap(({ point, lat, lon, radius, ways }) =>
    lat === null || lon === null || !ways.includes('file') ? [] : [{ point, lat, lon, radius }],
  )
  const dense = filled(track)
  const rounds: Visit[][] = []
  /** The end of the last visit of each point. A long stay at a point is one visit. */
  const ends = new Map<number, number>()
  for (let from = 0; placed.length > 0;) {
    const round: { n: number; visit: Visit }[] = []
    let next = from
    for (const place of placed) {
      const visit = visitOf(dense, place, Math.max(trail.ordered ? next : from, ends.get(place.point) ?? 0))
      if (!visit) {
        if (trail.ordered) break
        continue
      }
      const { n, end } = visit
      const [at, lat, lon] = dense[n]!
      ends.set(place.point, end)
      round.push({ n, visit: { point: place.point, at: new Date(at), place: { lat, lon } } })
      next = n + 1
    }
    if (round.length > 0 && (rounds.length === 0 || round.length === placed.length))
      rounds.push(round.toSorted((a, b) => a.n - b.n).map(({ visit }) => visit))
    if (round.length < placed.length) break
    from = Math.max(...round.map(({ n }) => n)) + 1
  }
  return rounds
}

/** The places of a track at every tenth second, in decimetres east and north of a fixed place of the trail. */
export type Sketch = [number, number][]
/**
 * Returns the place from which the server measures sketches near a point. It is on a fixed grid, because it must not
 * change with the route.
 */
export const gridOf = ([, lat, lon]: RoutePoint): Pick<CourseLine, 'lat' | 'lon' | 'squash'> => {
  const [south, west] = [Math.round(lat), Math.round(lon)]
  return { lat: south, lon: west, squash: Math.cos((south * Math.PI) / 180) }
}
const sketchMs = 10_000
export const trackSketch = (
  line: Pick<CourseLine, 'lat' | 'lon' | 'squash'>,
  points: readonly RoutePoint[],
): Sketch => {
  const sketch: Sketch = []
  let n = 0
  for (let at = points[0]![0]; at <= points.at(-1)![0]; at += sketchMs) {
    while (points[n + 1]![0] < at) n += 1
    const [a, b] = [points[n]!, points[n + 1]!]
    const share = (at - a[0]) / (b[0] - a[0])
    const [lat, lon] = [a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
    sketch.push([Math.round(xOf(line as CourseLine, lon) * 10), Math.round(yOf(line as CourseLine, lat) * 10)])
  }
  return sketch
}

/**
 * The largest median distance of two copies of one recording, in decimetres. Two receivers on one walk have a larger
 * distance.
 */
const sameDecimetres = 20
const nearDecimetres = 80
const leastSamples = 18
const at = (sketch: Sketch, n: number): [number, number] | undefined => {
  const [a, b] = [sketch[Math.floor(n)], sketch[Math.ceil(n)]]
  const share = n - Math.floor(n)
  return a && b && [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}
const apart = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)

/**
 * Measures the median distance between the samples of two sketches. The first sketch begins `shift` samples after the
 * beginning of the second sketch.
 */
const medianApart = (a: Sketch, b: Sketch, shift: number, every: number): number => {
  const distances: number[] = []
  for (let n = 0; n < a.length; n += every) {
    const other = at(b, n + shift)
    if (other) distances.push(apart(a[n]!, other))
  }
  const least = Math.max(leastSamples, 0.6 * Math.min(a.length, b.length)) / every
  return distances.length < least ? Infinity : distances.toSorted((x, y) => x - y)[distances.length >> 1]!
}

/**
 * The largest number of visits of one place that are compared. It limits the work on a track that stays at one place.
 */
const mostTries = 20
/** Lists the samples at which a sketch comes near a place, once for each visit, at most `mostTries`. */
const passesOf = (sketch: Sketch, place: readonly [number, number]): number[] => {
  const passes: number[] = []
  let best: { n: number; far: number } | undefined
  for (let m = 0; m + 1 < sketch.length && passes.length < mostTries; m++) {
    const [from, to] = [sketch[m]!, sketch[m + 1]!]
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const length = dx * dx + dy * dy
    const along = (place[0] - from[0]) * dx + (place[1] - from[1]) * dy
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, along / length))
    const far = apart(place, [from[0] + share * dx, from[1] + share * dy])
    if (far <= nearDecimetres && (!best || far < best.far)) best = { n: m + share, far }
    if (best && (far > nearDecimetres || m + 2 === sketch.length)) {
      passes.push(best.n)
      best = undefined
    }
  }
  return passes
}

/**
 * Tells whether two sketches come from the same recording. It also finds a copy with another name, other times, a
 * removed beginning or small changes of the places. It compares a few samples first, because most tracks of a trail
 * differ clearly.
 */
export const isSameTrack = (a: Sketch, b: Sketch): boolean =>
  [1, 2, 3].some((quarter) => {
    const n = Math.floor((a.length * quarter) / 4)
    const anchor = a[n]
    const few = Math.max(1, Math.floor(a.length / 40))
    return (
      anchor !== undefined &&
      passesOf(b, anchor).some(
        (m) => medianApart(a, b, m - n, few) <= 2 * sameDecimetres && medianApart(a, b, m - n, 1) <= sameDecimetres,
      )
    )
  })

/** The least number of points of a track. */
const leastPoints = 20
const leastMs = 3 * MINUTE
/** Returns the reason for a refusal that depends only on the file, and not on the course or on other files. */
export const reasonOfFile = (points: readonly RoutePoint[], now: Date): TrackReason | undefined => {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < leastPoints || last[0] - first[0] < leastMs) return 'track_short'
  return last[0] > now.getTime() + MINUTE ? 'track_future' : reasonOfSpeed(points)
}
