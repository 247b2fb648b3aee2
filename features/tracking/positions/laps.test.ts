import { expect, test } from 'vitest'
import { courseFrom } from '#features/courses/shape.rules.ts'
import { readGpx } from '#features/courses/gpx.rules.ts'
import { gpxOf, wayThrough } from '#test/scenes/walks.ts'
import { lapAt } from '../web/place.rules.ts'
import { lapsOf } from './laps.rules.ts'

type Corner = readonly [number, number]
const courseThrough = (corners: readonly Corner[]) => courseFrom(readGpx(gpxOf(wayThrough(corners))), null)!
const square = (side: number): Corner[] => [
  [0, 0],
  [side, 0],
  [side, side],
  [0, side],
]
const times = (n: number, corners: readonly Corner[]) => Array.from({ length: n }, () => corners).flat()

test('two laps with a way to the lap and a way to the finish', () => {
  const laps = lapsOf(courseThrough([[-500, 0], ...times(2, square(1000)), [0, 0], [-600, 0]]))!
  expect(laps.count).toBe(2)
  expect(laps.metres).toBeGreaterThan(3950)
  expect(laps.metres).toBeLessThan(4050)
  expect(laps.from).toBeGreaterThan(400)
  expect(laps.from).toBeLessThan(600)
  expect([0, 450, 4400, 4600, 8400, 9000].map((at) => lapAt(laps, at))).toEqual([1, 1, 1, 2, 2, 2])
})
test('four laps of ten kilometres and a way to the finish', () => {
  const laps = lapsOf(courseThrough([...times(4, square(2500)), [0, 0], [-2000, 0]]))!
  expect(laps).toMatchObject({ from: 0, count: 4 })
  expect([100, 9900, 10_100, 29_900, 30_100, 41_900].map((at) => lapAt(laps, at))).toEqual([1, 1, 2, 3, 4, 4])
})
test('a course on a track has laps of 400 m', () => {
  const laps = lapsOf(courseThrough([...times(12, square(100)), [0, 0]]))!
  expect(laps).toMatchObject({ from: 0, metres: 400, count: 12 })
})
test('no laps: one way, out and back on the same road, one round, and a short loop that is run twice', () => {
  const far: Corner[] = [
    [0, 0],
    [5000, 300],
  ]
  expect(lapsOf(courseThrough(far))).toBeNull()
  expect(lapsOf(courseThrough([...far, [0, 0]]))).toBeNull()
  expect(lapsOf(courseThrough([...square(1000), [0, 0]]))).toBeNull()
  expect(lapsOf(courseThrough([[-4000, 0], ...times(2, square(200)), [0, 0], [4000, 0]]))).toBeNull()
})
