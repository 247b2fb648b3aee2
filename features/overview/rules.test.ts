import { expect, test } from 'vitest'
import { ageBands, bandOf, byCount, holdsFor } from './rules.ts'

test('every age has its band, an unknown one none', () => {
  expect([0, 17, 18, 24, 25, 69, 70, 104].map((age) => bandOf(age))).toEqual([
    '-17',
    '-17',
    '18-24',
    '18-24',
    '25-29',
    '65-69',
    '70+',
    '70+',
  ])
  expect(bandOf(null)).toBe('')
  for (let age = 0; age < 120; age++) expect(ageBands, String(age)).toContain(bandOf(age))
})

test('counting takes at most a twentieth of the time', () => {
  expect(holdsFor(3)).toBe(1_500)
  expect(holdsFor(300)).toBe(6_000)
})

test('largest first', () => {
  expect(
    [
      { key: 'b', count: 1 },
      { key: 'a', count: 1 },
      { key: 'c', count: 5 },
    ]
      .toSorted(byCount)
      .map(({ key }) => key),
  ).toEqual(['c', 'a', 'b'])
})
