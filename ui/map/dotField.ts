/**
 * Many moving dots in one buffer. The graphics card computes the place of each dot from the dot's last news and the
 * time, so the page does no work for each dot in a frame.
 */
import type { MapPlace } from './ground.ts'

/**
 * A dot. On a line it is at `metres` in the second `at`, and moves by `speed` metres a second. Without a line it stays
 * at `place`.
 */
export type FieldDot = { colour: string } & (
  | { line: number; metres: number; speed: number; at: number }
  | { place: MapPlace }
)
/** A line that dots run along. Its points hold latitude, longitude and metres from the start. */
export type DotLine = readonly (readonly [lat: number, lon: number, metres: number])[]

/**
 * The numbers of one dot in `ways`: metres, speed, time and line for a dot on a line, or x, y, 0 and -1 for a dot at a
 * fixed place.
 */
export const DOT_NUMBERS = 4
export const LOOK = 4

const bytesOf = (colour: string): number[] => {
  const hex = /^#([0-9a-f]{6})/i.exec(colour)?.[1] ?? '888888'
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

/** A growing field of dots. `moves` is the time in seconds after which a dot without news stands still. */
export class DotField {
  readonly lines: readonly DotLine[]
  readonly moves: number
  /** The dots at fixed places, by their numbers. */
  readonly fixed = new Map<number, MapPlace>()
  ways = new Float32Array(256 * DOT_NUMBERS)
  looks = new Uint8Array(256 * LOOK)
  readonly #now: () => number
  /**
   * The beginning of the buffer's clock. The buffer holds floating-point numbers of 32 bits, which are too coarse for
   * seconds since 1970.
   */
  readonly #base: number
  readonly #keys: string[] = []
  readonly #at = new Map<string, number>()
  readonly #colours = new Map<string, number[]>()
  #dirty = { from: 0, until: 0 }

  constructor(lines: readonly DotLine[], now: () => number, moves: number) {
    this.lines = lines
    this.moves = moves
    this.#now = now
    this.#base = now()
  }
  get size(): number {
    return this.#keys.length
  }
  /** Returns the seconds of the buffer's clock. */
  clock(): number {
    return this.#now() - this.#base
  }
  #numberOf(key: string): number {
    const known = this.#at.get(key)
    if (known !== undefined) return known
    const n = this.#keys.push(key) - 1
    this.#at.set(key, n)
    if (this.#keys.length * DOT_NUMBERS > this.ways.length) {
      const [ways, looks] = [new Float32Array(this.ways.length * 2), new Uint8Array(this.looks.length * 2)]
      ways.set(this.ways)
      looks.set(this.looks)
      ;[this.ways, this.looks] = [ways, looks]
    }
    return n
  }
  #touch(n: number): void {
    const { from, until } = this.#dirty
    this.#dirty = { from: until === 0 ? n : Math.min(from, n), until: Math.max(until, n + 1) }
  }
  set(key: string, dot: FieldDot): void {
    const n = this.#numberOf(key)
    if ('line' in dot) {
      this.ways.set([dot.metres, dot.speed, dot.at - this.#base, dot.line], n * DOT_NUMBERS)
      this.fixed.delete(n)
    } else {
      this.ways.set([0, 0, 0, -1], n * DOT_NUMBERS)
      this.fixed.set(n, dot.place)
    }
    let colour = this.#colours.get(dot.colour)
    if (!colour) this.#colours.set(dot.colour, (colour = [...bytesOf(dot.colour), 255]))
    this.looks.set(colour, n * LOOK)
    this.#touch(n)
  }
  /** Removes a dot. The last dot of the buffer takes the number of the removed dot. */
  remove(key: string): void {
    const n = this.#at.get(key)
    if (n === undefined) return
    const last = this.#keys.length - 1
    this.ways.copyWithin(n * DOT_NUMBERS, last * DOT_NUMBERS, (last + 1) * DOT_NUMBERS)
    this.looks.copyWithin(n * LOOK, last * LOOK, (last + 1) * LOOK)
    const place = this.fixed.get(last)
    this.fixed.delete(last)
    this.fixed.delete(n)
    if (place && last !== n) this.fixed.set(n, place)
    this.#keys[n] = this.#keys[last]!
    this.#at.set(this.#keys[n], n)
    this.#at.delete(key)
    this.#keys.pop()
    this.#touch(Math.min(n, Math.max(0, this.#keys.length - 1)))
  }
  #metresOf(n: number, clock: number): number {
    const from = n * DOT_NUMBERS
    return this.ways[from]! + this.ways[from + 1]! * Math.max(0, Math.min(this.moves, clock - this.ways[from + 2]!))
  }
  #placeAt(n: number, clock: number): MapPlace | undefined {
    const points = this.lines[this.ways[n * DOT_NUMBERS + 3]!]
    return this.fixed.get(n) ?? (points?.length ? placeOnLine(points, this.#metresOf(n, clock)) : undefined)
  }
  /** Returns the place of a dot at the present moment. Undefined if the field has no such dot. */
  placeOf(key: string): MapPlace | undefined {
    const n = this.#at.get(key)
    return n === undefined ? undefined : this.#placeAt(n, this.clock())
  }
  /**
   * Returns a dot's line, and its metres along the line now. Undefined for an unknown dot, or a dot at a fixed place.
   */
  alongOf(key: string): { line: number; metres: number } | undefined {
    const n = this.#at.get(key)
    const line = n === undefined ? -1 : this.ways[n * DOT_NUMBERS + 3]!
    return n === undefined || line < 0 ? undefined : { line, metres: this.#metresOf(n, this.clock()) }
  }
  /** Yields the dots within some metres of a place, with their distance. */
  *#near(place: MapPlace, far: number): Generator<{ key: string; metres: number }> {
    // Most dots are far from the place. Their distance along the line shows this, so the loop does not compute their
    // coordinates.
    const parts = this.lines.map((points) => partsNear(points, place, far))
    const clock = this.clock()
    for (let n = 0; n < this.#keys.length; n++) {
      const key = this.#keys[n]!
      const line = this.ways[n * DOT_NUMBERS + 3]!
      if (line >= 0) {
        const along = this.#metresOf(n, clock)
        if (!parts[line]?.some(([from, until]) => along >= from && along <= until)) continue
      }
      const at = this.#placeAt(n, clock)
      const metres = at ? metresBetween(at, place) : Infinity
      if (metres <= far) yield { key, metres }
    }
  }
  /** Finds the dot nearest to a place, less than `far` metres away. Undefined if there is none. */
  nearest(place: MapPlace, far: number): string | undefined {
    let best: { key: string | undefined; metres: number } = { key: undefined, metres: far }
    for (const one of this.#near(place, far)) if (one.metres < best.metres) best = one
    return best.key
  }
  /** Lists the dots within a number of metres of a place. Undefined if there are more than `most`. */
  keysNear(place: MapPlace, far: number, most: number): string[] | undefined {
    const found: string[] = []
    for (const { key } of this.#near(place, far)) if (found.push(key) > most) return undefined
    return found
  }
  /** Returns a range of numbers with all dots that changed since the last call. The range ends before `until`. */
  takeDirty(): { from: number; until: number } {
    const { from, until } = this.#dirty
    this.#dirty = { from: 0, until: 0 }
    return { from, until: Math.min(until, this.#keys.length) }
  }
}

const METRES_A_DEGREE = 111_195
const metresBetween = ([lat, lon]: MapPlace, [lat2, lon2]: MapPlace): number =>
  Math.hypot(lat2 - lat, (lon2 - lon) * Math.cos((lat * Math.PI) / 180)) * METRES_A_DEGREE
/** Returns the parts of a line that are near a place, as metres from the start. */
const partsNear = (points: DotLine, place: MapPlace, far: number): [number, number][] =>
  points.flatMap(([lat, lon, metres], n): [number, number][] => {
    const next = points[n + 1]
    if (!next) return []
    return metresBetween([lat, lon], place) <= far + (next[2] - metres) ? [[metres, next[2]]] : []
  })

export const placeOnLine = (points: DotLine, metres: number): MapPlace => {
  let [low, high] = [0, points.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (points[middle]![2] <= metres) low = middle
    else high = middle
  }
  const [a, b] = [points[low]!, points[high]!]
  const share = b[2] > a[2] ? Math.min(1, Math.max(0, (metres - a[2]) / (b[2] - a[2]))) : 0
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}
export const partOfLine = (points: DotLine, from: number, until: number): MapPlace[] => [
  placeOnLine(points, from),
  ...points.filter(([, , at]) => at > from && at < until).map(([lat, lon]): MapPlace => [lat, lon]),
  placeOnLine(points, until),
]
