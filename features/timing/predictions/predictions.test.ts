import { describe, expect, test } from 'vitest'
import { type CoursePoint, pointKinds } from '../course/course.contract.ts'
import { taught } from './learn.rules.ts'
import { estimateAt } from './position.rules.ts'
import { type PredictedPoint, predictable, predictionsOf } from './predictions.rules.ts'

const point = (
  label: string,
  metres: number | null,
  kind: CoursePoint['kind'] = 'split',
  cutoff: number | null = null,
) => ({
  label,
  metres,
  kind,
  cutoff,
})
const marathon: PredictedPoint[] = [
  point('起点', 0, 'start'),
  ...[5, 10, 15, 20, 25, 30, 35, 40].map((km) => point(String(km), km * 1000)),
  point('终点', 42_195, 'finish', 22_000),
]
const rules = { shape: 'course', usual: 360 } as const
const road = predictable(marathon, rules)
/** Returns the times of somebody who runs all the way at one pace, as far as the given number of points. */
const even = (pace: number, points: number): (number | null)[] =>
  marathon.map(({ metres }, at) => (at === 0 ? 0 : at <= points ? (metres! / 1000) * pace : null))
const finish = (times: (number | null)[], clock: 'net' | 'gun' = 'net') => predictionsOf(road, times, clock).at(-1)!

describe('predictions', () => {
  test.each([
    ['elite', 175],
    ['club', 270],
    ['usual', 340],
    ['slow', 460],
    ['walker', 720],
    ['slower than any class', 1_400],
  ])('from one split of a runner who is %s', (_, pace) => {
    const later = predictionsOf(road, even(pace, 1), 'net')
    expect(later.map(({ label }) => label)).toEqual(['10', '15', '20', '25', '30', '35', '40', '终点'])
    for (const [at, one] of later.entries()) {
      expect(one.low).toBeLessThan(one.expected)
      expect(one.expected).toBeLessThan(one.high)
      expect(one.low).toBeGreaterThan(later[at - 1]?.low ?? 5 * pace)
      const guess = (marathon[at + 2]!.metres! / 1000) * pace
      expect(one.expected / guess).toBeGreaterThan(0.93)
      expect(one.expected / guess).toBeLessThan(1.3)
    }
  })
  test('the range narrows as the runner goes on, and equal times give equal predictions', () => {
    const widths = [1, 3, 5, 7].map((points) => finish(even(330, points)).high - finish(even(330, points)).low)
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
    expect(finish(even(330, 4))).toEqual(finish(even(330, 4)))
  })
  test('a missing split changes little, and a break of 30 minutes costs 30 minutes and not the pace', () => {
    const whole = finish(even(330, 6)).expected
    const holed = even(330, 6)
    holed[3] = null
    expect(Math.abs(finish(holed).expected - whole)).toBeLessThan(60)
    const rested = even(330, 6).map((time, at) => (time !== null && at >= 4 ? time + 1_800 : time))
    const lost = finish(rested).expected - whole
    expect(lost).toBeGreaterThan(1_500)
    expect(lost).toBeLessThan(3_600)
  })
  test('nobody is predicted after the finish, and a runner past a cut-off only with a note', () => {
    expect(predictionsOf(road, even(300, 9), 'net')).toEqual([])
    expect(finish(even(400, 5)).late).toBe(false)
    expect(finish(even(560, 5)).late).toBe(true)
  })
  test('a wait at the start line within gun times does not make the runner slow', () => {
    const waited = even(330, 2).map((time, at) => (time !== null && at > 0 ? time + 1_200 : time))
    const net = finish(even(330, 2)).expected
    expect(Math.abs(finish(waited, 'gun').expected - net - 1_200)).toBeLessThan(240)
    expect(finish(waited, 'net').expected - net).toBeGreaterThan(3_000)
  })
  test('a point without metres or behind its predecessor is left out, and two points may share a place', () => {
    const odd = predictable(
      [
        point('a', null),
        point('in', 10_000, 'in'),
        point('out', 10_000, 'out'),
        point('b', 9_000),
        point('终点', 20_000, 'finish'),
      ],
      rules,
    )
    const later = predictionsOf(odd, [null, 3_600, 3_900, null, null], 'net')
    expect(later.map(({ label }) => label)).toEqual(['终点'])
    expect(later[0]!.expected).toBeGreaterThan(7_300)
    expect(predictable([], rules).metres).toEqual([])
    expect(predictionsOf(predictable([point('a', null)], rules), [null], 'net')).toEqual([])
  })
  test('a leg of a relay does not use earlier legs, and an unseen runner is expected by the usual pace', () => {
    const relay = predictable([point('1', 10_000), point('终点', 20_000, 'finish')], { shape: 'relay', usual: 360 })
    const [quick, slow] = [1_800, 7_200].map((time) => predictionsOf(relay, [time, null], 'net')[0]!.expected - time)
    expect([quick, slow]).toEqual([3_600, 3_600])
    const [first] = predictionsOf(road, even(1, 0), 'net')
    expect(first).toMatchObject({ label: '5', expected: 1_800, low: 1_260, high: 2_610 })
  })
  test('laps go on with the metres of all rounds, over midnight and beyond a day', () => {
    const laps = predictable(
      Array.from({ length: 30 }, (_, lap) => point(`${lap + 1}`, (lap + 1) * 5_000, lap === 29 ? 'finish' : 'split')),
      { shape: 'laps', usual: 360 },
    )
    const times = Array.from({ length: 30 }, (_, lap) => (lap < 28 ? (lap + 1) * 3_400 : null))
    const [next] = predictionsOf(laps, times, 'net')
    expect(next!.expected).toBeGreaterThan(29 * 3_400 - 900)
    expect(next!.expected).toBeLessThan(29 * 3_400 + 900)
  })
  test('a climb ahead costs time', () => {
    const trail = [point('CP1', 10_000), point('终点', 20_000, 'finish')]
    const heights = { step: 100, heights: Array.from({ length: 201 }, (_, at) => Math.max(0, at - 100) * 10) }
    const [flat, steep] = [undefined, heights].map(
      (one) => predictionsOf(predictable(trail, rules, { heights: one }), [3_600, null], 'net').at(-1)!.expected,
    )
    expect(steep! - flat!).toBeGreaterThan(1_500)
    expect(steep! - flat!).toBeLessThan(4_000)
  })
  test('a field that slows on one section changes the predictions of later runners', () => {
    const shown = Array.from({ length: 200 }, (_, n) => ({
      started: 0,
      times: road.metres.map((metres) => (metres / 1000) * (280 + n / 2) + (metres >= 30_000 ? 600 : 0)),
    }))
    const learned = taught(road.course, shown, Infinity).learned
    const known = predictable(marathon, rules, { learned })
    const at30 = (of: typeof road) => predictionsOf(of, even(330, 5), 'net')[0]!.expected
    expect(at30(known) - at30(road)).toBeGreaterThan(300)
    expect(taught(road.course, shown.toReversed(), Infinity).learned).toEqual(learned)
    expect(taught(road.course, shown, 0).learned!.known.every((one) => one === 0)).toBe(true)
  })
  test('a prediction is possible at every kind of point', () => {
    for (const kind of pointKinds)
      expect(() =>
        predictionsOf(predictable([point('a', 1_000, kind), point('b', 2_000)], rules), [300, null], 'net'),
      ).not.toThrow()
  })
})

