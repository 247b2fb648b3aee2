import { expect, test } from 'vitest'
import { isLiveTime } from './liveTime.rules.ts'
import { barsOf, metresAfter, onDrawing } from './place.rules.ts'

test('a place moves with the speed, never past a mat that has not seen the runner, and only for some time', () => {
  const runner = { metres: 10_000, speed: 400, next: { metres: 10_100 } }
  expect(metresAfter(runner, 10_000)).toBe(10_040)
  expect(metresAfter(runner, 60_000)).toBe(10_100)
  expect(metresAfter({ ...runner, next: null }, 3_600_000)).toBe(10_480)
  expect(metresAfter({ ...runner, speed: 0 }, 10_000)).toBe(10_000)
  expect(metresAfter({ ...runner, metres: null }, 0)).toBeNull()
  expect(metresAfter(runner, -5_000), 'a clock that runs behind').toBe(10_000)
})

test('metres of the timed course end at the finish of the drawing', () => {
  expect(onDrawing(21_097.5, 21_097.5, 22_900)).toBe(22_900)
  expect(onDrawing(10_548.75, 21_097.5, 22_900)).toBe(11_450)
  expect(onDrawing(21_500, 21_097.5, 22_900), 'beyond the finish').toBe(22_900)
  expect(onDrawing(5000, null, 22_900)).toBe(5000)
})

test('a density becomes bars, and the text names the fullest bar in metres', () => {
  expect(barsOf([0, 1, 4, 0, 2], 100, 2)).toEqual({ shares: [1, 0.4], fullest: { from: 0, to: 300 } })
  expect(barsOf([0, 0], 100, 60)).toEqual({ shares: [0, 0], fullest: null })
  expect(barsOf([], 100, 60)).toEqual({ shares: [], fullest: null })
})

test('pages lead to the live page from an hour before the start on, for a day and a half', () => {
  const start = Date.parse('2026-10-31T23:30:00Z')
  const after = [-2, -0.5, 35, 37].map((hours) => isLiveTime(start, start + hours * 3_600_000))
  expect(after).toEqual([false, true, true, false])
})
