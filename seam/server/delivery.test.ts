import { expect, test } from 'vitest'
import { deliveryFor, isTooMuch } from './delivery.ts'

const now = 1_000_000
test('a listener that reads gets the news', () => {
  expect(deliveryFor(null, 0, now)).toBe('news')
  expect(deliveryFor(null, 16 * 1024, now)).toBe('news')
})
test('a slow listener gets nothing more, begins again once it has read, and ends after a minute', () => {
  expect(deliveryFor(null, 16 * 1024 + 1, now)).toBe('nothing')
  expect(deliveryFor(now - 59_000, 1, now)).toBe('nothing')
  expect(deliveryFor(now - 59_000, 0, now)).toBe('anew')
  expect(deliveryFor(now - 61_000, 1, now)).toBe('end')
  expect(deliveryFor(now - 61_000, 0, now)).toBe('anew')
})
test('passings of half a minute may wait; with more, the pages begin again', () => {
  expect(isTooMuch(Array.from({ length: 2100 }))).toBe(false)
  expect(isTooMuch(Array.from({ length: 2101 }))).toBe(true)
})
