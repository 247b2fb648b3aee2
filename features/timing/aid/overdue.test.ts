import { describe, expect, test } from 'vitest'
import { CoursePoint } from '../course/course.contract.ts'
import { overdueOf } from './overdue.rules.ts'

const gun = Date.parse('2026-03-01T00:00:00Z')
const MINUTE = 60_000
const point = (label: string, kind: CoursePoint['kind'], metres: number | null, stationid: number, cutoff?: number) =>
  CoursePoint.parse({ label, kind, metres, stationid, ...(cutoff === undefined ? {} : { cutoff: cutoff * 60 }) })
const trail = [
  point('起点', 'start', 0, 1),
  point('CP1', 'in', 10_000, 2),
  point('CP1+', 'out', 10_000, 2),
  point('CP2', 'split', 20_000, 3, 250),
  point('终点', 'finish', 30_000, 1, 400),
]
const overdue = (seen: Record<string, number>, minutes: number, points = trail) => {
  const times = points.map(({ label }) => ({ label, at: label in seen ? gun + seen[label]! * MINUTE : null }))
  const got = overdueOf({ points, gun, usual: 600, times, now: gun + minutes * MINUTE })
  return (
    got && [
      got.last,
      got.next,
      got.expected_at === null ? null : (got.expected_at - gun) / MINUTE,
      (got.since - gun) / MINUTE,
      got.by,
    ]
  )
}

describe('a runner overdue between two stations', () => {
  test('by the own pace so far, with a quarter more and ten minutes', () => {
    expect(overdue({ 起点: 0, CP1: 80 }, 189)).toBeUndefined()
    expect(overdue({ 起点: 0, CP1: 80 }, 191)).toEqual(['CP1', 'CP2', 160, 190, 'pace'])
    // The rest at the station counts as running time, so the pace is slower.
    expect(overdue({ 起点: 0, CP1: 80, 'CP1+': 90 }, 191)).toBeUndefined()
    expect(overdue({ 起点: 0, CP1: 80, 'CP1+': 90 }, 213)).toEqual(['CP1+', 'CP2', 180, 212.5, 'pace'])
  })
  test('an earlier cut-off comes first', () => {
    expect(overdue({ 起点: 0, CP1: 150 }, 249)).toBeUndefined()
    expect(overdue({ 起点: 0, CP1: 150 }, 251)).toEqual(['CP1', 'CP2', 300, 250, 'cutoff'])
  })
  test('a runner who was seen only at the start is expected by the usual pace', () => {
    expect(overdue({ 起点: 1 }, 135)).toBeUndefined()
    expect(overdue({ 起点: 1 }, 137)).toEqual(['起点', 'CP1', 101, 136, 'pace'])
  })
  test('a runner who was never seen, or who is at the end, is not overdue', () => {
    expect(overdue({}, 10_000)).toBeUndefined()
    expect(overdue({ 起点: 0, 终点: 300 }, 10_000)).toBeUndefined()
  })
  test('a missed station makes nobody overdue there: the last known place counts', () => {
    expect(overdue({ 起点: 0, CP2: 200 }, 300)).toBeUndefined()
    expect(overdue({ 起点: 0, CP2: 200 }, 336)).toEqual(['CP2', '终点', 300, 335, 'pace'])
  })
  test('without metres only a cut-off counts', () => {
    const bare = [point('起点', 'start', null, 1), point('CP1', 'split', null, 2, 60), point('终点', 'finish', null, 3)]
    expect(overdue({ 起点: 0 }, 59, bare)).toBeUndefined()
    expect(overdue({ 起点: 0 }, 61, bare)).toEqual(['起点', 'CP1', null, 60, 'cutoff'])
    expect(overdue({ 起点: 0, CP1: 50 }, 10_000, bare)).toBeUndefined()
  })
})
