import { expect, test } from 'vitest'
import { rateOf } from './rates.ts'

test('each call counts one or its weight, for each subject apart, until the time of the subject is over', () => {
  const rate = rateOf(10, 60)
  const at = (seconds: number) => new Date(seconds * 1000)
  expect([rate.count('a', at(0), 6), rate.count('a', at(1), 4), rate.count('a', at(2))]).toEqual([0, 0, 58])
  expect(rate.count('b', at(2), 10)).toBe(0)
  expect(rate.count('a', at(60), 6)).toBe(0)
})
