import { expect, test } from 'vitest'
import { distanceAfter, promised } from './distances.ts'

test('the distance of a type that contradicts it is noticed, one that is only measured otherwise is not', () => {
  expect(promised('10km', 21_097.5)).toBe(10_000)
  expect(promised('10km', 10_120)).toBeUndefined()
  expect(promised('full', 42_195)).toBeUndefined()
  expect(promised('half', 2)).toBe(21_097.5)
  expect(promised('10km', null)).toBeUndefined()
})

test('another type brings its distance, unless one was set by hand', () => {
  expect(distanceAfter('half', '10km', 21_097.5)).toBe(10_000)
  expect(distanceAfter('half', '10km', 9_800)).toBe(9_800)
  expect(distanceAfter('half', '10km', null)).toBe(10_000)
})
