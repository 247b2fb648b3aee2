/** The reasons for which the server refuses a fix. */

export const fixRefusals = [
  'future',
  'past',
  'nowhere',
  'outside',
  'invalid',
  'unreadable',
  'stopped',
  'earlier',
] as const
export type RefusalReason = (typeof fixRefusals)[number]

/**
 * A fix: `at` in milliseconds, degrees in WGS-84, metres, metres per second, battery in percent. A device sends `sos`
 * when somebody asks for help.
 */
export type SentFix = {
  at: number
  lat: number
  lon: number
  accuracy: number | null
  altitude: number | null
  speed: number | null
  heading: number | null
  battery: number | null
  sos: boolean
}

const futureMs = 60_000
const pastMs = 7 * 86_400_000

/**
 * Returns the reason to refuse a fix, or undefined. `now` is the server's clock. `from` is the moment from which the
 * carrier has the device.
 */
export const refusalOf = ({ at, lat, lon }: SentFix, now: number, from = -Infinity): RefusalReason | undefined => {
  if (!Number.isFinite(at) || !Number.isFinite(lat) || !Number.isFinite(lon)) return 'unreadable'
  if (Math.abs(lat) > 90 || Math.abs(lon) > 180) return 'outside'
  // Receivers without a position send 0,0, which is a place in the sea.
  if (Math.abs(lat) < 1e-3 && Math.abs(lon) < 1e-3) return 'nowhere'
  if (at > now + futureMs) return 'future'
  if (at < now - pastMs) return 'past'
  return at < from ? 'earlier' : undefined
}

/** Reads a number that a device sends as a number or as text. */
export const numberWithin = (given: unknown, least: number, most: number): number | null => {
  if (typeof given === 'string' ? given.trim() === '' || given.length > 40 : typeof given !== 'number') return null
  const number = Number(given)
  return number >= least && number <= most ? number : null
}
/** Reads a latitude or longitude. Any other value gives NaN, so that the server refuses the fix. */
const degreesIn = (given: unknown): number => numberWithin(given, -1e6, 1e6) ?? Number.NaN

export const fixFrom = (given: {
  at: number
  lat: unknown
  lon: unknown
  accuracy?: unknown
  altitude?: unknown
  speed?: number | null
  heading?: unknown
  battery?: number | null
  sos?: boolean
}): SentFix => ({
  at: given.at,
  lat: degreesIn(given.lat),
  lon: degreesIn(given.lon),
  accuracy: numberWithin(given.accuracy, 0, 30_000),
  altitude: numberWithin(given.altitude, -500, 9_000),
  speed: given.speed ?? null,
  heading: numberWithin(given.heading, 0, 360),
  battery: given.battery ?? null,
  sos: given.sos ?? false,
})

/**
 * Reads a moment: seconds or milliseconds since 1970, ISO 8601, or `yyyy-MM-dd HH:mm:ss` in UTC. A fix without a moment
 * gets the present moment. Any other text gives NaN.
 */
export const fixMomentIn = (given: unknown, now: number): number => {
  if (given === undefined || given === null || given === '') return now
  const text = String(given).trim()
  if (/^\d{1,15}(\.\d+)?$/.test(text)) {
    const number = Number(text)
    return Math.round(number < 1e11 ? number * 1000 : number)
  }
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) || text.length > 40) return Number.NaN
  const iso = text.replace(' ', 'T')
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
}

/** Multiplies a number, rounds it, and limits it to the range of a column of two bytes. */
export const smallColumn = (given: number | null, times = 1): number | null =>
  given === null ? null : Math.max(-32_768, Math.min(32_767, Math.round(given * times)))
