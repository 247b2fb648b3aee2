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
test('in the hour that does not exist the clock has gone on', () => {
  expect(localFrom(isoFrom('2026-03-08T02:30', 'America/New_York'), 'America/New_York')).toMatch(
    /^2026-03-08T0[13]:30$/,
  )
})
