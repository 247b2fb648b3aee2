import { expect, it } from 'vitest'
import { chinaDay, dayIn, inChina, longDayIn } from './days.ts'

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
