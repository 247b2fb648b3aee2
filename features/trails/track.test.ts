import { describe, expect, test } from 'vitest'
import { type CourseLine, lineOf, linePlaceAt } from '#features/tracking/matching/line.rules.ts'
import { gpxOf, type RoutePoint } from '#features/tracking/share/route.rules.ts'
import { readTrackFile } from '#features/tracking/share/file.rules.ts'
import { metresBetween } from '#features/courses/shape.rules.ts'
import type { PointRules } from './check.rules.ts'
import { isSameTrack, reasonOfCourse, reasonOfFile, trackSketch, visitsOf, withoutSpikes } from './track.rules.ts'

const [lat, lon] = [30, 120]
const perDegree = 111_195
const squash = Math.cos((lat * Math.PI) / 180)
const east = (x: number, y: number) => ({ lat: lat + y / perDegree, lon: lon + x / (perDegree * squash) })
const lineThrough = (places: readonly { lat: number; lon: number }[]): CourseLine => {
  let metres = 0
  return lineOf({
    points: places.map((place, n) => {
      const before = places[n - 1]
      if (before) metres += metresBetween(before, place)
      return [place.lat, place.lon, metres] as [number, number, number]
    }),
  })
}
/** A course of 5.4 km: a road to the east, a loop of 2.4 km, and a road of 1.6 km to the end. */
const line = lineThrough(
  [
    [0, 0],
    [1400, 0],
    [1400, 400],
    [1800, 400],
    [1800, -400],
    [1400, -400],
    [1400, 0],
    [2400, 600],
    [2400, 1000],
  ].map(([x, y]) => east(x!, y!)),
)
const chance = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const START = Date.parse('2026-11-20T01:00:00Z')
const now = new Date('2026-11-24T00:00:00Z')
type Walk = { speed?: number; seed?: number; noise?: number; from?: number; to?: number; start?: number }
/** Walks the course with the errors of a receiver, which change slowly, and a pace that changes too. */
const walk = ({ speed = 1.6, seed = 7, noise = 4, from = 0, to = line.metres, start = START }: Walk = {}) => {
  const random = chance(seed)
  const points: RoutePoint[] = []
  let [x, y, pace, at] = [0, 0, 1, start]
  for (let metres = from; metres <= to; metres += speed * pace * 5, at += 5000) {
    x = 0.9 * x + noise * 0.75 * (random() - 0.5) * 2
    y = 0.9 * y + noise * 0.75 * (random() - 0.5) * 2
    pace = Math.max(0.7, Math.min(1.3, pace + 0.1 * (random() - 0.5)))
    const place = linePlaceAt(line, metres)
    points.push([at, place.lat + y / perDegree, place.lon + x / (perDegree * squash), null])
  }
  return points
}
const reasonOf = (points: readonly RoutePoint[]) => {
  const track = withoutSpikes(points)
  return reasonOfFile(track, now) ?? reasonOfCourse(line, track)
}
const moved = (points: readonly RoutePoint[], x: number, y: number): RoutePoint[] =>
  points.map(([at, a, b, height]) => [at, a + y / perDegree, b + x / (perDegree * squash), height])

describe('a track is accepted', () => {
  test.each([
    ['of a walker', { speed: 1.2 }],
    ['of a runner', { speed: 3 }],
    ['of a very fast runner', { speed: 4.2 }],
    ['of a bad receiver', { noise: 10 }],
  ])('%s', (_, how) => {
    for (const seed of [1, 2, 3, 4, 5]) expect(reasonOf(walk({ ...how, seed }))).toBeUndefined()
  })
  test('with a rest of an hour, and with a single jump of the receiver', () => {
    const points = walk()
    const rested = points.map((point, n): RoutePoint => (n > 300 ? [point[0] + 3_600_000, ...rest(point)] : point))
    expect(reasonOf(rested)).toBeUndefined()
    const jumped = points.map((point, n): RoutePoint => (n === 200 ? moved([point], 2000, 0)[0]! : point))
    expect(reasonOf(jumped)).toBeUndefined()
  })
})
const rest = ([, a, b, height]: RoutePoint): [number, number, number | null] => [a, b, height]

