import { expect, test } from 'vitest'
import { countsOnce } from './repeats.ts'

test('a code that stays in front of the camera counts once, and again after it was away', () => {
  const counts = countsOnce()
  expect(counts('one', 0)).toBe(true)
  for (let now = 120; now <= 10_000; now += 120) expect(counts('one', now), `${now}`).toBe(false)
  expect(counts(undefined, 10_100)).toBe(false)
  expect(counts('one', 11_000), 'hidden by a hand for a second').toBe(false)
  for (const now of [11_200, 12_000]) expect(counts(undefined, now)).toBe(false)
  expect(counts('one', 12_700), 'away').toBe(true)
})

test('a device that takes no picture for seconds counts a code in front of it once', () => {
  const counts = countsOnce()
  expect(counts('one', 0)).toBe(true)
  expect([counts('one', 5_000), counts('one', 30_000)]).toEqual([false, false])
})

test('the next code counts after a pause, and the first code may come back between others', () => {
  const counts = countsOnce()
  expect(counts('one', 0)).toBe(true)
  expect(counts('two', 1_000)).toBe(false)
  expect(counts('two', 1_500)).toBe(true)
  expect(counts('one', 3_000)).toBe(true)
})
