import { expect, test } from 'vitest'
import { isoFrom, localFrom } from './localTime.ts'

test('an instant is shown by the clock of the zone, and read back', () => {
  expect(localFrom('2026-10-31T23:30:00.000Z')).toBe('2026-11-01T07:30')
  expect(isoFrom('2026-11-01T07:30')).toBe('2026-10-31T23:30:00.000Z')
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Asia/Kathmandu', 'UTC'])
    for (const iso of ['2026-03-29T12:00:00.000Z', '2026-11-01T01:15:00.000Z', '2024-02-29T23:59:00.000Z'])
      expect(isoFrom(localFrom(iso, zone), zone), `${zone} ${iso}`).toBe(iso)
})
test('empty and wrong texts give nothing', () => {
  for (const given of ['', 'x', '2026-13-01T00:00', '2026-11-01']) expect(isoFrom(given)).toBeNull()
  expect([localFrom(null), localFrom('x')]).toEqual(['', ''])
})
// Zones east and west of Greenwich, a change by half an hour, a change at midnight, and a day that a zone left out.
const changes = [
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T03:30'],
  ['Europe/Berlin', '2026-03-29T02:30', '2026-03-29T03:30'],
  ['Europe/London', '2026-03-29T01:30', '2026-03-29T02:30'],
  ['Australia/Sydney', '2026-10-04T02:30', '2026-10-04T03:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:10', '2026-10-04T02:40'],
  ['America/Santiago', '2026-09-06T00:30', '2026-09-06T01:30'],
  ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00'],
] as const
test('in the hour that does not exist the clock has gone on, in every zone', () => {
  for (const [zone, typed, shown] of changes) expect(localFrom(isoFrom(typed, zone), zone), zone).toBe(shown)
})
test('a typed time means the same moment as on the server, around each change of a clock', () => {
  const zones = [...new Set(changes.map(([zone]) => zone)), 'Asia/Shanghai', 'Asia/Kathmandu', 'UTC']
  const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-09-06', '2026-10-04', '2026-10-25', '2026-11-01']
  for (const zone of zones)
    for (const day of days)
      for (let minutes = 0; minutes < 1440; minutes += 10) {
        const two = (n: number) => String(n).padStart(2, '0')
        const typed = `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
        const onServer = Temporal.PlainDateTime.from(typed).toZonedDateTime(zone).epochMilliseconds
        expect(Date.parse(isoFrom(typed, zone)!), `${zone} ${typed}`).toBe(onServer)
      }
})