describe('the estimated place', () => {
  const times = even(330, 4)
  const at = (now: number, of = road) => estimateAt(of, times, 'net', now)
  test('continues from the last mat, is less certain with time, and never passes the next mat', () => {
    expect(at(6_600)).toMatchObject({ state: 'running', metres: 20_000, last: '20', next: '25' })
    const [early, later] = [at(6_900), at(7_800)]
    expect(later.metres).toBeGreaterThan(early.metres)
    expect(later.high - later.low).toBeGreaterThan(early.high - early.low)
    for (const now of [0, 6_600, 8_000, 8_400, 9_000, 20_000, 100_000]) {
      const { low, metres, high } = at(now)
      expect(low).toBeLessThanOrEqual(metres)
      expect(metres).toBeLessThanOrEqual(high)
      expect(high).toBeLessThanOrEqual(25_000)
      expect(low).toBeGreaterThanOrEqual(20_000)
    }
  })
  test('is due, then overdue, and the expected time never lies in the past', () => {
    const expected = predictionsOf(road, times, 'net')[0]!.expected
    const due = at(expected + 60)
    expect(due.state).toBe('due')
    expect(due.expected).toBeGreaterThanOrEqual(expected + 60)
    const late = at(due.since! + 1)
    expect(late.state).toBe('overdue')
    expect(late.expected).toBeGreaterThan(due.since!)
  })
  test('ends at the finish, begins before the start, and a cut-off makes the runner overdue at once', () => {
    expect(estimateAt(road, even(300, 9), 'net', 99_999)).toMatchObject({ state: 'finished', metres: 42_195 })
    expect(estimateAt(road, even(300, 0), 'net', 600)).toMatchObject({ state: 'unseen', metres: 0, next: '5' })
    const strict = predictable([point('a', 5_000), point('b', 10_000, 'finish', 3_000)], rules)
    expect(estimateAt(strict, [1_600, null], 'net', 3_001).state).toBe('overdue')
  })
})
