import { expect, test } from 'vitest'
import { leaseFrom, leaseState, moveOn, serverTime } from './lease.ts'

const HOUR = 3_600_000
const server = Date.parse('2026-10-30T04:00:00Z')

test('a device whose clock is wrong by hours works as long as the race allows', () => {
  for (const wrong of [-7 * HOUR, 0, 5 * HOUR]) {
    const device = server + wrong
    const lease = leaseFrom(server, server + 12 * HOUR, device)
    expect(serverTime(lease, device + HOUR)).toBe(server + HOUR)
    expect(leaseState(lease, device + 12 * HOUR - 1)).toBe('valid')
    expect(leaseState(lease, device + 12 * HOUR)).toBe('over')
  }
})

test('a clock that is set back while the page is open does not lengthen the time', () => {
  const lease = leaseFrom(server, server + 2 * HOUR, server)
  const later = moveOn(lease, server + HOUR, HOUR)
  const setBack = moveOn(later, server - 5 * HOUR, 60_000)
  expect(serverTime(setBack, server - 5 * HOUR)).toBe(server + HOUR + 60_000)
  expect(leaseState(setBack, server - 5 * HOUR)).toBe('valid')
  expect(leaseState(moveOn(setBack, server - 4 * HOUR, HOUR), server - 4 * HOUR)).toBe('over')
})

test('a clock that is set back while the page is closed ends the time', () => {
  const lease = moveOn(leaseFrom(server, server + 12 * HOUR, server), server + HOUR, HOUR)
  expect(leaseState(lease, server + HOUR - 60_000)).toBe('valid')
  expect(leaseState(lease, server)).toBe('moved')
})

test('a clock that is set forward shortens the time, and a clock that drifts changes nothing', () => {
  const lease = leaseFrom(server, server + 2 * HOUR, server)
  expect(leaseState(moveOn(lease, server + 3 * HOUR, 1000), server + 3 * HOUR)).toBe('over')
  const drifted = moveOn(lease, server + HOUR - 30_000, HOUR)
  expect(drifted.offset).toBe(0)
  expect(drifted.seen).toBe(server + HOUR)
})
