import { afterEach, expect, test, vi } from 'vitest'
import { learnClock, serverNow } from './serverClock.ts'

const device = Date.parse('2026-11-23T08:00:00Z')
afterEach(() => {
  learnClock(String(Date.now()))
  vi.useRealTimers()
})

test('a device whose clock is wrong counts by the clock of the server; a right clock is not changed', () => {
  vi.useFakeTimers({ now: device })
  for (const [seconds, counted] of [
    [3600, 3600],
    [-400 * 86_400, -400 * 86_400],
    [20, 0],
  ] as const) {
    learnClock(String(device + seconds * 1000))
    expect(serverNow()).toBe(device + counted * 1000)
  }
  learnClock(String(device + 3_600_000))
  for (const nothing of [undefined, '', 'soon']) learnClock(nothing)
  expect(serverNow()).toBe(device + 3_600_000)
})
