import type { CourseShape, CourseDoubt, Spot } from './contract.ts'
import type { Gpx, GpxPoint } from './gpx.rules.ts'
import { climbOf, evenHeights } from './heights.rules.ts'
import { kindOfSpot } from './rules.ts'

const radius = 6_371_008.8
const rad = Math.PI / 180
/** Returns the metres between two points on the mean sphere. */
export const metresBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): number => {
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lon - a.lon) * rad) / 2) ** 2
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(h)))
}

export type Walked = GpxPoint & { at: number }
/**
 * Adds to each point its metres from the start. The function leaves out points that lie less than 0.5 m from the last
 * point that it kept.
 */
export const walk = (points: readonly GpxPoint[]): Walked[] => {
  const walked: Walked[] = []
  for (const point of points) {
    const last = walked.at(-1)
    const moved = last ? metresBetween(last, point) : 0
    if (last && moved < 0.5) last.ele ??= point.ele
    else walked.push({ ...point, at: last ? last.at + moved : 0 })
  }
  return walked
}

/**
 * Simplifies a line by Douglas–Peucker on the plane around the course. The function leaves out points that are less
 * than `metres` from the line. It uses no recursion, because a track may be long.
 */
export const simplifiedLine = (points: readonly Walked[], metres: number): Walked[] => {
  if (points.length < 3) return [...points]
  const squash = Math.cos(points[0]!.lat * rad)
  const xs = points.map(({ lon }) => lon * rad * radius * squash)
  const ys = points.map(({ lat }) => lat * rad * radius)
  const kept = new Uint8Array(points.length)
  kept[0] = kept[points.length - 1] = 1
  const spans: [number, number][] = [[0, points.length - 1]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const [dx, dy] = [xs[to]! - xs[from]!, ys[to]! - ys[from]!]
    const length = dx * dx + dy * dy
    let [far, most] = [0, metres * metres]
    for (let at = from + 1; at < to; at++) {
      const share =
        length === 0 ? 0 : Math.max(0, Math.min(1, ((xs[at]! - xs[from]!) * dx + (ys[at]! - ys[from]!) * dy) / length))
      const off = (xs[at]! - xs[from]! - share * dx) ** 2 + (ys[at]! - ys[from]! - share * dy) ** 2
      if (off > most) [far, most] = [at, off]
    }
    if (far > 0) {
      kept[far] = 1
      spans.push([from, far], [far, to])
    }
  }
  return points.filter((_, at) => kept[at] === 1)
}
const mostPoints = 1_200
const fewEnough = (points: readonly Walked[]): Walked[] => {
  for (let metres = 2; ; metres *= 1.7) {
    const fewer = simplifiedLine(points, metres)
    if (fewer.length <= mostPoints) return fewer
  }
}

/** Returns the position on the course after a number of metres. `from` lets a caller continue from the last point. */
const along = (points: readonly Walked[], at: number, from = 0): { lat: number; lon: number; index: number } => {
  let index = from
  while (index < points.length - 2 && points[index + 1]!.at < at) index++
  const [a, b] = [points[index]!, points[index + 1]!]
  const share = b.at > a.at ? Math.min(1, Math.max(0, (at - a.at) / (b.at - a.at))) : 0
  return { lat: a.lat + (b.lat - a.lat) * share, lon: a.lon + (b.lon - a.lon) * share, index }
}

const degrees = (n: number) => Math.round(n * 1e6) / 1e6
const nearest = 250
/** Returns the metres at which a place lies on the course; null if the place is more than 250 m away from it. */
const metresAt = (points: readonly Walked[], place: { lat: number; lon: number }): number | null => {
  let [best, at] = [Infinity, 0]
  const squash = Math.cos(place.lat * rad)
  for (const [n, a] of points.entries()) {
    const b = points[n + 1] ?? a
    const [ax, ay] = [(a.lon - place.lon) * rad * radius * squash, (a.lat - place.lat) * rad * radius]
    const [dx, dy] = [(b.lon - a.lon) * rad * radius * squash, (b.lat - a.lat) * rad * radius]
    const length = dx * dx + dy * dy
    const share = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
    const off = (ax + share * dx) ** 2 + (ay + share * dy) ** 2
    if (off < best - 1) [best, at] = [off, a.at + (b.at - a.at) * share]
  }
  return best <= nearest * nearest ? Math.round(at) : null
}

