import type { CoursePoint, TimingRules } from '../course/course.contract.ts'

/** A valid read at its corrected time. If a person wrote the read, `way` may tell the way through the station. */
export type ValidRead = { id: number; stationid: number; at: number; way?: 'in' | 'out' | undefined }
/** A runner's reads at one station that are close together: one crossing of the mat. */
export type Passage = {
  stationid: number
  way?: 'in' | 'out' | undefined
  first: ValidRead
  last: ValidRead
  reads: ValidRead[]
}

const isWayOut = ({ kind }: Pick<CoursePoint, 'kind'>) => kind === 'out' || kind === 'start'
/** Tells whether a passage can be this point. A passage without a way fits each point of its station. */
export const fits = (point: CoursePoint, { stationid, way }: Pick<Passage, 'stationid' | 'way'>): boolean =>
  point.stationid === stationid && (way === undefined || (way === 'out') === isWayOut(point))

/**
 * Groups reads into passages. The reads are in the order of time, and a passage ends when the time to the next read is
 * too long.
 */
export const passagesOf = (reads: readonly ValidRead[], apart: number): Passage[] => {
  const open = new Map<string, Passage>()
  const passages: Passage[] = []
  for (const read of reads) {
    const place = `${read.stationid} ${read.way ?? ''}`
    const current = open.get(place)
    if (current && read.at - current.last.at < apart) {
      current.last = read
      current.reads.push(read)
      continue
    }
    const passage = { stationid: read.stationid, way: read.way, first: read, last: read, reads: [read] }
    open.set(place, passage)
    passages.push(passage)
  }
  return passages
}

/** Finds the read of a passage that gives a point its time. */
export const readForPoint = ({ kind, take }: Pick<CoursePoint, 'kind' | 'take'>, passage: Passage): ValidRead =>
  (take ?? (kind === 'out' || kind === 'start' ? 'last' : 'first')) === 'first' ? passage.first : passage.last

/**
 * Tells whether one passage may be both the entry and the exit of an aid station. Entry and exit lie at the same
 * station, and the passage must have two reads.
 */
const mayShare = (before: CoursePoint, point: CoursePoint, passage: Passage) =>
  before.kind === 'in' && point.kind === 'out' && before.stationid === point.stationid && passage.reads.length > 1

/**
 * The cost of a point without a passage. A mat misses about one runner in two hundred. A segment at 2.7 times the usual
 * pace, or at a third of it, is equally unlikely. So one slow lap does not count as two laps.
 */
const skipped = 1

type Placed = { point: number; passage: number }
type Best = { count: number; cost: number; from: Best | undefined; placed: Placed | undefined }
const better = (a: Best, b: Best | undefined) =>
  !b || a.count > b.count || (a.count === b.count && a.cost < b.cost - 1e-9)

type Pace = Pick<TimingRules, 'fastest' | 'usual'>
type Way = { points: readonly CoursePoint[]; passages: readonly Passage[]; from: number; pace: Pace }

/** Returns the least time in milliseconds between two places of the course. */
const leastTime = (a: number | null, b: number | null, { fastest }: Pace) =>
  a === null || b === null ? 0 : Math.max(0, b - a) * fastest

/** Tells whether each point has exactly one passage and all are in order, which is the usual case. */
const allInOrder = ({ points, passages, from, pace }: Way): boolean =>
  points.length === passages.length &&
  points.every((point, at) => fits(point, passages[at]!)) &&
  points.every((point, at) => {
    const before = at === 0 ? from : readForPoint(points[at - 1]!, passages[at - 1]!).at
    const time = readForPoint(point, passages[at]!).at
    return time > before && time - before >= leastTime(at === 0 ? 0 : points[at - 1]!.metres, point.metres, pace)
  })

/**
 * Returns the cost of the way from one point (-1: the start) to a later point in the time `dt`. It grows with the
 * difference from the usual pace, and with the number of points in between that have no passage.
 */
const costBetween = ({ points, pace }: Way, a: number, b: number, dt: number): number => {
  const [x, y] = [a < 0 ? 0 : points[a]!.metres, points[b]!.metres]
  return (b - a - 1) * skipped + (x === null || y === null || y <= x ? 0 : Math.log(dt / (y - x) / pace.usual) ** 2)
}

type End = { best: Best; time: number }
/** Tells whether a passage at a point can follow the passages that already have a point. */
const canFollow = ({ points, passages, pace }: Way, end: End, { point: at, passage: n }: Placed): boolean => {
  const { point: before, passage: of } = end.best.placed!
  const [point, previous] = [points[at]!, points[before]!]
  const time = readForPoint(point, passages[n]!).at
  if (before >= at) return false
  // The way into an aid station and the way out of it are two points at one place. They may have the same moment.
  const samePlace = before === at - 1 && previous.metres !== null && previous.metres === point.metres
  const atOnce = time === end.time && samePlace
  if (of > n && !atOnce) return false
  if (of === n && !(before === at - 1 && mayShare(previous, point, passages[n]!))) return false
  return (time > end.time || atOnce) && time - end.time >= leastTime(previous.metres, point.metres, pace)
}

/**
 * Finds, for each point and each passage that can be this point, the best sequence of passages that ends there. The
 * points are in the order of the course.
 */
const bestEnds = (way: Way): End[] => {
  const { points, passages, from, pace } = way
  const start: Best = { count: 0, cost: 0, from: undefined, placed: undefined }
  const ends: End[] = []
  for (const [at, point] of points.entries())
    for (const [n, passage] of passages.entries()) {
      if (!fits(point, passage)) continue
      const time = readForPoint(point, passage).at
      if (time <= from || time - from < leastTime(0, point.metres, pace)) continue
      const placed = { point: at, passage: n }
      let best: Best = { count: 1, cost: costBetween(way, -1, at, time - from), from: start, placed }
      for (const end of ends) {
        if (!canFollow(way, end, placed)) continue
        const cost = end.best.cost + costBetween(way, end.best.placed!.point, at, time - end.time)
        const next: Best = { count: end.best.count + 1, cost, from: end.best, placed }
        if (better(next, best)) best = next
      }
      ends.push({ best, time })
    }
  return ends
}

/**
 * Gives passages to points. It chooses the largest set of passages that are in the course's order and not faster than a
 * runner can be. If several sets are equally large, it takes the set with the most even pace. If a mat fails, or if a
 * runner passes a mat twice, the other points keep their passages. `from` is the time of the start. Returns the index
 * of a passage for each point; null for a point without a passage.
 */
export const align = (
  points: readonly CoursePoint[],
  passages: readonly Passage[],
  from: number,
  pace: Pace,
): (number | null)[] => {
  const way = { points, passages, from, pace }
  if (allInOrder(way)) return points.map((_, at) => at)
  let chosen: Best | undefined
  for (const { best } of bestEnds(way)) if (better(best, chosen)) chosen = best
  const placed: (number | null)[] = points.map(() => null)
  for (; chosen?.placed; chosen = chosen.from) placed[chosen.placed.point] = chosen.placed.passage
  return placed
}
