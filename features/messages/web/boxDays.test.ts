import { expect, test } from 'vitest'
import { dayLabel, messagesByDay } from './boxDays.ts'

const at = (created_at: string) => ({ created_at })

test('messages are grouped by the day of their arrival, by the clock of the races', () => {
  // 00:30 in Shanghai is on the day before in UTC.
  const days = messagesByDay([
    at('2026-03-02T01:00:00Z'),
    at('2026-03-01T16:30:00Z'),
    at('2026-03-01T15:30:00Z'),
    at('2026-02-20T04:00:00Z'),
  ])
  expect(days.map(({ items }) => items.length)).toEqual([2, 1, 1])
})

test('today and yesterday have these names, other days their date', () => {
  const now = new Date('2026-03-02T04:00:00Z')
  const words = { today: '今天', yesterday: '昨天' }
  expect(
    ['2026-03-01T16:30:00Z', '2026-03-01T15:30:00Z', '2026-02-20T04:00:00Z'].map((day) =>
      dayLabel(day, now, 'zh-cn', words),
    ),
  ).toEqual(['今天', '昨天', '2026年2月20日星期五'])
  expect(dayLabel('2026-02-20T04:00:00Z', now, 'en', words)).toBe('Friday, 20 February 2026')
})
