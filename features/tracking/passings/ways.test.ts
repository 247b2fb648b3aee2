import { expect, test } from 'vitest'
import { secondsBetween, wayFrom } from './ways.rules.ts'

const places = [0, 10, 20, 30, 40].map((seconds, n) => ({ at: 1000 * seconds, along: 30.4 * n }))
test('a way counts from the start of the runner and ends at the finish', () => {
  expect(wayFrom(places, 10_000, null)).toEqual([
    [0, 30],
    [10, 61],
    [20, 91],
    [30, 122],
  ])
  expect(wayFrom(places, 10_000, 60)).toEqual([
    [0, 30],
    [10, 61],
  ])
  expect(wayFrom(places.slice(2), null, null)[0]).toEqual([0, 61])
  expect(wayFrom([], null, null)).toEqual([])
})
test('a way has about 300 points, however long the run is', () => {
  expect([60, 6000, 36_000].map(secondsBetween)).toEqual([20, 20, 120])
})
