import type { CoursePoint, TimingRules } from '../course/course.contract.ts'

/** A read that counts, at its corrected time. */
export type Seen = { id: number; stationid: number; at: number }
/** Reads of one runner at one station, close together: once across the mat. */
export type Passage = { stationid: number; first: Seen; last: Seen; reads: Seen[] }

/** Reads in the order of time → passages, in the order in which they began. */
export const passagesOf = (reads: readonly Seen[], apart: number): Passage[] => {
  const open = new Map<number, Passage>()
  const passages: Passage[] = []
  for (const read of reads) {
    const current = open.get(read.stationid)
    if (current && read.at - current.last.at < apart) {
      current.last = read
      current.reads.push(read)
      continue
    }
    const passage = { stationid: read.stationid, first: read, last: read, reads: [read] }
    open.set(read.stationid, passage)
    passages.push(passage)
  }
  return passages
}

/** Which read of a passage is a point's time. */
export const takenAt = ({ kind, take }: Pick<CoursePoint, 'kind' | 'take'>, passage: Passage): Seen =>
  (take ?? (kind === 'out' || kind === 'start' ? 'last' : 'first')) === 'first' ? passage.first : passage.last

/** An aid station's exit lies where its entry does: one passage may be both, where it has two reads. */
const mayShare = (before: CoursePoint, point: CoursePoint, passage: Passage) =>
  before.kind === 'in' && point.kind === 'out' && before.stationid === point.stationid && passage.reads.length > 1

/**
 * A mat misses about one in two hundred: as unlikely as a stretch run at 2.7 times the usual pace, or a third of it. A
 * slow lap is a slow lap, not two.
 */
const skipped = 1

type Placed = { point: number; passage: number }
type Best = { count: number; cost: number; from: Best | undefined; placed: Placed | undefined }
const better = (a: Best, b: Best | undefined) =>
  !b || a.count > b.count || (a.count === b.count && a.cost < b.cost - 1e-9)

/**
 * Which passage belongs to which point: as many as can be in the course's order, none faster than anybody runs; of
 * equally many the most even one. So a mat that failed, or one that is passed twice, moves nothing else. `from` is the
 * start as counted; answers passage per point.
 */
export const align = (
  points: readonly CoursePoint[],
  passages: readonly Passage[],
  from: number,
  { fastest, usual }: Pick<TimingRules, 'fastest' | 'usual'>,
): (number | null)[] => {
  const placed: (number | null)[] = points.map(() => null)
  const metres = (at: number) => (at < 0 ? 0 : points[at]!.metres)
  const least = (a: number | null, b: number | null) => (a === null || b === null ? 0 : Math.max(0, b - a) * fastest)
  // Mostly each point has its one passage and all stand in order.
  if (points.length === passages.length && points.every((point, at) => point.stationid === passages[at]!.stationid)) {
    const inOrder = points.every((point, at) => {
      const before = at === 0 ? from : takenAt(points[at - 1]!, passages[at - 1]!).at
      const time = takenAt(point, passages[at]!).at
      return time > before && time - before >= least(metres(at - 1), metres(at))
    })
    if (inOrder) return points.map((_, at) => at)
  }
  const cost = (a: number, b: number, dt: number) => {
    const [x, y] = [metres(a), metres(b)]
    return (b - a - 1) * skipped + (x === null || y === null || y <= x ? 0 : Math.log(dt / (y - x) / usual) ** 2)
  }
  const start: Best = { count: 0, cost: 0, from: undefined, placed: undefined }
  const ends: { best: Best; time: number }[] = []
  for (const [at, point] of points.entries())
    for (const [n, passage] of passages.entries()) {
      if (passage.stationid !== point.stationid) continue
      const time = takenAt(point, passage).at
      if (time <= from || time - from < least(0, point.metres)) continue
      let best: Best | undefined = {
        count: 1,
        cost: cost(-1, at, time - from),
        from: start,
        placed: { point: at, passage: n },
      }
      for (const end of ends) {
        const { point: before, passage: of } = end.best.placed!
        // Two points of one place, the way into an aid station and out of it, may have the same moment.
        const atOnce =
          time === end.time &&
          before === at - 1 &&
          points[before]!.metres !== null &&
          points[before]!.metres === point.metres
        if (
          before >= at ||
          (of > n && !atOnce) ||
          (of === n && !(before === at - 1 && mayShare(points[before]!, point, passage)))
        )
          continue
        if ((time <= end.time && !atOnce) || time - end.time < least(metres(before), point.metres)) continue
        const next: Best = {
          count: end.best.count + 1,
          cost: end.best.cost + cost(before, at, time - end.time),
          from: end.best,
          placed: { point: at, passage: n },
        }
        if (better(next, best)) best = next
      }
      ends.push({ best, time })
    }
  let chosen: Best | undefined = ends.reduce<Best | undefined>(
    (so, { best }) => (better(best, so) ? best : so),
    undefined,
  )
  for (; chosen?.placed; chosen = chosen.from) placed[chosen.placed.point] = chosen.placed.passage
  return placed
}
