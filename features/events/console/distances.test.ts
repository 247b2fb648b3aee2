import { expect, test } from 'vitest'
import { distanceAfter, promised } from './distances.ts'

test('a distance that contradicts its type is reported; a slightly different measure is not', () => {
  expect(promised('10km', 21_097.5)).toBe(10_000)
  expect(promised('10km', 10_120)).toBeUndefined()
  expect(promised('full', 42_195)).toBeUndefined()
  expect(promised('half', 2)).toBe(21_097.5)
  expect(promised('10km', null)).toBeUndefined()
})

test('another type brings its distance, unless somebody set the distance by hand', () => {
  expect(distanceAfter('half', '10km', 21_097.5)).toBe(10_000)
  expect(distanceAfter('half', '10km', 9_800)).toBe(9_800)
  expect(distanceAfter('half', '10km', null)).toBe(10_000)
})
