import { expect, test } from 'vitest'
import { predictable } from '#features/timing/predictions/predictions.rules.ts'
import { hereOf } from './expected.rules.ts'
import type { FieldRunner } from './field.rules.ts'

const points = [
  { label: '起点', metres: 0, kind: 'start' as const, cutoff: null },
  { label: '10', metres: 10_000, kind: 'split' as const, cutoff: null },
  { label: '终点', metres: 21_097, kind: 'finish' as const, cutoff: null },
]
const half = predictable(points, { shape: 'course', usual: 360 })
const gun = Date.parse('2026-11-01T00:00:00Z')
const runner: FieldRunner = {
  bib: '1',
  key: 'k',
  eventid: 1,
  name: null,
  gender: 'M',
  agegroup: null,
  country: null,
  team: null,
  field: '',
  outcome: 'running',
  gun,
  times: [null, null, null],
  seen: [0, 0, 0],
}
const here = (minutes: number, more: Partial<FieldRunner> = {}) =>
  hereOf(half, points, { ...runner, ...more }, new Date(gun + minutes * 60_000))

test('a runner whom no mat has seen moves on from the gun, and stays in front of the first mat', () => {
  const [early, later] = [here(10)!, here(30)!]
  expect(early.metres).toBeGreaterThan(1000)
  expect(early.metres).toBeLessThan(2500)
  expect(later.metres).toBeGreaterThan(early.metres + 2000)
  expect(later).toMatchObject({ by: 'estimate' })
  expect(later.speed).toBeGreaterThan(1)
  expect(here(90)!.metres).toBeLessThanOrEqual(10_000)
})
test('no place before the gun, without a gun, and after the end', () => {
  expect(here(-1)).toBeNull()
  expect(here(10, { gun: null })).toBeNull()
  expect(here(10, { outcome: 'dnf' })).toBeNull()
})
test('a split that a mat read counts, and a runner without a start read gets no invented start', () => {
  const seen = here(55, { times: [null, 3_000_000, null] })!
  expect(seen.metres).toBeGreaterThan(10_500)
  expect(seen.metres).toBeLessThan(12_000)
})
