import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readGpx } from '#features/courses/gpx.rules.ts'
import { courseFrom, metresBetween } from '#features/courses/shape.rules.ts'
import { describeShared, shared } from '#test/beside.ts'
import { type Fact, runnerLimits } from './facts.rules.ts'
import { type CourseLine, lineOf, linePlaceAt } from './line.rules.ts'
import { match, newTrack } from './match.rules.ts'

type Place = { lat: number; lon: number }
type Fix = Place & { at: number; true: number }
const [lat, lon] = [30, 120]
const perDegree = 111_195
/** Returns a place at these distances, in metres, to the east and north of the origin of the tests. */
const east = (x: number, y: number): Place => ({
  lat: lat + y / perDegree,
  lon: lon + x / (perDegree * Math.cos((lat * Math.PI) / 180)),
})
const lineThrough = (places: readonly Place[]): CourseLine => {
  let metres = 0
  return lineOf({
    points: places.map((place, n) => {
      if (n > 0) metres += metresBetween(places[n - 1]!, place)
      return [place.lat, place.lon, metres] as [number, number, number]
    }),
  })
}
/** Returns pseudo-random numbers that are the same in each run. */
const chance = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
const noisy = (place: Place, metres: number, random: () => number): Place => {
  const [turn, far] = [random() * 2 * Math.PI, metres * Math.sqrt(-2 * Math.log(1 - random() * 0.98))]
  return {
    lat: place.lat + (far * Math.sin(turn)) / perDegree,
    lon: place.lon + (far * Math.cos(turn)) / (perDegree * Math.cos((place.lat * Math.PI) / 180)),
  }
}
type Trouble = { every?: number; speed?: number; noise?: number; gaps?: readonly [number, number][]; doubles?: number }
/** Moves a carrier along parts of a line, and sends fixes with the errors of real devices. */
const run = (
  line: CourseLine,
  parts: readonly (readonly [number, number])[],
  { every = 10, speed = 3, noise = 6, gaps = [], doubles = 0 }: Trouble = {},
  seed = 7,
): Fix[] => {
  const random = chance(seed)
  const fixes: Fix[] = []
  let at = 0
  for (const [from, to] of parts) {
    const direction = Math.sign(to - from)
    for (let metres = from; (to - metres) * direction > 0; metres += direction * speed * every, at += every * 1000) {
      if (gaps.some(([begin, end]) => metres > begin && metres < end)) continue
      const fix = { ...noisy(linePlaceAt(line, metres), noise, random), at, true: metres }
      fixes.push(fix)
      if (random() < doubles) fixes.push(fix)
    }
  }
  // The runner is still at the end of the last part half a minute later.
  const end = parts.at(-1)![1]
  for (let n = 0; n < 3; n++, at += 10_000)
    fixes.push({ ...noisy(linePlaceAt(line, end), noise, random), at, true: end })
  return fixes
}
/** Matches fixes in their order. Returns the errors of the distance along the course, and the facts. */
const follow = (line: CourseLine, fixes: readonly Fix[], limits = runnerLimits) => {
  const track = newTrack()
  const facts: Fact[] = []
  const wrong: number[] = []
  let last: number | null = null
  for (const fix of fixes) {
    const found = match(line, track, fix, limits)
    facts.push(...found.facts)
    if (found.along === null || !found.sure) continue
    last = found.along
    wrong.push(Math.abs(found.along - fix.true))
  }
  wrong.sort((a, b) => a - b)
  return { facts, last, most: wrong.at(-1)!, p99: wrong[Math.floor(wrong.length * 0.99)]!, wrong }
}
const square = [east(0, 0), east(500, 0), east(500, 500), east(0, 500)]
const threeLaps = lineThrough([east(-300, 0), ...square, ...square, ...square, east(0, 0), east(0, -400)])
const outAndBack = lineThrough([east(0, 0), east(2500, 100), east(5000, 0), east(2500, 100), east(0, 0)])
const kinds = (facts: readonly Fact[]) => facts.map(({ kind }) => kind)

