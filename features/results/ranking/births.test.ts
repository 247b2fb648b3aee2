import { expect, test } from 'vitest'
import { birthIn } from './births.rules.ts'
import { ageFor, agegroupOf, groupAge, rankingOf } from '../rules.ts'

test('a birth that nobody in the race can have is none', () => {
  for (const given of [
    '',
    'x',
    '2027',
    '1899',
    '1986-02-29',
    '1986-13-01',
    '2026-11-02',
    '19860',
    '1986-13',
    '30/2/1986',
    '13/13/1986',
  ])
    expect(birthIn(given, '2026-11-01'), given).toBeNull()
})
test('a year or a day, in every form', () => {
  for (const given of ['1986-02-28', '1986/2/28', '19860228', '1986年2月28日', '28.2.1986', ' 1986.02.28 '])
    expect(birthIn(given, '2026-11-01'), given).toEqual({ year: 1986, day: '1986-02-28' })
  expect([
    birthIn('1986', '2026-11-01'),
    birthIn('86', '2026-11-01'),
    birthIn('12', '2026-11-01'),
    birthIn('2000-02-29', '2026-11-01'),
  ]).toEqual([
    { year: 1986, day: null },
    { year: 1986, day: null },
    { year: 2012, day: null },
    { year: 2000, day: '2000-02-29' },
  ])
})
test('a month, a day behind slashes, and midnight behind a day are read as far as they are certain', () => {
  const read = (...given: string[]) => given.map((one) => birthIn(one, '2026-11-01'))
  expect(read('1986-2', '1986-02', '1986年2月', '198602', '3/4/1986', '03-04-1986')).toEqual(
    Array(6).fill({ year: 1986, day: null }),
  )
  expect(read('28/2/1986', '2/28/1986', '28-02-1986', '1986/2/28 0:00', '1986-02-28T00:00:00')).toEqual(
    Array(5).fill({ year: 1986, day: '1986-02-28' }),
  )
  expect(read('29/02/1996', '4/4/1986')).toEqual([
    { year: 1996, day: '1996-02-29' },
    { year: 1986, day: '1986-04-04' },
  ])
})
test('on 31 December and 1 January, and for a birth on 29 February, day and year differ correctly', () => {
  const ages = (birth: string, day: string) => [ageFor(birth, day, 'race_day'), ageFor(birth, day, 'calendar_year')]
  expect(ages('1986-12-31', '2026-12-30')).toEqual([39, 40])
  expect(ages('1986-12-31', '2026-12-31')).toEqual([40, 40])
  expect(ages('1986-12-31', '2027-01-01')).toEqual([40, 41])
  expect(ages('1987-01-01', '2026-12-31')).toEqual([39, 39])
  expect(ages('1987-01-01', '2027-01-01')).toEqual([40, 40])
  expect(ages('1988-02-29', '2026-02-28')).toEqual([37, 38])
  expect(ages('1988-02-29', '2026-03-01')).toEqual([38, 38])
  expect(ages('1988-02-29', '2028-02-28')).toEqual([39, 40])
})
test('a group uses the age that its event asks for; if only the other age is known, it uses that', () => {
  const both = { age: 39, age_in_year: 40 }
  expect([
    groupAge(both, 'race_day'),
    groupAge(both, 'calendar_year'),
    groupAge({ age: 39, age_in_year: null }, 'calendar_year'),
    groupAge({ age: null, age_in_year: 40 }, 'race_day'),
  ]).toEqual([39, 40, 39, 40])
  expect([
    agegroupOf(both, rankingOf({})),
    agegroupOf(both, rankingOf({ age_basis: 'calendar_year' })),
    agegroupOf({ age: null, age_in_year: null }, rankingOf({})),
  ]).toEqual(['35-39', '40-44', null])
})
