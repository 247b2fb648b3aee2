import { expect, test } from 'vitest'
import { provinceKey } from './provinces.words.ts'
import { ageBands, bandOf, byCount, bySizeAndCount, holdsFor, hourIn } from './rules.ts'

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
  expect(holdsFor(3)).toBe(1_400)
  expect(holdsFor(300)).toBe(6_000)
})

test('the largest comes first', () => {
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

test('shirt sizes are ordered from small to large, other sizes after them', () => {
  const given = ['L', '均码', '2XL', 'xs', 'M', '130'].map((key, nth) => ({ key, count: key === '130' ? 9 : nth }))
  expect(given.toSorted(bySizeAndCount).map(({ key }) => key)).toEqual(['xs', 'M', 'L', '2XL', '130', '均码'])
})

test('a province has one key in all its names', () => {
  expect(['33', '浙江省', '浙江', ' Zhejiang', 'zhejiang province'].map(provinceKey)).toEqual(Array(5).fill('33'))
  expect(['内蒙古自治区', '臺灣省', 'Bavaria', '', '99'].map(provinceKey)).toEqual(['15', '71', 'Bavaria', '', '99'])
})

test('an hour on the clock of the race', () => {
  expect(hourIn('Asia/Shanghai', new Date('2026-02-28T16:05:00Z'))).toBe('2026-03-01T00')
  expect(hourIn('UTC', new Date('2026-02-28T23:59:59Z'))).toBe('2026-02-28T23')
})
