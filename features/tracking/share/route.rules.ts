import { metresBetween } from '#features/courses/shape.rules.ts'

/** Routes of runs: length, a thinner line for maps, and the text of a GPX file. */

/** A point of a route: milliseconds, degrees, metres of height if they are known. */
export type RoutePoint = readonly [at: number, lat: number, lon: number, height: number | null]

export const metresBetweenPoints = (a: RoutePoint, b: RoutePoint): number =>
  metresBetween({ lat: a[1], lon: a[2] }, { lat: b[1], lon: b[2] })

/**
 * The least length of a step in metres. The position of a resting receiver moves a little, so the length of a route
 * leaves out points that are nearer to the end of the last step.
 */
const restMetres = 4
/** The speed above which a step is an error of the receiver, in metres a second. */
const fastest = 30
/** Counts the metres of a route, without the small movements of a resting receiver and without jumps. */
export const routeLength = (points: readonly RoutePoint[]): number => {
  let [from, metres] = [points[0], 0]
  for (const point of points) {
    const step = metresBetweenPoints(from!, point)
    if (step < restMetres) continue
    const seconds = (point[0] - from![0]) / 1000
    if (step <= fastest * Math.max(1, seconds)) metres += step
    from = point
  }
  return Math.round(metres)
}

/**
 * Returns at most `most` points of a route: the first, the last, and points at equal intervals between them.
 */
export const thinnedTo = <T>(points: readonly T[], most: number): T[] => {
  if (points.length <= most) return [...points]
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, n) => points[Math.round(n * step)]!)
}

const escaped = (text: string): string =>
  text.replaceAll(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[sign]!,
  )
/** Writes a route as GPX 1.1. After a gap of more than five minutes a new segment begins. */
export const gpxOf = (name: string, points: readonly RoutePoint[]): string => {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Startline" xmlns="http://www.topografix.com/GPX/1/1">',
    `<trk><name>${escaped(name.replaceAll(/\p{Cc}/gu, ' '))}</name><trkseg>`,
  ]
  points.forEach(([at, lat, lon, height], n) => {
    if (n > 0 && at - points[n - 1]![0] > 300_000) lines.push('</trkseg><trkseg>')
    const ele = height === null ? '' : `<ele>${height}</ele>`
    const time = new Date(at).toISOString()
    lines.push(`<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}">${ele}<time>${time}</time></trkpt>`)
  })
  lines.push('</trkseg></trk></gpx>', '')
  return lines.join('\n')
}