const lengthOf = (points: readonly GpxPoint[]): number => walk(points).at(-1)?.at ?? 0
const longest = <Way extends { points: GpxPoint[] }>(ways: readonly Way[]): Way | undefined =>
  ways.reduce<Way | undefined>(
    (best, way) => (way.points.length >= 2 && lengthOf(way.points) > (best ? lengthOf(best.points) : 0) ? way : best),
    undefined,
  )

/**
 * The largest gap between two tracks of one course, in metres. If a person switches the device off and on again, the
 * device begins a new track.
 */
const joins = 250
const chained = (tracks: Gpx['tracks']): { name: string; points: GpxPoint[] }[] => {
  const ways: { name: string; points: GpxPoint[] }[] = []
  for (const { name, segments } of tracks) {
    const points = segments.flat()
    if (points.length === 0) continue
    const last = ways.at(-1)
    if (last && metresBetween(last.points.at(-1)!, points[0]!) <= joins) last.points = [...last.points, ...points]
    else ways.push({ name, points })
  }
  return ways
}

/**
 * Finds the course in a GPX file: the longest line of its tracks, or the longest route of a file without tracks.
 * Returns undefined if the file has neither, or if the course is shorter than 20 m. `certified` is the event's distance
 * in metres.
 */
export const courseFrom = (gpx: Gpx, certified: number | null): (CourseShape & { name: string }) | undefined => {
  const ways = chained(gpx.tracks).filter(({ points }) => points.length >= 2)
  const track = longest(ways)
  const way = track ?? longest(gpx.routes)
  const walked = walk(way?.points ?? [])
  const metres = walked.at(-1)?.at ?? 0
  if (!way || walked.length < 2 || metres < 20) return undefined
  const { step, heights, known } = evenHeights(walked, metres)
  const climb = heights.length > 0 ? climbOf(heights) : { ascent: null, descent: null }
  const said: CourseDoubt[] = [
    ...(heights.length === 0 ? (['no_elevation'] as const) : known < 0.9 ? (['some_elevation'] as const) : []),
    ...(walked.some(({ at }, n) => n > 0 && at - walked[n - 1]!.at > Math.max(1_000, metres * 0.02))
      ? (['gap'] as const)
      : []),
    ...(certified !== null && Math.abs(metres - certified) > Math.max(100, certified * 0.03)
      ? (['length_differs'] as const)
      : []),
    ...(track ? [] : (['route_only'] as const)),
    ...(ways.length > 1 ? (['several_tracks'] as const) : []),
  ]
  const marks: CourseShape['marks'] = []
  for (let km = 1, from = 0; km * 1000 < metres; km++) {
    const { lat, lon, index } = along(walked, km * 1000, from)
    marks.push({ km, lat: degrees(lat), lon: degrees(lon) })
    from = index
  }
  const fewer = fewEnough(walked)
  const spots: Spot[] = gpx.spots
    .slice(0, 200)
    .map(({ name, sym, lat, lon }) => ({
      name,
      kind: kindOfSpot(name, sym),
      lat: degrees(lat),
      lon: degrees(lon),
      at: metresAt(fewer, { lat, lon }),
    }))
    .sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity))
  return {
    name: way.name || gpx.name,
    points: fewer.map(({ lat, lon, at }) => [degrees(lat), degrees(lon), Math.round(at * 10) / 10]),
    metres: Math.round(metres),
    step,
    heights: heights.map((height) => Math.round(height * 10) / 10),
    ...climb,
    lowest: heights.length > 0 ? Math.round(Math.min(...heights)) : null,
    highest: heights.length > 0 ? Math.round(Math.max(...heights)) : null,
    loop: metresBetween(walked[0]!, walked.at(-1)!) < Math.max(150, metres * 0.01),
    marks,
    spots,
    doubts: said,
  }
}
