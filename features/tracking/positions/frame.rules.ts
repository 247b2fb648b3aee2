/**
 * The encoding of positions in the stream of a race (docs/behaviour/tracking.md, The stream). Server and pages share
 * it. `textOfFrame` writes a frame, and `frameOfText` reads a frame. `passingsText` and `passingsOfText` do the same
 * for passings. `dots.rules.ts` makes dots from decoded frames.
 */

export const sources = ['mat', 'estimate', 'gps'] as const
export type SpotSource = (typeof sources)[number]

/**
 * A position in the form in which it is sent. `bib` is `~` and the number of the track for a carrier without a bib,
 * such as a vehicle. A runner on the course has metres from the start, and moves on with the speed in metres a second.
 * Somebody beside the course has degrees. `gone` removes the dot.
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
const FORMAT = 2
const whats = ['along', 'beside', 'gone'] as const

/** The digits of all numbers in a frame. JSON and the stream leave them as they are. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const BASE = 64
/** The value of each digit by its code; -1 for other characters. */
const values = new Int8Array(128).fill(-1)
for (let value = 0; value < BASE; value++) values[DIGITS.charCodeAt(value)] = value
/** The most entries of a section. More entries are a fault of the text. */
const MOST = 1_000_000

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

/** Writes a number in digits of five bits. A digit from 32 on means that more digits follow. */
const written = (given: number): string => {
  let [value, text] = [given, '']
  for (; value >= 32; value = Math.floor(value / 32)) text += DIGITS[32 + (value % 32)]
  return text + DIGITS[value]
}
/**
 * Writes the numbers of a column: how many digits each has, then all lowest digits, then all next digits, and so on.
 */
const columnOf = (numbers: readonly number[]): string => {
  let [width, text] = [0, '']
  for (let most = numbers.reduce((a, b) => Math.max(a, b), 0); most > 0; most = Math.floor(most / BASE)) width += 1
  for (let [at, unit] = [0, 1]; at < width; at++, unit *= BASE)
    for (const value of numbers) text += DIGITS[Math.floor(value / unit) % BASE]
  return DIGITS[width] + text
}
const unsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
const signed = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)
/** Writes a list as its first number and a column with the difference of each number to the number before it. */
const gapsOf = (numbers: readonly number[]): string =>
  written(unsigned(numbers[0] ?? 0)) +
  columnOf(numbers.map((value, at) => unsigned(value - (numbers[at - 1] ?? value))))

const speedStep = (speed: number): number => Math.max(0, Math.min(255, Math.round(speed / STEP_SPEED)))
const placeStep = (degrees: number): number => Math.round(degrees * PLACES)

/**
 * Writes a frame: the format, the moment, then sections of one event, kind, source and bib prefix. A section has its
 * entries as columns, because a column compresses better than entries one after another.
 */
export const textOfFrame = ({ at, spots }: Frame): string => {
  let text = written(FORMAT) + written(at)
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
    const name = encodeURIComponent(prefix)
    text += written(eventid) + written(whats.indexOf(what) + 4 * sources.indexOf(by))
    text += written(name.length) + name + written(entries.length)
    entries.sort((a, b) => a.number - b.number)
    text += gapsOf(entries.map(({ number }) => number))
    const all = entries.map(({ spot }) => spot)
    const along = all.filter((spot) => spot.what === 'along')
    const beside = all.filter((spot) => spot.what === 'beside')
    if (what === 'along') {
      text += columnOf(along.map(({ metres }) => Math.max(0, Math.round(metres / STEP_METRES))))
      text += columnOf(along.map(({ speed }) => speedStep(speed)))
    } else if (what === 'beside') {
      text += gapsOf(beside.map(({ lat }) => placeStep(lat)))
      text += gapsOf(beside.map(({ lon }) => placeStep(lon)))
    }
  }
  return text
}

/** The error for a text that is not a frame. */
export class BadFrame extends Error {}

const reader = (text: string) => {
  let next = 0
  const digit = (): number => {
    const value = values[text.charCodeAt(next++)] ?? -1
    if (value < 0) throw new BadFrame('the frame ends early, or has another character than a digit')
    return value
  }
  const whole = (): number => {
    let [value, unit] = [0, 1]
    for (let n = 0; n < 10; n++, unit *= 32) {
      const one = digit()
      value += (one % 32) * unit
      if (one < 32) return value
    }
    throw new BadFrame('a number is too long')
  }
  const column = (length: number): number[] => {
    const width = digit()
    if (width * length > text.length - next) throw new BadFrame('a column is too long')
    const numbers = Array.from({ length }, () => 0)
    for (let [at, unit] = [0, 1]; at < width; at++, unit *= BASE)
      for (let n = 0; n < length; n++) numbers[n]! += digit() * unit
    return numbers
  }
  const gaps = (length: number): number[] => {
    let value = signed(whole())
    return column(length).map((gap) => (value += signed(gap)))
  }
  const name = (): string => {
    const length = whole()
    next += length
    try {
      return decodeURIComponent(text.slice(next - length, next))
    } catch {
      throw new BadFrame('a bib is not readable')
    }
  }
  return { whole, column, gaps, name, more: () => next < text.length }
}
/** Reads a frame. Throws `BadFrame` for a text that is not a frame or has another format. */
export const frameOfText = (text: string): Frame => {
  const from = reader(text)
  if (from.whole() !== FORMAT) throw new BadFrame('another format')
  const frame: Frame = { at: from.whole(), spots: [] }
  while (from.more()) {
    const eventid = from.whole()
    const kind = from.whole()
    const [what, by] = [whats[kind % 4], sources[kind >> 2]]
    if (!what || !by) throw new BadFrame('an unknown section')
    const prefix = from.name()
    const length = from.whole()
    if (length > MOST) throw new BadFrame('a section is too long')
    const whoAt = from.gaps(length).map((number) => ({ bib: number < 0 ? prefix : `${prefix}${number}`, eventid, by }))
    if (what === 'gone') {
      for (const who of whoAt) frame.spots.push({ ...who, what })
      continue
    }
    if (what === 'along') {
      const [metres, speeds] = [from.column(length), from.column(length)]
      for (const [n, who] of whoAt.entries())
        frame.spots.push({ ...who, what, metres: metres[n]! * STEP_METRES, speed: speeds[n]! * STEP_SPEED })
    } else {
      const [lats, lons] = [from.gaps(length), from.gaps(length)]
      for (const [n, who] of whoAt.entries())
        frame.spots.push({ ...who, what, lat: lats[n]! / PLACES, lon: lons[n]! / PLACES })
    }
  }
  return frame
}

/**
 * A passing in the form in which it is sent: the number of the point in `points` of the event, and milliseconds from
 * the gun.
 */
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
