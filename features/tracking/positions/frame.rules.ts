/**
 * The encoding of positions in the stream of a race (docs/behaviour/tracking.md, The stream). Server and pages share
 * it. `encodeFrame` and `textOfFrame` write a frame, `frameOfText` and `decodeFrame` read one. `passingsText` and
 * `passingsOfText` do the same for passings. `dots.rules.ts` draws from decoded frames.
 */

export const sources = ['mat', 'estimate', 'gps'] as const
export type SpotSource = (typeof sources)[number]

/**
 * A position as it travels. `bib` is `~` and the number of the track for a carrier without a bib, such as a vehicle.
 * A runner on the course has metres from the start, and moves on with the speed in metres a second. Somebody beside
 * the course has degrees. `gone` takes the dot away.
 */
export type DotSpot =
  | { what: 'along'; bib: string; eventid: number; by: SpotSource; metres: number; speed: number }
  | { what: 'beside'; bib: string; eventid: number; by: SpotSource; lat: number; lon: number }
  | { what: 'gone'; bib: string; eventid: number; by: SpotSource }
/** The spots that changed at a moment, in seconds since 1970. */
export type Frame = { at: number; spots: DotSpot[] }

/** Steps of the encoding: metres along, metres a second, parts of a degree. */
export const STEP_METRES = 5
export const STEP_SPEED = 0.05
const PLACES = 1e5
const FORMAT = 1
const whats = ['along', 'beside', 'gone'] as const

/**
 * Splits a bib into the text before its last digits and the number in these digits; -1 if the bib does not end with a
 * digit.
 */
const partsOf = (bib: string): { prefix: string; number: number } => {
  const digits = /(?:0|[1-9]\d{0,8})$/.exec(bib)?.[0]
  return digits === undefined
    ? { prefix: bib, number: -1 }
    : { prefix: bib.slice(0, bib.length - digits.length), number: Number(digits) }
}

const write = (into: number[], given: number): void => {
  let value = given
  while (value >= 128) {
    into.push((value % 128) + 128)
    value = Math.floor(value / 128)
  }
  into.push(value)
}
const writeSigned = (into: number[], value: number): void => write(into, value < 0 ? -2 * value - 1 : 2 * value)

const speedStep = (speed: number): number => Math.max(0, Math.min(255, Math.round(speed / STEP_SPEED)))
const placeStep = (degrees: number): number => Math.round(degrees * PLACES)

/**
 * Encodes a frame: the format, the moment, then sections of one event, kind, source and bib prefix. An entry has the
 * gap to the bib before, so that 30,000 runners need about 4 bytes each.
 */
export const encodeFrame = ({ at, spots }: Frame): Uint8Array => {
  const bytes: number[] = [FORMAT]
  write(bytes, at)
  const sections = new Map<string, { prefix: string; entries: { number: number; spot: DotSpot }[] }>()
  for (const spot of spots) {
    const { prefix, number } = partsOf(spot.bib)
    const key = `${spot.eventid} ${spot.what} ${spot.by} ${prefix}`
    const section = sections.get(key)
    if (section) section.entries.push({ number, spot })
    else sections.set(key, { prefix, entries: [{ number, spot }] })
  }
  for (const { prefix, entries } of sections.values()) {
    const { eventid, what, by } = entries[0]!.spot
    write(bytes, eventid)
    bytes.push(whats.indexOf(what) + 4 * sources.indexOf(by))
    const name = new TextEncoder().encode(prefix)
    write(bytes, name.length)
    bytes.push(...name)
    write(bytes, entries.length)
    entries.sort((a, b) => a.number - b.number)
    let [last, lat, lon] = [-1, 0, 0]
    for (const { number, spot } of entries) {
      write(bytes, number - last)
      last = number
      if (spot.what === 'along') {
        write(bytes, Math.max(0, Math.round(spot.metres / STEP_METRES)))
        bytes.push(speedStep(spot.speed))
      } else if (spot.what === 'beside') {
        const [north, east] = [placeStep(spot.lat), placeStep(spot.lon)]
        writeSigned(bytes, north - lat)
        writeSigned(bytes, east - lon)
        lat = north
        lon = east
      }
    }
  }
  return Uint8Array.from(bytes)
}