describe('a track is refused', () => {
  test('of a bicycle, by its best minutes and by its profile', () => {
    expect(reasonOf(walk({ speed: 8 }))).toBe('track_bicycle')
    expect(reasonOf(walk({ speed: 6.4, seed: 3 }))).toBe('track_bicycle')
    // A ride that changes between 6.2 and 3 m/s. No five minutes in a row are fast, but a third of the time is fast.
    const slow: RoutePoint[] = []
    for (let [metres, at, n] = [0, START, 0]; metres < line.metres; n += 1, at += 5000) {
      const place = linePlaceAt(line, metres)
      slow.push([at, place.lat, place.lon, null])
      metres += [6.2, 6.2, 3, 3, 3, 3][Math.floor(n / 9) % 6]! * 5
    }
    expect(reasonOf(slow)).toBe('track_bicycle')
  })
  test('with a speed that nobody has', () => {
    const points = walk()
    const carried = points.map((point, n): RoutePoint => (n > 300 ? [point[0] - 3_600_000, ...rest(point)] : point))
    expect(reasonOf(carried.toSorted((a, b) => a[0] - b[0]))).toBe('track_impossible')
    const driven = [...walk({ to: 1000 }), ...walk({ from: 2400, start: START + 1_000_000 })]
    const at = driven.map((point, n): RoutePoint => [START + n * 5000, ...rest(point)])
    expect(reasonOf(at)).toBe('track_impossible')
  })
  test('that was joined from two days', () => {
    const days = [...walk({ to: 2000 }), ...walk({ from: 2000, start: START + 86_400_000, seed: 8 })]
    expect(reasonOf(days)).toBe('track_gap')
  })
  test('moved by 200 m, in each direction', () => {
    for (const [x, y] of [
      [200, 0],
      [0, 200],
      [-200, 0],
      [0, -200],
      [141, 141],
    ])
      expect(reasonOf(moved(walk(), x!, y!)), `${x} ${y}`).toMatch(/^track_(beside|cut)$/)
  })
  test('that leaves out the loop', () => {
    for (const speed of [1.4, 3]) {
      const first = walk({ to: 1400, speed })
      const points = [...first, ...walk({ from: 3800, speed, start: first.at(-1)![0] + 5000, seed: 9 })]
      expect(reasonOf(points), `${speed}`).toBe('track_cut')
    }
  })
  test('that is too short, or of tomorrow', () => {
    expect(reasonOf(walk({ to: 60 }))).toBe('track_short')
    expect(reasonOf(walk({ start: now.getTime() - 60_000 }))).toBe('track_future')
  })
})

describe('one recording that is handed in twice is recognised', () => {
  const sketch = (points: readonly RoutePoint[]) => trackSketch(line, withoutSpikes(points))
  const first = walk({ seed: 21 })
  test('under another name and another creator, through the file itself', async () => {
    const text = gpxOf('A', first)
    const other = gpxOf('B', first).replace('creator="Startline"', 'creator="Other watch"')
    const read = async (said: string) => {
      const found = await readTrackFile(Buffer.from(said))
      return 'points' in found ? found.points : []
    }
    expect(text).not.toBe(other)
    expect(isSameTrack(sketch(await read(other)), sketch(await read(text)))).toBe(true)
  })
  test.each<[string, (points: RoutePoint[]) => RoutePoint[]]>([
    ['with every third point only', (points) => points.filter((_, n) => n % 3 === 0)],
    ['of another day', (points) => points.map((point) => [point[0] + 86_407_300, ...rest(point)])],
    ['without its beginning and its end', (points) => points.slice(60, -60)],
    [
      'of another day without its beginning',
      (points) => points.slice(75).map((point) => [point[0] - 3 * 86_400_000 + 3_700, ...rest(point)]),
    ],
    [
      'with each place moved by a metre or two',
      (points) => {
        const random = chance(99)
        return points.map((point) => moved([point], (random() - 0.5) * 3, (random() - 0.5) * 3)[0]!)
      },
    ],
  ])('%s', (_, change) => {
    expect(isSameTrack(sketch(change([...first])), sketch(first))).toBe(true)
    expect(isSameTrack(sketch(first), sketch(change([...first])))).toBe(true)
  })
  test('but another walk of the same person, at the same pace, at the same hour is not', () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
      expect(isSameTrack(sketch(walk({ seed })), sketch(first)), `${seed}`).toBe(false)
  })
})

describe('visits of a track', () => {
  const point = (n: number, x: number, y: number): PointRules => ({
    point: n,
    ...east(x, y),
    radius: 40,
    accuracy: 50,
    ways: ['file'],
    opens_at: null,
    closes_at: null,
  })
  const points = [point(1, 0, 0), point(2, 1800, 0), point(3, 2400, 1000)]
  const numbers = (rounds: ReturnType<typeof visitsOf>) => rounds.map((round) => round.map((visit) => visit.point))
  test('count each point once, in order of time, and in any order', () => {
    expect(numbers(visitsOf({ ordered: true }, points, walk()))).toEqual([[1, 2, 3]])
    expect(numbers(visitsOf({ ordered: false }, points.toReversed(), walk()))).toEqual([[1, 2, 3]])
  })
  test('a walk the other way is no round of an ordered trail', () => {
    const times = walk().map(([at]) => at)
    const back = walk()
      .toReversed()
      .map((one, n): RoutePoint => [times[n]!, ...rest(one)])
    expect(numbers(visitsOf({ ordered: true }, points, back))).toEqual([[1]])
    expect(numbers(visitsOf({ ordered: false }, points, back))).toEqual([[3, 2, 1]])
  })
  test('two rounds in one file are two rounds', () => {
    const first = walk({ speed: 3 })
    const way = walk({ speed: 3, seed: 8, start: first.at(-1)![0] + 1_800_000 })
    expect(numbers(visitsOf({ ordered: true }, points, [...first, ...way]))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
  })
})
