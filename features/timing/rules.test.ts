import { describe, expect, test } from 'vitest'
import { CoursePoint, rulesOf } from './course/course.contract.ts'
import { align, passagesOf } from './derive/passages.rules.ts'
import { type RawRead, closesAt, derive, gunOf, waveOf } from './rules.ts'

const gun = Date.parse('2026-03-01T00:00:00Z')
const point = (
  label: string,
  kind: CoursePoint['kind'],
  metres: number | null,
  stationid: number,
  more: Partial<CoursePoint> = {},
) => CoursePoint.parse({ label, kind, metres, stationid, ...more })
/** A course of 10 km: the start at station 1, 5 km at station 2, the finish at station 3. */
const ten = [point('起点', 'start', 0, 1), point('5', 'split', 5000, 2), point('终点', 'finish', 10_000, 3)]
const read = (id: number, stationid: number, seconds: number, ignored = false): RawRead => ({
  id,
  stationid,
  at: gun + Math.round(seconds * 1000),
  ignored,
})
const course = (points = ten, rules: object = {}, closed = false) => ({ points, rules: rulesOf(rules), closed })
const original = (...given: Parameters<typeof derive>) => derive(...given).original

describe('the derived facts of one runner', () => {
  test('gun time from the gun, net time from the last read at the start, the first read elsewhere', () => {
    const reads = [
      read(1, 1, 8),
      read(2, 1, 9.4),
      read(3, 2, 1500),
      read(4, 2, 1503),
      read(5, 3, 3000.123),
      read(6, 3, 3010),
    ]
    const { original: got, verdicts, times } = derive(course(), gun, reads)
    expect(got).toEqual({
      outcome: 'finished',
      reason: null,
      gun_ms: 3_000_123,
      net_ms: 2_990_723,
      stopped_ms: null,
      splits: [1_500_000],
    })
    expect(Object.fromEntries(verdicts)).toEqual({
      1: 'same_passage',
      2: 'believed',
      3: 'believed',
      4: 'same_passage',
      5: 'believed',
      6: 'same_passage',
    })
    expect(times.map(({ label, read: of }) => [label, of])).toEqual([
      ['起点', 2],
      ['5', 3],
      ['终点', 5],
    ])
  })
  test('if a point says so, the last read of a passage or the first at the start', () => {
    const points = [
      point('起点', 'start', 0, 1, { take: 'first' }),
      point('终点', 'finish', 10_000, 3, { take: 'last' }),
    ]
    expect(
      original(course(points), gun, [read(1, 1, 8), read(2, 1, 9), read(3, 3, 3000), read(4, 3, 3005)]),
    ).toMatchObject({ gun_ms: 3_005_000, net_ms: 2_997_000 })
  })
  test('nobody has started before the gun; waiting on the mat is no start, and an early start counts from the gun', () => {
    expect(original(course(), null, [read(1, 1, 5)])).toBeNull()
    expect(original(course(), gun, [read(1, 1, -600), read(2, 1, -300)])).toBeNull()
    const waited = derive(course(), gun, [read(1, 1, -40), read(2, 1, -2), read(3, 1, 12), read(4, 3, 3000)])
    expect(waited.original).toMatchObject({ net_ms: 2_988_000 })
    expect(waited.doubts).toEqual([])
    const early = derive(course(), gun, [read(1, 1, -20), read(2, 3, 3000)])
    expect(early.original).toMatchObject({ gun_ms: 3_000_000, net_ms: 3_000_000 })
    expect(early.doubts).toEqual(['early_start'])
  })
  test('without a start read net time is gun time, or none', () => {
    const reads = [read(1, 2, 1500), read(2, 3, 3000)]
    expect(derive(course(), gun, reads)).toMatchObject({
      original: { gun_ms: 3_000_000, net_ms: 3_000_000 },
      doubts: ['no_start'],
    })
    expect(original(course(ten, { without_start: 'none' }), gun, reads)).toMatchObject({
      gun_ms: 3_000_000,
      net_ms: null,
    })
  })
  test('a runner is running until the event is closed, then out; without a read, not started', () => {
    expect(original(course(), gun, [read(1, 1, 8)])).toMatchObject({ outcome: 'running', stopped_ms: null })
    expect(original(course(), gun, [read(1, 1, 8), read(2, 2, 1500)])).toMatchObject({
      outcome: 'running',
      stopped_ms: 1_500_000,
    })
    expect(original(course(ten, {}, true), gun, [read(1, 1, 8), read(2, 2, 1500)])).toMatchObject({
      outcome: 'dnf',
      stopped_ms: 1_500_000,
      gun_ms: null,
    })
    expect(original(course(), gun, [])).toBeNull()
    expect(original(course(ten, {}, true), gun, [])).toMatchObject({ outcome: 'dns' })
    expect(original(course(ten, {}, true), gun, [read(1, 3, 3000, true)])).toMatchObject({ outcome: 'dns' })
  })
  test('a cut-off ends the race of later runners, to the second', () => {
    const points = ten.map((one) => (one.label === '5' ? { ...one, cutoff: 1800 } : one))
    expect(original(course(points), gun, [read(1, 1, 8), read(2, 2, 1800), read(3, 3, 3600)])).toMatchObject({
      outcome: 'finished',
    })
    expect(derive(course(points), gun, [read(1, 1, 8), read(2, 2, 1800.5), read(3, 3, 3600)])).toMatchObject({
      original: { outcome: 'dnf', reason: 'over_time', gun_ms: null, stopped_ms: 3_600_000 },
      doubts: ['after_cutoff'],
    })
  })
  test('a mat that failed changes no other time, and at a required mat a person must look', () => {
    const points = ten.map((one) => (one.label === '5' ? { ...one, required: true } : one))
    expect(derive(course(points), gun, [read(1, 1, 8), read(2, 3, 3000)])).toMatchObject({
      original: { outcome: 'finished', splits: [null] },
      doubts: ['point_missing'],
    })
  })
  test('an impossible time does not count: a bib in a car, a read of another race', () => {
    const got = derive(course(), gun, [
      read(1, 1, 8),
      read(2, 2, 300),
      read(3, 2, 1500),
      read(4, 3, 3000),
      read(5, 9, 1000),
      read(6, 3, 9000),
    ])
    expect(got.original).toMatchObject({ splits: [1_500_000], gun_ms: 3_000_000 })
    expect(Object.fromEntries(got.verdicts)).toMatchObject({ 2: 'not_placed', 5: 'other_station', 6: 'after_finish' })
    expect(got.doubts).toEqual(['reads_unplaced'])
    expect(original(course(), gun, [read(1, 1, 8), read(2, 3, 600)])).toMatchObject({
      outcome: 'running',
      gun_ms: null,
    })
  })
  test('a mat passed at 5 and at 15 km; a single read belongs to the point that fits the pace', () => {
    const twice = [
      point('起点', 'start', 0, 1),
      point('5', 'split', 5000, 2),
      point('10', 'split', 10_000, 4),
      point('15', 'split', 15_000, 2),
      point('终点', 'finish', 20_000, 3),
    ]
    expect(
      original(course(twice), gun, [
        read(1, 1, 5),
        read(2, 2, 1500),
        read(3, 4, 3000),
        read(4, 2, 4500),
        read(5, 3, 6000),
      ]),
    ).toMatchObject({ splits: [1_500_000, 3_000_000, 4_500_000], gun_ms: 6_000_000 })
    expect(original(course(twice), gun, [read(1, 1, 5), read(4, 2, 4500), read(5, 3, 6000)])).toMatchObject({
      splits: [null, null, 4_500_000],
    })
    expect(original(course(twice), gun, [read(1, 1, 5), read(4, 2, 1500), read(5, 3, 6000)])).toMatchObject({
      splits: [1_500_000, null, null],
    })
    expect(original(course(twice), gun, [read(2, 2, 1500), read(3, 4, 3000), read(4, 2, 1700)])).toMatchObject({
      splits: [1_500_000, 3_000_000, null],
      outcome: 'running',
    })
  })
  test('in and out of an aid station, at one mat or at two', () => {
    const mats = (out: number) => [
      point('起点', 'start', 0, 1),
      point('CP1', 'in', 10_000, 2),
      point('CP1+', 'out', 10_000, out),
      point('终点', 'finish', 20_000, 3),
    ]
    expect(
      original(course(mats(2)), gun, [
        read(1, 1, 5),
        read(2, 2, 3600),
        read(3, 2, 3660),
        read(4, 2, 3700),
        read(5, 3, 9000),
      ]),
    ).toMatchObject({ splits: [3_600_000, 3_700_000] })
    expect(
      original(course(mats(2)), gun, [read(1, 1, 5), read(2, 2, 3600), read(3, 2, 5400), read(5, 3, 9000)]),
    ).toMatchObject({ splits: [3_600_000, 5_400_000] })
    expect(
      original(course(mats(4)), gun, [read(1, 1, 5), read(2, 2, 3600), read(3, 4, 5400), read(5, 3, 9000)]),
    ).toMatchObject({ splits: [3_600_000, 5_400_000] })
    expect(original(course(mats(2)), gun, [read(1, 1, 5), read(2, 2, 3600), read(5, 3, 9000)])).toMatchObject({
      splits: [3_600_000, null],
    })
  })
  test('laps are counted to the finish; a missed lap is not made up', () => {
    const laps = [
      point('起点', 'start', 0, 1),
      point('圈1', 'split', 5000, 1),
      point('圈2', 'split', 10_000, 1),
      point('圈3', 'split', 15_000, 1),
      point('终点', 'finish', 20_000, 1),
    ]
    expect(
      original(
        course(laps),
        gun,
        [0, 1500, 3000, 4500, 6000].map((s, n) => read(n, 1, s + 1)),
      ),
    ).toMatchObject({ outcome: 'finished', splits: [1_501_000, 3_001_000, 4_501_000], gun_ms: 6_001_000 })
    expect(
      original(
        course(laps),
        gun,
        [0, 1500, 3000].map((s, n) => read(n, 1, s + 1)),
      ),
    ).toMatchObject({ outcome: 'running', splits: [1_501_000, 3_001_000, null] })
    // Three passages are three laps unless a person corrects that. The derivation adds no lap, even if the middle lap
    // is very slow.
    const three = [read(0, 1, 1), read(1, 1, 1500), read(3, 1, 4500), read(4, 1, 6000)]
    expect(original(course(laps), gun, three)).toMatchObject({
      outcome: 'running',
      splits: [1_500_000, 4_500_000, 6_000_000],
    })
    expect(derive(course(laps, {}, true), gun, three)).toMatchObject({
      original: { outcome: 'dnf' },
      doubts: ['point_missing'],
    })
  })
  test('as many rounds as possible until the time is over', () => {
    const round = [
      point('起点', 'start', 0, 1),
      point('峰', 'split', 4000, 2),
      point('终点', 'finish', 8000, 3, { cutoff: 12 * 3600 }),
    ]
    const reads = [
      read(1, 1, 0),
      read(2, 2, 2000),
      read(3, 3, 4000),
      read(4, 2, 7000),
      read(5, 3, 9000),
      read(6, 3, 12 * 3600 + 5),
    ]
    expect(derive(course(round, { shape: 'laps' }), gun, reads)).toMatchObject({
      laps: 2,
      original: { outcome: 'running', stopped_ms: 9_000_000 },
    })
    expect(derive(course(round, { shape: 'laps' }, true), gun, reads)).toMatchObject({
      laps: 2,
      original: { outcome: 'finished', gun_ms: 9_000_000 },
    })
  })
  test('a relay adds up its legs; a runner who waits at a mass start begins with it', () => {
    const legs = [
      point('棒1', 'split', null, 1),
      point('棒2', 'split', null, 1, { mass_start: null }),
      point('棒3', 'split', null, 1, { mass_start: 5400 }),
      point('终点', 'finish', null, 1, { mass_start: 9360 }),
    ]
    const team = (...times: number[]) =>
      original(
        course(legs, { shape: 'relay' }),
        gun,
        times.map((s, n) => read(n, 1, s)),
      )
    expect(team(2563, 5220, 9305, 13678)).toMatchObject({ outcome: 'finished', gun_ms: 13_678_000 })
    expect(team(2632, 6188, 9334, 13709)).toMatchObject({
      splits: [2_632_000, 6_188_000, 10_122_000],
      gun_ms: 14_497_000,
    })
  })
  test('the order and the repetition of reads change nothing', () => {
    const twice = [
      point('起点', 'start', 0, 1),
      point('5', 'split', 5000, 2),
      point('10', 'split', 10_000, 4),
      point('15', 'split', 15_000, 2),
      point('终点', 'finish', 20_000, 3),
    ]
    let seed = 7
    const chance = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
    for (let n = 0; n < 300; n++) {
      const reads = Array.from({ length: 1 + Math.floor(chance() * 12) }, (_, id) =>
        read(id, 1 + Math.floor(chance() * 4), Math.floor(chance() * 8000) - 200, chance() < 0.1),
      )
      const once = derive(course(twice), gun, reads)
      const shuffled = [...reads, ...reads]
        .map((one) => ({ one, by: chance() }))
        .sort((a, b) => a.by - b.by)
        .map(({ one }) => one)
      const again = derive(course(twice), gun, shuffled)
      expect({ ...again, verdicts: [...again.verdicts].sort(([a], [b]) => a - b) }).toEqual({
        ...once,
        verdicts: [...once.verdicts].sort(([a], [b]) => a - b),
      })
      const ms = again.original?.splits.filter((one) => one !== null) ?? []
      expect([...ms].sort((a, b) => a - b)).toEqual(ms)
    }
  })
})

