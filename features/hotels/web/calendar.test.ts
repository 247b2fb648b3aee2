import { expect, test } from 'vitest'
import { daysOfMonth, monthAfter, monthsOf } from './calendar.ts'
import { farText, shortPrice } from './price.ts'

test('a month begins under its day of the week and has 29 days in February of a leap year', () => {
  expect(daysOfMonth('2026-11')).toMatchObject({ blanks: 6 })
  expect(daysOfMonth('2028-02').days.at(-1)).toBe('2028-02-29')
  expect(daysOfMonth('2027-02')).toMatchObject({ blanks: 0 })
  expect(daysOfMonth('2027-02').days).toHaveLength(28)
})

test('the calendar turns from today to the last night, over the end of a year', () => {
  expect([monthAfter('2026-12'), monthAfter('2027-01')]).toEqual(['2027-01', '2027-02'])
  expect(monthsOf([{ night: '2027-02-01' }], '2026-11-30', '2026-12-06')).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ])
})

test('prices and distances are short', () => {
  expect([shortPrice(40_000), shortPrice(40_050), shortPrice(0)]).toEqual(['¥400', '¥400.5', '¥0'])
  expect([0, 347, 2_460, 25_400].map((metres) => farText(metres, 'en'))).toEqual(['0 m', '350 m', '2.5 km', '25 km'])
  expect([farText(347, 'zh-cn'), farText(2_460, 'zh-cn')]).toEqual(['350 米', '2.5 公里'])
  expect([farText(347, 'zh-tw'), farText(2_460, 'zh-tw')]).toEqual(['350 公尺', '2.5 公里'])
})
