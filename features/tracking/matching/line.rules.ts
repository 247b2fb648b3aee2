/** The line of a course, with an index. A search near a fix does not examine the whole line. */
import type { CourseShape } from '#features/courses/contract.ts'

const metresPerDegree = (6_371_008.8 * Math.PI) / 180
/** The distance from the line within which a fix may belong to it, in metres. */
export const reachMetres = 120
/**
 * The side of a cell. No point of the line is farther from a sample of the line than a quarter of this side, so a
 * search in 3 × 3 cells is enough.
 */
const cell = (reachMetres * 4) / 3
const mostCandidates = 64

/** Points of the line on a plane around its beginning, in metres, each with its distance along the course. */
export type CourseLine = {
  lat: number
  lon: number
  squash: number
  xs: Float64Array
  ys: Float64Array
  along: Float64Array
  metres: number
  /** For each cell, the segments that may be within reach of a fix in the cell, in ascending order. */
  cells: ReadonlyMap<number, Int32Array>
}
/** The places on a line that a fix may mean. The arrays are reused for the next fix. */
export type Candidates = { count: number; along: Float64Array; off: Float64Array }
export const noCandidates = (): Candidates => ({
  count: 0,
  along: new Float64Array(mostCandidates),
  off: new Float64Array(mostCandidates),
})

const wrapped = (degrees: number): number => degrees - 360 * Math.round(degrees / 360)
export const xOf = (line: CourseLine, lon: number): number => wrapped(lon - line.lon) * line.squash * metresPerDegree
export const yOf = (line: CourseLine, lat: number): number => (lat - line.lat) * metresPerDegree

const cellOf = (x: number, y: number): number => Math.floor(x / cell) * 1_000_003 + Math.floor(y / cell)

/** Prepares the stored points of a course. A course has at least two points. */
export const lineOf = ({ points }: Pick<CourseShape, 'points'>): CourseLine => {
  const [lat, lon] = points[0]!
  const line: CourseLine = {
    lat,
    lon,
    squash: Math.cos((points[points.length >> 1]![0] * Math.PI) / 180),
    xs: new Float64Array(points.length),
    ys: new Float64Array(points.length),
    along: Float64Array.from(points, ([, , metres]) => metres),
    metres: points.at(-1)![2],
    cells: new Map(),
  }
  for (const [n, point] of points.entries()) {
    line.xs[n] = xOf(line, point[1])
    line.ys[n] = yOf(line, point[0])
  }
  return { ...line, cells: cellsOf(line) }
}
const cellsOf = ({ xs, ys }: CourseLine): Map<number, Int32Array> => {
  const segments = new Map<number, Set<number>>()
  for (let n = 0; n + 1 < xs.length; n++) {
    const [dx, dy] = [xs[n + 1]! - xs[n]!, ys[n + 1]! - ys[n]!]
    const samples = Math.max(1, Math.ceil(Math.hypot(dx, dy) / (cell / 2)))
    for (let sample = 0; sample <= samples; sample++) {
      const [x, y] = [xs[n]! + (dx * sample) / samples, ys[n]! + (dy * sample) / samples]
      for (let across = -1; across <= 1; across++)
        for (let up = -1; up <= 1; up++) {
          const key = cellOf(x + across * cell, y + up * cell)
          const all = segments.get(key)
          if (all) all.add(n)
          else segments.set(key, new Set([n]))
        }
    }
  }
  // The segments came in ascending order, so each set is in ascending order.
  return new Map([...segments].map(([key, all]) => [key, Int32Array.from(all)]))
}

/**
 * The place on a segment that is nearest to a point: its position on the segment, from 0 to 1, and the square of the
 * distance.
 */
const nearestOn = { share: 0, square: 0 }
const measure = ({ xs, ys }: CourseLine, n: number, x: number, y: number): void => {
  const [ax, ay] = [xs[n]! - x, ys[n]! - y]
  const [dx, dy] = [xs[n + 1]! - xs[n]!, ys[n + 1]! - ys[n]!]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  nearestOn.share = share
  nearestOn.square = (ax + share * dx) ** 2 + (ay + share * dy) ** 2
}
const alongOf = ({ along }: CourseLine, n: number, share: number): number =>
  along[n]! + (along[n + 1]! - along[n]!) * share

/**
 * Finds the places within reach of a point, at most `mostCandidates`, one for each time that the course passes there. A
 * road that the course uses three times gives three places.
 */
export const findCandidates = (line: CourseLine, x: number, y: number, into: Candidates): void => {
  into.count = 0
  const segments = line.cells.get(cellOf(x, y))
  if (!segments) return
  const most = reachMetres * reachMetres
  let ended = -2
  for (const n of segments) {
    measure(line, n, x, y)
    const { share, square } = nearestOn
    // A corner belongs to two segments. The corner counts once, and only if no other place of the two segments is
    // nearer.
    const counts = share > 0 ? share < 1 || n + 2 === line.xs.length : n === 0 || ended === n - 1
    if (share === 1) ended = n
    if (!counts || square > most || into.count === mostCandidates) continue
    into.along[into.count] = alongOf(line, n, share)
    into.off[into.count++] = Math.sqrt(square)
  }
}

/** Measures how far a point is from the whole line, in metres. Only fixes without a candidate need it. */
export const metresOff = (line: CourseLine, x: number, y: number): number => {
  let best = Infinity
  for (let n = 0; n + 1 < line.xs.length; n++) {
    measure(line, n, x, y)
    if (nearestOn.square < best) best = nearestOn.square
  }
  return Math.sqrt(best)
}

/** Returns the place on the course after a number of metres. */
export const linePlaceAt = (line: CourseLine, metres: number): { lat: number; lon: number } => {
  let [low, high] = [0, line.along.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (line.along[middle]! <= metres) low = middle
    else high = middle - 1
  }
  const length = line.along[low + 1]! - line.along[low]!
  const share = length > 0 ? Math.max(0, Math.min(1, (metres - line.along[low]!) / length)) : 0
  const x = line.xs[low]! + (line.xs[low + 1]! - line.xs[low]!) * share
  const y = line.ys[low]! + (line.ys[low + 1]! - line.ys[low]!) * share
  return { lat: line.lat + y / metresPerDegree, lon: wrapped(line.lon + x / (line.squash * metresPerDegree)) }
}