describe('a track along its course', () => {
  test('a road that is run three times', () => {
    const { most, facts } = follow(threeLaps, run(threeLaps, [[0, threeLaps.metres]]))
    expect(most).toBeLessThan(50)
    expect(kinds(facts)).toEqual(['arrived'])
  })
  test('a road that is run three times, with noise, gaps and doubled fixes', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const fixes = run(threeLaps, [[0, threeLaps.metres]], { noise: 15, gaps: [[1500, 2300]], doubles: 0.2 }, seed)
      const { most, p99, facts } = follow(threeLaps, fixes)
      expect.soft(p99).toBeLessThan(50)
      expect.soft(most).toBeLessThan(80)
      expect.soft(kinds(facts)).toEqual(['arrived'])
    }
  })
  test('out and back on one road', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const fixes = run(outAndBack, [[0, outAndBack.metres]], { noise: 10, gaps: [[4700, 5400]] }, seed)
      const { most, facts } = follow(outAndBack, fixes)
      expect.soft(most).toBeLessThan(60)
      expect.soft(kinds(facts)).toEqual(['arrived'])
    }
  })
  test('a runner who leaves out a lap is named', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const fixes = run(
        threeLaps,
        [
          [0, 2300],
          [4300, threeLaps.metres],
        ],
        { noise: 8 },
        seed,
      )
      const { facts, last } = follow(threeLaps, fixes)
      const cuts = facts.filter(({ kind }) => kind === 'cut')
      expect.soft(cuts).toHaveLength(1)
      expect.soft(cuts[0]!.to - cuts[0]!.from).toBeGreaterThan(1850)
      expect.soft(cuts[0]!.to - cuts[0]!.from).toBeLessThan(2150)
      expect.soft(last).toBeGreaterThan(threeLaps.metres - 60)
    }
  })
  test('a runner who turns before the turning point is named', () => {
    const { facts } = follow(
      outAndBack,
      run(outAndBack, [
        [0, 3000],
        [7000, outAndBack.metres],
      ]),
    )
    const cut = facts.find(({ kind }) => kind === 'cut')!
    expect(cut.to - cut.from).toBeGreaterThan(3000)
    expect(kinds(facts).filter((kind) => kind === 'cut')).toHaveLength(1)
  })
  test('a runner who goes back to a lost glove has turned back and cut nothing', () => {
    const line = lineThrough([east(0, 0), east(3000, 0), east(3000, 3000)])
    const { facts, most } = follow(
      line,
      run(line, [
        [0, 2000],
        [2000, 1500],
        [1500, line.metres],
      ]),
    )
    expect(kinds(facts)).toEqual(['back', 'arrived'])
    expect(facts[0]!.from).toBeGreaterThan(1950)
    expect(most).toBeLessThan(60)
  })
  test('a way beside the course is a fact once it lasts', () => {
    const line = lineThrough([east(0, 0), east(5000, 0)])
    const beside: Fix[] = Array.from({ length: 60 }, (_, n) => ({
      ...east(n * 30, n < 20 ? 0 : 250),
      at: n * 10_000,
      true: n * 30,
    }))
    const { facts } = follow(line, beside)
    expect(facts).toEqual([{ kind: 'off', at: 200_000, from: expect.any(Number), to: expect.any(Number) }])
  })
  test('one fix far from the course moves no runner', () => {
    const fixes = run(threeLaps, [[0, 3000]]).map((fix, n) => (n === 50 ? { ...fix, ...east(250, 500) } : fix))
    const { facts, last } = follow(threeLaps, fixes)
    expect(facts).toEqual([])
    expect(Math.abs(last! - 2990)).toBeLessThan(50)
  })
  test('fixes before the gun, and fixes that are no later than the last, have no place', () => {
    const limits = { ...runnerLimits, gun: 100_000 }
    const track = newTrack()
    const fix = { ...linePlaceAt(outAndBack, 10), at: 50_000 }
    expect(match(outAndBack, track, fix, limits).along).toBeNull()
    expect(match(outAndBack, track, { ...fix, at: 110_000 }, limits).along).toBeCloseTo(10, 0)
    expect(match(outAndBack, track, { ...fix, at: 105_000 }, limits).along).toBeNull()
  })
  test('with the gun, a first fix on the way back is recognised', () => {
    const fix = { ...linePlaceAt(outAndBack, 8000), at: (8000 / 2.8) * 1000 }
    expect(match(outAndBack, newTrack(), fix, { ...runnerLimits, gun: 0 }).along).toBeCloseTo(8000, -1)
  })
  test('without a gun, the planned start tells the lap of a first fix, and shows a lap that was too fast to be run', () => {
    const limits = { ...runnerLimits, start: 0 }
    const third = threeLaps.metres * 0.8
    const fix = { ...linePlaceAt(threeLaps, third), at: (third / 2.8) * 1000 }
    expect(match(threeLaps, newTrack(), fix, limits).along).toBeCloseTo(third, -1)
    // The turning point is 5 km from the start, and nobody can be there some minutes after the planned start.
    const goal = run(outAndBack, [[4500, 5000]], { speed: 3 }).map((one) => ({ ...one, at: one.at + 60_000 }))
    expect(kinds(follow(outAndBack, goal, limits).facts)).toEqual(['cut'])
    expect(kinds(follow(outAndBack, goal).facts)).toEqual([])
  })
  test('a lap that was cut before the first fix is named without a gun, by the later speed of the runner', () => {
    for (const limits of [
      { ...runnerLimits, start: 0 },
      { ...runnerLimits, gun: 0 },
    ])
      for (let seed = 1; seed <= 20; seed++) {
        // The runner switches the device on in the first lap, after 200 s, and leaves the second lap out.
        const rest = run(
          threeLaps,
          [
            [500, 2300],
            [4300, threeLaps.metres],
          ],
          { noise: 8 },
          seed,
        ).map((fix) => ({ ...fix, at: fix.at + 200_000 }))
        const named = follow(threeLaps, rest, limits).facts.filter(({ kind }) => kind === 'cut')
        expect.soft(named, `seed ${seed}`).toHaveLength(1)
        expect.soft(named[0]!.to - named[0]!.from).toBeGreaterThan(1500)
      }
  })
  test('a device that sends its first fix some seconds before the planned start is in the first lap', () => {
    const cheat = run(threeLaps, [
      [0, 2300],
      [4300, threeLaps.metres],
    ]).map((fix) => ({ ...fix, at: fix.at - 20_000 }))
    expect(kinds(follow(threeLaps, cheat, { ...runnerLimits, start: 0 }).facts)).toEqual(['cut', 'arrived'])
  })
  test('a runner who began on time, fast or late, has cut nothing before the first fix', () => {
    for (const [speed, from, late] of [
      [2.8, 2500, 0],
      [4.2, 4500, 0],
      [2.2, 2500, 600],
      [1.2, 2500, 0],
    ] as const)
      for (let seed = 1; seed <= 20; seed++) {
        const fixes = run(threeLaps, [[from, threeLaps.metres]], { speed, noise: 8 }, seed).map((fix) => ({
          ...fix,
          at: fix.at + (from / speed + late) * 1000,
        }))
        const { facts } = follow(threeLaps, fixes, { ...runnerLimits, start: 0 })
        expect.soft(kinds(facts), `${speed} m/s from ${from}, seed ${seed}`).toEqual(['arrived'])
      }
  })
  test('a track with one fix a second stays on its way', () => {
    const { most, facts } = follow(threeLaps, run(threeLaps, [[0, threeLaps.metres]], { every: 1, noise: 8 }))
    expect(most).toBeLessThan(60)
    expect(kinds(facts)).toEqual(['arrived'])
  })
})

