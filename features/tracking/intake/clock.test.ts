import { describe, expect, test } from 'vitest'
import { type Lead, clockBy, leadsAfter } from './clock.rules.ts'

const SECOND = 1000
const HOUR = 3_600_000
/**
 * Judges the clock of a device by requests, each with its arrival and its newest fix in seconds. Returns, after each
 * request, by how many seconds the clock is believed to be ahead.
 */
const clocks = (requests: readonly (readonly [came: number, newest: number])[], known = 0, never = true) => {
  let leads: Lead[] = []
  let clock = known
  return requests.map(([came, newest]) => {
    leads = leadsAfter(leads, [{ at: (newest - 30) * SECOND }, { at: newest * SECOND }], came * SECOND)
    clock = clockBy(leads, clock, never) ?? clock
    return clock
  })
}

describe('the clock of a device', () => {
  test('is ahead once three requests agree, by the request with the least delay', () => {
    expect(clocks([10, 20, 30, 40].map((came, n) => [came, came + 3600 - (n % 2)]))).toEqual([0, 0, 3600, 3600])
  })
  test('is not judged by late fixes, or by one wrong fix', () => {
    expect(clocks([10, 20, 30, 40].map((came) => [came, came - 3600]))).toEqual([0, 0, 0, 0])
    expect(clocks([10, 20, 30, 40, 50].map((came) => [came, came === 20 ? came + 3600 : came]))).toEqual([
      0, 0, 0, 0, 0,
    ])
    expect(clocks([10, 20, 30].map((came) => [came, came + 55]))).toEqual([0, 0, 0])
  })
  test('is behind once eight requests within three minutes are equally late and none was on time', () => {
    const late = Array.from({ length: 12 }, (_, n) => 10 + n * 30)
    const behind = late.map((came) => [came, came - 1800 - (came % 3)] as const)
    expect(clocks(behind)).toEqual([0, 0, 0, 0, 0, 0, 0, -1801, -1801, -1801, -1801, -1801])
    expect(clocks(behind, 0, false), 'a device that was on time').toEqual(late.map(() => 0))
    expect(clocks(late.map((came) => [came, came - 100])), 'the delay is short').toEqual(late.map(() => 0))
    // After a time without network, a device sends older fixes faster than it recorded them.
    expect(clocks(late.map((came, n) => [came, came - 1800 + n * 20]))).toEqual(late.map(() => 0))
    expect(clocks(late.map((_, n) => [10 + n * 6, 10 + n * 6 - 1800]))).toEqual(late.map(() => 0))
    expect(clocks(late.map((came) => [came, came - 1]).slice(0, 3) as [number, number][], -1800)).toEqual([
      -1800, -1800, 0,
    ])
  })
  test('is not judged by fixes that were kept without network and come at once', () => {
    // The clock is an hour ahead, and fixes of the last 20 minutes come within a second.
    const kept = [0, 1, 2, 3].map((n) => [100 + n / 4, 100 + 3600 - 1200 + n * 10] as const)
    expect(clocks([...kept, [110, 3710], [120, 3720], [130, 3730]]).slice(0, 4)).toEqual([0, 0, 0, 0])
    expect(clocks([...kept, [110, 3710], [120, 3720], [130, 3730]]).at(-1)).toBe(3600)
  })
  test('counts as right again after three requests on time, but not after late requests', () => {
    expect(
      clocks(
        [10, 20, 30].map((came) => [came, came - 1]),
        3600,
      ),
    ).toEqual([3600, 3600, 0])
    expect(
      clocks(
        [10, 20, 30].map((came) => [came, came - 600]),
        3600,
      ),
    ).toEqual([3600, 3600, 3600])
  })
  test('keeps its value while it changes by less than a minute, so that a repeated fix stays the same', () => {
    expect(
      clocks(
        [10, 20, 30].map((came) => [came, came + 3640]),
        3600,
      ),
    ).toEqual([3600, 3600, 3600])
    expect(
      clocks(
        [10, 20, 30].map((came) => [came, came + 2 * 3600]),
        HOUR / SECOND,
      ).at(-1),
    ).toBe(7200)
  })
  test('is not judged by a request without a readable moment', () => {
    expect(leadsAfter([], [{ at: Number.NaN }], 0)).toEqual([])
    expect(leadsAfter([], [], 0)).toEqual([])
  })
})
