import { expect, test } from 'vitest'
import { countsOnce } from './repeats.ts'

test('a code that stays in front of the camera counts once, and again after it was away', () => {
  const counts = countsOnce()
  expect(counts('one', 0)).toBe(true)
  for (let now = 120; now <= 10_000; now += 120) expect(counts('one', now), `${now}`).toBe(false)
  expect(counts('one', 11_000), 'hidden by a hand for a second').toBe(false)
  expect(counts('one', 12_500), 'away').toBe(true)
})

test('the next code counts after a pause, and the first code may come back between others', () => {
  const counts = countsOnce()
  expect(counts('one', 0)).toBe(true)
  expect(counts('two', 1_000)).toBe(false)
  expect(counts('two', 1_500)).toBe(true)
  expect(counts('one', 3_000)).toBe(true)
})
