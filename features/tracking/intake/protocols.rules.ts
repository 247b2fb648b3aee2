/**
 * The requests of tracker apps, read as fixes: the OsmAnd protocol, which Traccar Client speaks with parameters or
 * (from version 9) with JSON, and OwnTracks over HTTP.
 */
import { type RefusalReason, type SentFix, fixFrom, fixMomentIn, numberWithin } from './fix.rules.ts'

/** A request as it arrived. `basic` is the password of HTTP Basic, which OwnTracks uses for the token. */
export type DeviceRequest = { query: unknown; body: unknown; basic: string | null }
/**
 * The content of a request: the device's token, its fixes, and the reasons for refused parts. `silent` is true if
 * the app expects an empty list as an answer.
 */
export type DeviceReading = {
  token: string | null
  fixes: SentFix[]
  refused: RefusalReason[]
  silent: boolean
}

type Fields = Record<string, unknown>
const fieldsOf = (given: unknown): Fields =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Fields) : {}
const textOf = (given: unknown): string | null =>
  typeof given === 'string' && given.length > 0 && given.length <= 200
    ? given
    : typeof given === 'number'
      ? String(given)
      : null
const knot = 1852 / 3600
const speedIn = (given: unknown, unit: number): number | null => {
  const speed = numberWithin(given, 0, 1000)
  return speed === null ? null : speed * unit
}
const percent = (given: unknown, unit = 1): number | null => {
  const level = numberWithin(given, 0, 100)
  return level === null ? null : Math.min(100, Math.round(level * unit))
}
const isNo = (given: unknown): boolean => ['false', '0', false, 0].includes(given as string)
const isSos = (given: unknown): boolean => typeof given === 'string' && given.toLowerCase() === 'sos'
/** The metres for one unit of dilution of precision: about five for the receiver of a phone. */
const metresOfDilution = 5
const mostFixes = 1000

const ofParameters = (fields: Fields, now: number): Omit<DeviceReading, 'token' | 'silent'> => {
  if (fields.valid !== undefined && isNo(fields.valid)) return { fixes: [], refused: ['invalid'] }
  const [lat, lon] = typeof fields.location === 'string' ? fields.location.split(',') : [fields.lat, fields.lon]
  // Some requests name mobile cells and no position. The server does not look cells up.
  if (lat === undefined && lon === undefined) return { fixes: [], refused: ['invalid'] }
  const dilution = numberWithin(fields.hdop, 0, 100)
  return {
    fixes: [
      fixFrom({
        at: fixMomentIn(fields.timestamp, now),
        lat,
        lon,
        accuracy: fields.accuracy ?? (dilution === null ? null : dilution * metresOfDilution),
        altitude: fields.altitude,
        speed: speedIn(fields.speed, knot),
        heading: fields.bearing ?? fields.heading,
        battery: percent(fields.batt),
        sos: isSos(fields.alarm),
      }),
    ],
    refused: [],
  }
}

const ofLocation = (given: unknown, now: number): SentFix => {
  const location = fieldsOf(given)
  const [coords, battery] = [fieldsOf(location.coords), fieldsOf(location.battery)]
  return fixFrom({
    at: fixMomentIn(location.timestamp, now),
    lat: coords.latitude,
    lon: coords.longitude,
    accuracy: coords.accuracy,
    altitude: coords.altitude,
    speed: speedIn(coords.speed, 1),
    heading: coords.heading,
    battery: percent(battery.level, 100),
    sos: isSos(fieldsOf(location.extras).alarm) || isSos(location.event),
  })
}

const ofOwnTracks = (fields: Fields, now: number): Omit<DeviceReading, 'token' | 'silent'> => {
  // The server accepts and drops other kinds of messages (waypoints, leaving messages, cards), because the app would
  // otherwise repeat them for ever.
  if (fields._type !== 'location') return { fixes: [], refused: fields._type === 'encrypted' ? ['unreadable'] : [] }
  return {
    fixes: [
      fixFrom({
        at: fixMomentIn(fields.tst, now),
        lat: fields.lat,
        lon: fields.lon,
        accuracy: fields.acc,
        altitude: fields.alt,
        speed: speedIn(fields.vel, 1 / 3.6),
        heading: fields.cog,
        battery: percent(fields.batt),
      }),
    ],
    refused: [],
  }
}

/** Reads the request of a tracker app. The form of the body shows its protocol. */
export const readTracker = ({ query, body, basic }: DeviceRequest, now: number): DeviceReading => {
  const [asked, sent] = [fieldsOf(query), fieldsOf(body)]
  const token = textOf(asked.id) ?? textOf(asked.deviceid)
  if (sent._type !== undefined) return { token: token ?? basic, silent: true, ...ofOwnTracks(sent, now) }
  if (sent.location !== undefined && typeof sent.location === 'object') {
    const all = (Array.isArray(sent.location) ? sent.location : [sent.location]).slice(0, mostFixes)
    const fixes = all.map((one) => ofLocation(one, now))
    return { token: textOf(sent.device_id) ?? token, fixes, refused: [], silent: false }
  }
  const fields = { ...asked, ...sent }
  // OwnTracks also sends bodies without content.
  if (basic !== null && Object.keys(sent).length === 0 && token === null)
    return { token: basic, fixes: [], refused: [], silent: true }
  return {
    token: textOf(fields.id) ?? textOf(fields.deviceid) ?? basic,
    silent: false,
    ...ofParameters(fields, now),
  }
}

const bytesOfBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}
/** Reads the password of HTTP Basic. */
export const basicIn = (header: string | undefined): string | null => {
  const found = /^Basic ([A-Za-z0-9+/=]{4,400})$/i.exec(header ?? '')
  const bytes = found ? bytesOfBase64(found[1]!) : undefined
  if (!bytes) return null
  const text = new TextDecoder().decode(bytes)
  return text.includes(':') ? text.slice(text.indexOf(':') + 1) : null
}

/**
 * Reads a body by its first character: JSON or a form. Not every app names the type of its body. A body that is not
 * bytes counts as empty. Broken JSON gives undefined.
 */
export const bodyIn = (bytes: unknown): unknown => {
  const text = bytes instanceof Uint8Array ? new TextDecoder().decode(bytes).trim() : ''
  if (!text.startsWith('{')) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
