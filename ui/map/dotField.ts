/**
 * Many moving dots in one buffer. A dot runs along a line by itself: the graphics card computes its place from metres,
 * speed and moment, so a frame costs the page nothing for each dot.
 */
import type { MapPlace } from './ground.ts'

/** A dot on a line, moving from `metres` at the second `at` with `speed` in metres a second; or at a fixed place. */
export type FieldDot = { colour: string } & (
  | { line: number; metres: number; speed: number; at: number }
  | { place: MapPlace }
)
/** A line that dots run along. Its points hold latitude, longitude and metres from the start. */
export type FieldLine = readonly (readonly [lat: number, lon: number, metres: number])[]

/** Numbers of one dot in `ways`: metres, speed, moment and line; or x, y, 0 and -1. */
export const WAY = 4
export const LOOK = 4

const bytesOf = (colour: string): number[] => {
  const hex = /^#([0-9a-f]{6})/i.exec(colour)?.[1] ?? '888888'
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
}

export type DotField = ReturnType<typeof makeDotField>
/** Makes an empty field. `moves` is the time in seconds after which a dot without news stands still. */
export const makeDotField = (lines: readonly FieldLine[], now: () => number, moves: number) => {
  const keys: string[] = []
  const places = new Map<number, MapPlace>()
  const at = new Map<string, number>()
  /** The moments in the buffer count from here, because a number of 32 bits holds no seconds since 1970. */
  const base = now()
  let [ways, looks] = [new Float32Array(256 * WAY), new Uint8Array(256 * LOOK)]
  let [dirtyFrom, dirtyUntil] = [0, 0]
  const touch = (n: number): void => {
    dirtyFrom = dirtyUntil === 0 ? n : Math.min(dirtyFrom, n)
    dirtyUntil = Math.max(dirtyUntil, n + 1)
  }
  const grow = (): void => {
    const [moreWays, moreLooks] = [new Float32Array(ways.length * 2), new Uint8Array(looks.length * 2)]
    moreWays.set(ways)
    moreLooks.set(looks)
    ;[ways, looks] = [moreWays, moreLooks]
  }
  const colours = new Map<string, number[]>()
  const set = (key: string, dot: FieldDot): void => {
    let n = at.get(key)
    if (n === undefined) {
      n = keys.length
      keys.push(key)
      at.set(key, n)
      if (keys.length * WAY > ways.length) grow()
    }
    if ('line' in dot) {
      ways.set([dot.metres, dot.speed, dot.at - base, dot.line], n * WAY)
      places.delete(n)
    } else {
      ways.set([0, 0, 0, -1], n * WAY)
      places.set(n, dot.place)
    }
    let colour = colours.get(dot.colour)
    if (!colour) colours.set(dot.colour, (colour = bytesOf(dot.colour)))
    looks.set(colour, n * LOOK)
    looks[n * LOOK + 3] = 255
    touch(n)
  }
  const remove = (key: string): void => {
    const n = at.get(key)
    if (n === undefined) return
    const last = keys.length - 1
    const moved = keys[last]!
    ways.copyWithin(n * WAY, last * WAY, (last + 1) * WAY)
    looks.copyWithin(n * LOOK, last * LOOK, (last + 1) * LOOK)
    const place = places.get(last)
    places.delete(last)
    places.delete(n)
    if (place && last !== n) places.set(n, place)
    keys[n] = moved
    at.set(moved, n)
    at.delete(key)
    keys.pop()
    touch(Math.min(n, Math.max(0, keys.length - 1)))
  }
  /** Returns the place of the dot with this number at the present moment. */
  const placeAt = (n: number): MapPlace | undefined => {
    const fixed = places.get(n)
    if (fixed) return fixed
    const [metres, speed, since, line] = ways.subarray(n * WAY, n * WAY + WAY)
    const points = lines[line!]
    if (!points || points.length === 0) return undefined
    const seconds = Math.max(0, Math.min(moves, now() - base - since!))
    return placeOnLine(points, metres! + speed! * seconds)
  }
  /** Finds the dot nearest to a place, at most `far` metres away. */
  const nearest = (place: MapPlace, far: number): string | undefined => {
    // Most dots are on parts of the lines that are far away. Their distance along the line alone tells that.
    const parts = lines.map((points) => partsNear(points, place, far))
    const [elapsed, best] = [now() - base, { n: -1, metres: far }]
    for (let n = 0; n < keys.length; n++) {
      const line = ways[n * WAY + 3]!
      if (line >= 0) {
        const seconds = Math.max(0, Math.min(moves, elapsed - ways[n * WAY + 2]!))
        const metres = ways[n * WAY]! + ways[n * WAY + 1]! * seconds
        if (!parts[line]?.some(([from, until]) => metres >= from && metres <= until)) continue
      }
      const at = placeAt(n)
      const metres = at ? metresBetween(at, place) : Infinity
      if (metres < best.metres) Object.assign(best, { n, metres })
    }
    return keys[best.n]
  }
  return {
    lines,
    moves,
    set,
    nearest,
    remove,
    placeAt,
    placeOf: (key: string): MapPlace | undefined => {
      const n = at.get(key)
      return n === undefined ? undefined : placeAt(n)
    },
    /** The seconds of the buffer's clock. */
    clock: (): number => now() - base,
    get size() {
      return keys.length
    },
    get fixed(): ReadonlyMap<number, MapPlace> {
      return places
    },
    get buffers() {
      return { ways, looks }
    },
    /** Hands over the numbers of the dots that changed since the last call. */
    takeDirty: (): { from: number; until: number } => {
      const dirty = { from: dirtyFrom, until: Math.min(dirtyUntil, keys.length) }
      ;[dirtyFrom, dirtyUntil] = [0, 0]
      return dirty
    },
  }
}

const METRES_A_DEGREE = 111_195
const metresBetween = ([lat, lon]: MapPlace, [lat2, lon2]: MapPlace): number =>
  Math.hypot(lat2 - lat, (lon2 - lon) * Math.cos((lat * Math.PI) / 180)) * METRES_A_DEGREE
/** The parts of a line that are near a place, as metres from the start. */
const partsNear = (points: FieldLine, place: MapPlace, far: number): [number, number][] =>
  points.flatMap(([lat, lon, metres], n): [number, number][] => {
    const next = points[n + 1]
    if (!next) return []
    return metresBetween([lat, lon], place) <= far + (next[2] - metres) ? [[metres, next[2]]] : []
  })

/** Returns the place on a line after a number of metres. */
export const placeOnLine = (points: FieldLine, metres: number): MapPlace => {
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
/** Cuts the part of a line between two distances out of it. */
export const stretchOfLine = (points: FieldLine, from: number, until: number): MapPlace[] => [
  placeOnLine(points, from),
  ...points.filter(([, , at]) => at > from && at < until).map(([lat, lon]): MapPlace => [lat, lon]),
  placeOnLine(points, until),
]
