import { expect, test } from 'vitest'
import { splitsOf } from './report.rules.ts'
import { rankingOf, splitClockOf } from '../rules.ts'

const points = [
  { label: '5', metres: 5000 },
  { label: '10', metres: 10_000 },
]
const sheet = { points, metres: 21_097.5, ranking: rankingOf({}) }
const runner = { outcome: 'finished' as const, gun_ms: 6_900_000, net_ms: 6_300_000, splits: [2_100_000, 3_600_000] }

test("splits timed from the gun begin at the runner's own start, and end at the gun time", () => {
  const [five, ten, finish] = splitsOf(runner, { ...sheet, split_clock: 'gun' })
  expect(five).toMatchObject({ time: '00:35:00', segment_time: '00:25:00', segment_pace: '5:00' })
  expect(ten).toMatchObject({ time: '01:00:00', segment_time: '00:25:00', segment_pace: '5:00' })
  expect(finish).toMatchObject({ label: '终点', time: '01:55:00', segment_time: '00:55:00' })
})

test('splits timed from the own start end at the net time; a missing point is bridged by the next', () => {
  const [five, ten, finish] = splitsOf({ ...runner, splits: [null, 3_000_000] }, { ...sheet, split_clock: 'net' })
  expect(five).toMatchObject({ time: null, segment_time: null, segment_pace: null })
  expect(ten).toMatchObject({ segment_time: '00:50:00', segment_pace: '5:00' })
  expect(finish).toMatchObject({ time: '01:45:00', segment_time: '00:55:00' })
})

test('points without a distance have times and no pace', () => {
  const [first] = splitsOf(runner, {
    ...sheet,
    points: [
      { label: 'CP1', metres: null },
      { label: 'CP1+', metres: null },
    ],
    split_clock: 'net',
  })
  expect(first).toMatchObject({ label: 'CP1', time: '00:35:00', segment_pace: null, pace: null })
  expect(splitsOf(runner, { ...sheet, points: [], split_clock: 'net' })).toEqual([])
})

test('splits beyond the net time were timed from the gun', () => {
  expect(splitClockOf([runner])).toBe('net')
  expect(splitClockOf([runner, { ...runner, splits: [2_100_000, 6_400_000] }])).toBe('gun')
  expect(splitClockOf([{ ...runner, net_ms: null }])).toBe('gun')
})