/** Returns the line and the length of a course from a file of other people. */
const theirs = (name: string): { line: CourseLine; metres: number } => {
  const course = courseFrom(readGpx(readFileSync(shared(`data/gpx/${name}`))), null)!
  return { line: lineOf(course), metres: course.metres }
}
describeShared('data/gpx', 'tracks of other people', () => {
  test.each([
    'opensplittime_test_track.gpx',
    'gpxpy/cerknicko-jezero.gpx',
    'gpxpy/korita-zbevnica.gpx',
    'gpxpy/Mojstrovka.gpx',
    'gpxpy/cerknicko-without-times.gpx',
  ])('%s, with gaps, noise and doubled fixes, within 50 m or half a hundredth', (name) => {
    const { line, metres } = theirs(name)
    for (let seed = 1; seed <= 10; seed++) {
      const gaps = [0.2, 0.5, 0.8].map((share): [number, number] => [share * metres, share * metres + 600])
      const trouble = { every: 7, speed: 2.2, noise: 8, gaps, doubles: 0.15 }
      const { wrong, facts } = follow(line, run(line, [[0, line.metres]], trouble, seed))
      const allowed = Math.max(50, metres * 0.005)
      expect.soft(wrong.filter((one) => one > allowed).length / wrong.length, `seed ${seed}`).toBeLessThan(0.005)
      expect.soft(kinds(facts), `seed ${seed}`).toEqual(['arrived'])
    }
  })
})