test('reads close together are one passage, wherever the first read began', () => {
  const seen = [0, 100, 250, 600].map((s, id) => ({ id, stationid: 1, at: s * 1000 }))
  expect(passagesOf(seen, 180_000).map(({ reads }) => reads.map(({ id }) => id))).toEqual([[0, 1, 2], [3]])
})
test("passages in the course's order are placed without searching", () => {
  const passages = passagesOf(
    [
      { id: 1, stationid: 2, at: gun + 1_500_000 },
      { id: 2, stationid: 3, at: gun + 3_000_000 },
    ],
    180_000,
  )
  expect(align(ten.slice(1), passages, gun, rulesOf({}))).toEqual([0, 1])
})
test('a wave has its start zones; a wave without zones takes everybody else; without a gun nobody starts', () => {
  const waves = [
    { name: '1', zones: ['A', 'B'], gun: '2026-03-01T08:00:00+08:00' },
    { name: '2', zones: [], gun: '2026-03-01T08:10:00+08:00' },
    { name: '3', zones: ['F'], gun: null },
  ]
  expect(waveOf(waves, 'B')!.name).toBe('1')
  expect(gunOf(waves, 'Z')).toBe(gun + 600_000)
  expect(gunOf(waves, null)).toBe(gun + 600_000)
  expect(gunOf(waves, 'F')).toBeNull()
})
test("an event can end once the last wave's finish is closed", () => {
  const points = [point('终点', 'finish', 10_000, 3, { cutoff: 3600 })]
  expect(
    closesAt({
      points,
      waves: [
        { name: '1', zones: [], gun: '2026-03-01T00:00:00Z' },
        { name: '2', zones: ['B'], gun: '2026-03-01T00:10:00Z' },
      ],
    }),
  ).toBe(gun + 600_000 + 3_600_000)
  expect(closesAt({ points, waves: [{ name: '1', zones: [], gun: null }] })).toBeNull()
  expect(closesAt({ points: ten, waves: [{ name: '1', zones: [], gun: '2026-03-01T00:00:00Z' }] })).toBeNull()
})
