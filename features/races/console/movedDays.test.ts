import { expect, test } from 'vitest'
import { movedDays } from './movedDays.ts'

test('days between two dates of a place, at any hour', () => {
  expect(movedDays('2026-11-01T07:30', '2026-11-01T23:30')).toBe(0)
  expect(movedDays('2026-11-01T23:30', '2026-11-02T00:15')).toBe(1)
  expect(movedDays('2026-03-01T07:30', '2026-02-22T07:30')).toBe(-7)
  expect(movedDays('2026-11-01T07:30', ''), 'a day that is being typed moves nothing').toBe(0)
})
