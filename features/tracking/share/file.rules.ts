/** Files of sports watches and apps: GPX and FIT, read as points with their times. */
import FitParser from 'fit-file-parser'
import { xmlTextOf } from '#features/courses/gpx.rules.ts'
import { NotXml, readXml } from '#features/courses/xml.rules.ts'
import type { RoutePoint } from './route.rules.ts'

export const mostRunGpxBytes = 15 * 1024 * 1024
export const mostFitBytes = 5 * 1024 * 1024
/** The most points of a file: a day and a half with one point per second. */
const mostPoints = 130_000

export type FileFault = 'track_file_too_large' | 'track_file_unreadable' | 'track_file_without_times'
/** The points of a file that have a time, in order of time. */
export type FileReading = { points: RoutePoint[] } | { fault: FileFault }

const heightIn = (given: unknown): number | null => {
  const height = typeof given === 'number' ? given : Number.NaN
  return height > -500 && height < 9000 ? Math.round(height) : null
}
const degree = /^\s*[+-]?\d{1,3}(\.\d{0,20})?\s*$/
const placeIn = (lat: unknown, lon: unknown): [number, number] | undefined => {
  const [a, b] = [lat, lon].map((one) =>
    typeof one === 'number' ? one : typeof one === 'string' && degree.test(one) ? Number(one) : Number.NaN,
  ) as [number, number]
  const isPlace = Math.abs(a) <= 90 && Math.abs(b) <= 180 && (Math.abs(a) > 1e-3 || Math.abs(b) > 1e-3)
  return isPlace ? [a, b] : undefined
}

const pointsOfGpx = (bytes: Uint8Array): { points: RoutePoint[]; untimed: number } => {
  const points: RoutePoint[] = []
  const stack: string[] = []
  let untimed = 0
  let point: { place: [number, number] | undefined; at: number; height: number | null } | undefined
  readXml(xmlTextOf(bytes), {
    open: (written, attributes) => {
      const name = written.slice(written.indexOf(':') + 1)
      if (stack.length === 0 && name !== 'gpx') throw new NotXml('no GPX')
      stack.push(name)
      if (name === 'trkpt' && stack.at(-2) === 'trkseg')
        point = { place: placeIn(attributes.lat, attributes.lon), at: Number.NaN, height: null }
    },
    close: (_written, text) => {
      const name = stack.pop()!
      if (!point) return
      if (stack.at(-1) === 'trkpt') {
        if (name === 'time' && /^\s*\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)?\s*$/.test(text)) {
          const said = text.trim()
          point.at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(said) ? said : `${said}Z`)
        } else if (name === 'ele') point.height = heightIn(text.trim() === '' ? undefined : Number(text))
      } else if (name === 'trkpt') {
        if (Number.isNaN(point.at)) untimed += 1
        else if (point.place) points.push([point.at, ...point.place, point.height])
        if (points.length + untimed > mostPoints) throw new NotXml('too many points')
        point = undefined
      }
    },
  })
  return { points, untimed }
}

const pointsOfFit = async (bytes: Uint8Array): Promise<{ points: RoutePoint[]; untimed: number }> => {
  const parser = new FitParser({ force: false, mode: 'list' })
  const { records = [] } = await parser.parseAsync(Uint8Array.from(bytes).buffer)
  const points: RoutePoint[] = []
  let untimed = 0
  for (const record of records.slice(0, mostPoints)) {
    const place = placeIn(record.position_lat, record.position_long)
    if (!place) continue
    const at = new Date(record.timestamp as string | Date).getTime()
    if (Number.isNaN(at)) untimed += 1
    else points.push([at, ...place, heightIn(record.enhanced_altitude ?? record.altitude)])
  }
  return { points, untimed }
}

/** Tells whether bytes are a FIT file, which has the letters .FIT from its ninth byte on. */
const isFit = (bytes: Uint8Array): boolean => new TextDecoder('latin1').decode(bytes.subarray(8, 12)) === '.FIT'

/**
 * Reads a GPX or FIT file by its content. Returns the fault of a file that is too large or unreadable, or has no times.
 */
export const readTrackFile = async (bytes: Uint8Array): Promise<FileReading> => {
  const fit = isFit(bytes)
  if (bytes.length > (fit ? mostFitBytes : mostRunGpxBytes)) return { fault: 'track_file_too_large' }
  let read: { points: RoutePoint[]; untimed: number }
  try {
    read = fit ? await pointsOfFit(bytes) : pointsOfGpx(bytes)
  } catch {
    return { fault: 'track_file_unreadable' }
  }
  const { points, untimed } = read
  if (points.length === 0) return { fault: untimed > 0 ? 'track_file_without_times' : 'track_file_unreadable' }
  return { points: points.toSorted((a, b) => a[0] - b[0]) }
}

/** The distance in time to the nearest fix, in milliseconds, up to which a point of a file adds nothing. */
const nearMs = 60_000
/** The span of a run, in milliseconds, with the time before and after it that a watch may record. */
export type RunSpan = { from: number; to: number }

/**
 * Chooses the points of a file that fill gaps of a run: points of the span that are more than a minute away from every
 * fix. The returned `known` counts the other points of the span. Undefined if the file has no point in the span.
 */
export const fillingOf = (
  points: readonly RoutePoint[],
  known: readonly number[],
  { from, to }: RunSpan,
): { points: RoutePoint[]; known: number } | undefined => {
  const within = points.filter(([at]) => at >= from && at <= to)
  if (within.length === 0) return undefined
  let next = 0
  const filling = within.filter(([at]) => {
    while (next < known.length && known[next]! < at - nearMs) next += 1
    return next >= known.length || known[next]! > at + nearMs
  })
  return { points: filling, known: within.length - filling.length }
}
