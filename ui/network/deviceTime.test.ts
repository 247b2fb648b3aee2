import { describe, expect, test } from 'vitest'
import { type Anchor, type ClockReading, dateOf, deviceMomentOf } from './deviceTime.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const began = Date.parse('2026-10-30T04:00:00Z')

/** Makes a device that stays in use, with a person who sets its clock. */
const device = (wrong = -7 * HOUR) => {
  const here = { true: began, wrong, steady: 0, page: 1 }
  const read = (): ClockReading => ({ page: `${here.page}`, steady: here.steady, device: here.true + here.wrong })
  return {
    passes: (ms: number) => Object.assign(here, { true: here.true + ms, steady: here.steady + ms }),
    sleeps: (ms: number) => Object.assign(here, { true: here.true + ms }),
    sets: (by: number) => Object.assign(here, { wrong: here.wrong + by }),
    reloads: () => Object.assign(here, { page: here.page + 1, steady: 0, true: here.true + 2000 }),
    meets: (): Anchor => ({ ...read(), server: here.true }),
    writes: () => ({ reading: read(), true: here.true }),
  }
}
type Device = ReturnType<typeof device>
type Written = ReturnType<Device['writes']>
const wrongBy = (entries: readonly Written[], before: Anchor, now: Anchor) =>
  entries.map((one) => dateOf(one.reading, before, now).at - one.true)

describe('entries without network have right moments', () => {
  test.each([
    ['forward by three hours', 3 * HOUR],
    ['back by three hours', -3 * HOUR],
    ['forward by five minutes', 5 * MINUTE],
    ['back by five minutes', -5 * MINUTE],
  ])('if somebody sets the clock %s between them', (_name, by) => {
    const one = device()
    const before = one.meets()
    one.passes(20 * MINUTE)
    const first = one.writes()
    one.passes(10 * MINUTE)
    one.sets(by)
    one.passes(10 * MINUTE)
    const second = one.writes()
    one.passes(20 * MINUTE)
    const now = one.meets()
    expect(wrongBy([first, second], before, now)).toEqual([0, 0])
    // The server corrects a sent moment by the difference between its own clock and the device's clock at the call.
    const sent = Date.parse(deviceMomentOf(dateOf(first.reading, before, now), now))
    expect(sent + (now.server - now.device)).toBe(first.true)
  })
  test.each([3 * HOUR, -3 * HOUR])('if the clock is set by %s ms and the page is loaded again', (by) => {
    const one = device()
    const before = one.meets()
    one.passes(10 * MINUTE)
    const first = one.writes()
    one.passes(10 * MINUTE)
    one.sets(by)
    one.passes(10 * MINUTE)
    const second = one.writes()
    one.reloads()
    one.passes(10 * MINUTE)
    const third = one.writes()
    one.passes(HOUR)
    expect(wrongBy([first, second, third], before, one.meets())).toEqual([0, 0, 0])
  })
  test('if the clock is set forward and back again', () => {
    const one = device()
    const before = one.meets()
    one.passes(10 * MINUTE)
    one.sets(4 * HOUR)
    one.passes(10 * MINUTE)
    const written = one.writes()
    one.passes(10 * MINUTE)
    one.sets(-4 * HOUR)
    one.passes(10 * MINUTE)
    expect(wrongBy([written], before, one.meets())).toEqual([0])
  })
  test('if the device sleeps, and its steady clock stops meanwhile', () => {
    const one = device()
    const before = one.meets()
    one.passes(10 * MINUTE)
    const first = one.writes()
    one.sleeps(2 * HOUR)
    one.passes(MINUTE)
    const second = one.writes()
    one.sleeps(HOUR)
    expect(wrongBy([first, second], before, one.meets())).toEqual([0, 0])
  })
})

test('a page that was loaded again before and after an entry, with a set clock, leaves two moments, and says so', () => {
  const one = device()
  const before = one.meets()
  one.passes(3 * HOUR)
  one.reloads()
  one.passes(MINUTE)
  const written = one.writes()
  one.passes(MINUTE)
  one.sets(-2 * HOUR)
  one.reloads()
  one.passes(3 * HOUR)
  const found = dateOf(written.reading, before, one.meets())
  expect(found.unsure).toBe(2 * HOUR)
  expect(Math.abs(found.at - written.true)).toBeLessThanOrEqual(2 * HOUR)
})
test('a set clock whose other moment lies outside of the contacts leaves one moment', () => {
  const one = device()
  const before = one.meets()
  one.passes(10 * MINUTE)
  one.reloads()
  one.passes(MINUTE)
  const written = one.writes()
  one.sets(9 * HOUR)
  one.reloads()
  one.passes(HOUR)
  expect(dateOf(written.reading, before, one.meets())).toEqual({ at: written.true, unsure: 0 })
})
test('no moment is later than the contact, and a first contact uses the steady clock', () => {
  const one = device()
  const written = one.writes()
  one.sets(5 * HOUR)
  one.passes(HOUR)
  expect(dateOf(written.reading, null, one.meets()).at).toBe(written.true)
})
