import { expect, test } from 'vitest'
import { calendarOf } from './calendar.ts'

const shift = {
  _key: '1ka-a',
  post: '补给站, 二号',
  place: '江滨;东门',
  team: '三组',
  notes: '带雨衣\n早到',
  starts_at: '2026-10-31T22:30:00.000Z',
  ends_at: null,
}
test('a shift as a calendar file: escaped, folded, an hour long if no end is known', () => {
  const file = calendarOf(shift, '江城马拉松', 0)!
  const lines = file.replace(/\r\n /g, '').split('\r\n')
  expect(lines).toContain('DTSTART:20261031T223000Z')
  expect(lines).toContain('DTEND:20261031T233000Z')
  expect(lines).toContain('SUMMARY:江城马拉松 · 补给站\\, 二号')
  expect(lines).toContain('LOCATION:江滨\\;东门')
  expect(lines).toContain('DESCRIPTION:三组\\n带雨衣\\n早到')
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(calendarOf({ ...shift, starts_at: null }, 'x', 0)).toBeUndefined()
})
