import { describe, expect, test } from 'vitest'
import { farthestSince, extendWay, newWay, trustedFix } from './way.rules.ts'

const place = (at: number, along: number, sure = true) => ({ at, lat: 30, lon: 120, along, off: 3, sure })
const wayOf = (places: readonly (readonly [along: number, sure?: boolean])[]) => {
  const way = newWay()
  for (const [n, [along, sure]] of places.entries())
    extendWay(way, trustedFix(place(n * 10_000, along, sure)), n * 10_000, 3_600_000)
  return way
}

describe('a way', () => {
  test('treats an uncertain place along the course as unknown, and keeps the rest of the fix', () => {
    expect(trustedFix(place(0, 500, false))).toEqual({ at: 0, lat: 30, lon: 120, along: null, off: 3 })
    expect(trustedFix(place(0, 500))).toEqual({ at: 0, lat: 30, lon: 120, along: 500, off: 3 })
  })
  test('reaches as far as three sure fixes in a row agree on', () => {
    expect(wayOf([[100], [130]]).farthest).toBeNull()
    expect(wayOf([[100], [130], [160], [190]]).farthest).toBe(130)
    expect(wayOf([[100], [130], [9000], [190], [220]]).farthest).toBe(190)
  })
  test('does not count a place from before the start of the carrier', () => {
    const way = wayOf([[500], [600], [700], [300], [0], [50], [100]])
    expect(farthestSince(way, null)).toBe(500)
    expect(farthestSince(way, 10_000)).toBe(500)
    expect(farthestSince(way, 40_000)).toBe(100)
    expect(farthestSince(way, 90_000), 'no fix since the start').toBeNull()
  })
  test('ignores uncertain fixes of another lap', () => {
    const guesses = [[5000, false] as const, [5030, false] as const, [5060, false] as const]
    const way = wayOf([[100], [130], [160], ...guesses, [190]])
    expect(way.farthest).toBe(130)
    expect(way.fixes.map(({ along }) => along)).not.toContain(5030)
  })
})
