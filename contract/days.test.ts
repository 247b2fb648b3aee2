import { expect, it } from 'vitest'
import { chinaDay, dayAfter, dayIn, daysFrom, daysTo, inChina, isDay, longDayIn } from './days.ts'

const at = new Date('2026-11-21T20:30:05Z')

it('reads the clock in China', () => {
  expect(inChina(at)).toBe('2026-11-22T04:30:05')
  expect(chinaDay(at)).toBe('2026-11-22')
})

it('tells the day in a zone', () => {
  expect(dayIn('Asia/Shanghai', at)).toBe('2026-11-22')
  expect(dayIn('America/New_York', new Date('2026-11-01T03:59:00Z'))).toBe('2026-10-31')
})

it('names the day in each language', () => {
  expect([longDayIn('zh-cn', 'Asia/Shanghai', at), longDayIn('en', 'Europe/London', at)]).toEqual([
    '2026年11月22日',
    '21 November 2026',
  ])
  expect(longDayIn('zh-tw', 'Asia/Taipei', at)).toBe('2026年11月22日')
})

it('counts days over the 29th of February, and over a year without it', () => {
  expect(daysFrom('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
  expect(daysFrom('2026-03-02', '2026-03-01')).toEqual([])
  expect([dayAfter('2026-02-28'), dayAfter('2026-12-31'), dayAfter('2026-03-01', -1)]).toEqual([
    '2026-03-01',
    '2027-01-01',
    '2026-02-28',
  ])
  expect([daysTo('2027-12-31', '2028-03-01'), daysTo('2026-12-31', '2027-03-01')]).toEqual([61, 60])
})

it('tells a day of the calendar from another text', () => {
  const days = ['2028-02-29', '2000-02-29', '2026-12-31']
  const others = ['2027-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-1-1', '2026-01-01T00', '']
  expect([...days, ...others].filter(isDay)).toEqual(days)
})