/** The error for bytes that are not a frame. */
export class BadFrame extends Error {}

const reader = (bytes: Uint8Array) => {
  let next = 0
  const byte = (): number => {
    const value = bytes[next++]
    if (value === undefined) throw new BadFrame('the frame ends early')
    return value
  }
  const whole = (): number => {
    let [value, factor] = [0, 1]
    for (let n = 0; n < 8; n++, factor *= 128) {
      const one = byte()
      value += (one % 128) * factor
      if (one < 128) return value
    }
    throw new BadFrame('a number is too long')
  }
  const signed = (): number => {
    const value = whole()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  const text = (length: number): string => {
    if (length > bytes.length - next) throw new BadFrame('a text is too long')
    next += length
    return new TextDecoder().decode(bytes.subarray(next - length, next))
  }
  return { byte, whole, signed, text, more: () => next < bytes.length }
}

/** Decodes a frame. Bytes that are not a frame, or are of another format, throw `BadFrame`. */
export const decodeFrame = (bytes: Uint8Array): Frame => {
  const from = reader(bytes)
  if (from.byte() !== FORMAT) throw new BadFrame('another format')
  const frame: Frame = { at: from.whole(), spots: [] }
  while (from.more()) {
    const eventid = from.whole()
    const kind = from.byte()
    const [what, by] = [whats[kind % 4], sources[kind >> 2]]
    if (!what || !by) throw new BadFrame('an unknown section')
    const prefix = from.text(from.whole())
    let [number, lat, lon] = [-1, 0, 0]
    for (let left = from.whole(); left > 0; left--) {
      number += from.whole()
      const of = { bib: number < 0 ? prefix : `${prefix}${number}`, eventid, by }
      if (what === 'along') {
        const metres = from.whole() * STEP_METRES
        frame.spots.push({ ...of, what, metres, speed: from.byte() * STEP_SPEED })
      } else if (what === 'beside') {
        lat += from.signed()
        lon += from.signed()
        frame.spots.push({ ...of, what, lat: lat / PLACES, lon: lon / PLACES })
      } else frame.spots.push({ ...of, what })
    }
  }
  return frame
}

/** Writes the bytes of a frame as base64, in the form of the stream and in `picture` of `/live/gps/positions`. */
export const textOfFrame = (frame: Frame): string => {
  const bytes = encodeFrame(frame)
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
/** Reads a frame from base64. A text that is not a frame throws `BadFrame`. */
export const frameOfText = (text: string): Frame => {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    throw new BadFrame('no base64')
  }
  return decodeFrame(Uint8Array.from(binary, (one) => one.charCodeAt(0)))
}

/** A passing as it travels: the number of the point in `points` of the event, and milliseconds from the gun. */
export type SentPassing = { eventid: number; point: number; bib: string; ms: number }
/** Writes passings as text: `event:point;bib=ms,bib=ms` and a space between points. Times are in base 36. */
export const passingsText = (passings: readonly SentPassing[]): string => {
  const groups = new Map<string, string[]>()
  for (const { eventid, point, bib, ms } of passings) {
    const [at, sent] = [`${eventid}:${point}`, `${encodeURIComponent(bib)}=${ms.toString(36)}`]
    const group = groups.get(at)
    if (group) group.push(sent)
    else groups.set(at, [sent])
  }
  return [...groups].map(([at, all]) => `${at};${all.join(',')}`).join(' ')
}
export const passingsOfText = (text: string): SentPassing[] =>
  text
    .split(' ')
    .filter((group) => group !== '')
    .flatMap((group) => {
      const [at = '', list = ''] = group.split(';')
      const [eventid, point] = at.split(':').map(Number)
      return list.split(',').map((one) => {
        const [bib = '', ms = ''] = one.split('=')
        return { eventid: eventid!, point: point!, bib: decodeURIComponent(bib), ms: Number.parseInt(ms, 36) }
      })
    })
