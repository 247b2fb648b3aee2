import { expect, test } from 'vitest'
import type { ProgressPoint } from '../../progress/progress.contract.ts'
import { gapsOf, segmentsOf, waitedOf, wonOverall } from './segments.ts'

const point = (
  label: string,
  metres: number | null,
  ms: number | null,
  place: number | null = null,
  middle_ms: number | null = null,
): ProgressPoint => ({ label, metres, ms, place, of: 9, gender_place: null, won: null, best_ms: null, middle_ms })

test('a segment runs from point to point; a missing point is bridged, and a segment without a distance is skipped', () => {
  const points = [
    point('5', 5000, 1_500_000, 3, 1_600_000),
    point('10', 10_000, null),
    point('CP', null, 2_000_000),
    point('15', 15_000, 4_800_000, 2, 4_700_000),
  ]
  expect(segmentsOf(points)).toEqual([
    { from: 0, to: 5000, pace: 300, middle: 320 },
    { from: 5000, to: 15_000, pace: 330, middle: 310 },
  ])
})

test('a runner who waited at the start is not slow on the first segment, and the middle of the field shows nothing of it', () => {
  const waited = waitedOf({ gun_ms: 9_500_000, net_ms: 9_000_000 }, 'gun')
  expect([
    waited,
    waitedOf({ gun_ms: 9_500_000, net_ms: 9_000_000 }, 'net'),
    waitedOf({ gun_ms: 9_500_000, net_ms: null }, 'gun'),
  ]).toEqual([500_000, 0, 0])
  expect(
    segmentsOf([point('5', 5000, 2_000_000, 3, 1_900_000), point('10', 10_000, 3_500_000, 2, 3_400_000)], waited),
  ).toEqual([
    { from: 0, to: 5000, pace: 300, middle: null },
    { from: 5000, to: 10_000, pace: 300, middle: 300 },
  ])
})

test('gained ranks count from the first known rank to the finish; two runners are compared at points where both were seen', () => {
  const own = [
    point('5', 5000, 1_500_000, 30),
    point('10', 10_000, 3_000_000, 20),
    point('终点', 21_097.5, 6_300_000, 12),
  ]
  expect(wonOverall(own)).toEqual({ label: '5', won: 18 })
  expect(
    wonOverall([...own.slice(0, 2), point('终点', 21_097.5, null)]),
    'without a finish there is nothing to sum up',
  ).toBeNull()
  expect(
    gapsOf(own, [point('5', 5000, 1_600_000), point('10', 10_000, null), point('终点', 21_097.5, 6_200_000)]),
  ).toEqual([
    { label: '5', own: 1_500_000, other: 1_600_000, gap: -100_000 },
    { label: '终点', own: 6_300_000, other: 6_200_000, gap: 100_000 },
  ])
})
