import { expect, test } from 'vitest'
import { dayFrom, firstScheduledDay, momentOfHour } from './schedules.rules.ts'

test('an hour of a day is a moment in the zone of the race, also at midnight', () => {
  expect(momentOfHour('Asia/Shanghai', '2026-11-01', 0).toISOString()).toBe('2026-10-31T16:00:00.000Z')
  expect(momentOfHour('Asia/Shanghai', '2026-11-01', 23).toISOString()).toBe('2026-11-01T15:00:00.000Z')
  expect(momentOfHour('Asia/Kathmandu', '2026-11-01', 6).toISOString()).toBe('2026-11-01T00:15:00.000Z')
  expect(momentOfHour('Pacific/Kiritimati', '2026-11-01', 0).toISOString()).toBe('2026-10-31T10:00:00.000Z')
})
test('if the clock goes forward, a missing hour is the moment of the change; of an hour that comes twice, the first counts', () => {
  expect(momentOfHour('Europe/Berlin', '2026-03-29', 2).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(momentOfHour('Europe/Berlin', '2026-03-29', 3).toISOString()).toBe('2026-03-29T01:00:00.000Z')
  expect(momentOfHour('Europe/Berlin', '2026-10-25', 2).toISOString()).toBe('2026-10-25T00:00:00.000Z')
  expect(momentOfHour('Europe/Berlin', '2026-10-25', 3).toISOString()).toBe('2026-10-25T02:00:00.000Z')
  expect(momentOfHour('America/Santiago', '2026-09-06', 0).toISOString()).toBe('2026-09-06T04:00:00.000Z')
})
test('every day, or some days of the week, until the last day', () => {
  const when = { weekdays: [1, 5], hour: 8, until: '2026-11-30' }
  expect(dayFrom('2026-11-23', when)).toBe('2026-11-23')
  expect(dayFrom('2026-11-24', when)).toBe('2026-11-27')
  expect(dayFrom('2026-12-01', when)).toBeNull()
  expect(dayFrom('2026-11-24', { ...when, weekdays: [] })).toBe('2026-11-24')
})
test('an hour that has passed today begins with the next day', () => {
  const when = { weekdays: [], hour: 8, until: '2026-11-24' }
  const at = (time: string) => firstScheduledDay('Asia/Shanghai', '2026-11-23', new Date(time), when)
  expect(at('2026-11-22T23:59:59Z')).toBe('2026-11-23')
  expect(at('2026-11-23T00:00:00Z')).toBe('2026-11-24')
  expect(firstScheduledDay('Asia/Shanghai', '2026-11-24', new Date('2026-11-24T01:00:00Z'), when)).toBeNull()
})
