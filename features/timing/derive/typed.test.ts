import { describe, expect, test } from 'vitest'
import { CoursePoint, rulesOf } from '../course/course.contract.ts'
import { type RawRead, derive } from '../rules.ts'
import type { TypedKind } from './typed.rules.ts'

const gun = Date.parse('2026-03-01T00:00:00Z')
const MINUTE = 60_000
const point = (label: string, kind: CoursePoint['kind'], metres: number, stationid: number) =>
  CoursePoint.parse({ label, kind, metres, stationid })
/**
 * A trail: the start, an aid station with a way in and a way out, an aid station with a single point, and the finish at
 * the start.
 */
const trail = [
  point('起点', 'start', 0, 1),
  point('CP1', 'in', 10_000, 2),
  point('CP1+', 'out', 10_000, 2),
  point('CP2', 'split', 20_000, 3),
  point('终点', 'finish', 30_000, 1),
]
let ids = 0
const chip = (stationid: number, minutes: number): RawRead => ({
  id: ++ids,
  stationid,
  at: gun + minutes * MINUTE,
  ignored: false,
})
const typed = (stationid: number, kind: TypedKind, minutes: number, margin = 1): RawRead => ({
  ...chip(stationid, minutes),
  typed: { kind, margin: margin * MINUTE },
})
const work = (reads: readonly RawRead[], points = trail, rules: object = {}) => {
  const course = { points, rules: rulesOf({ fastest: 140, usual: 600, ...rules }), closed: false }
  const got = derive(course, gun, reads)
  const mirrored = derive(course, gun, reads.toReversed())
  expect(mirrored).toEqual(got)
  return {
    times: got.times.map(({ at }) => (at === null ? null : (at - gun) / MINUTE)),
    verdicts: reads.map(({ id }) => got.verdicts.get(id)),
    doubts: got.doubts,
    outcome: got.original?.outcome,
  }
}

describe('reads that people wrote beside reads of chips', () => {
  test('a station without chips has its times by hand, in and out in the same minute too', () => {
    expect(
      work([chip(1, 0.1), typed(2, 'in', 90), typed(2, 'out', 105), typed(3, 'in', 200), chip(1, 300)]),
    ).toMatchObject({ times: [0.1, 90, 105, 200, 300], doubts: [], outcome: 'finished' })
    expect(work([chip(1, 0.1), typed(2, 'in', 90), typed(2, 'out', 90)]).times).toEqual([0.1, 90, 90, null, null])
  })
  test('an out alone is never the way in, and an in alone is never the way out', () => {
    expect(work([chip(1, 0.1), typed(2, 'out', 105)]).times).toEqual([0.1, null, 105, null, null])
    expect(work([chip(1, 0.1), typed(2, 'in', 90), typed(2, 'in', 130)])).toMatchObject({
      times: [0.1, 90, null, null, null],
      doubts: ['reads_unplaced'],
    })
  })
  test('a chip at the same point wins; a difference beyond the uncertainty is named', () => {
    expect(work([chip(1, 0.1), chip(3, 200), typed(3, 'in', 200.9)])).toMatchObject({
      times: [0.1, null, null, 200, null],
      verdicts: ['believed', 'believed', 'chip_agrees'],
      doubts: [],
    })
    expect(work([chip(1, 0.1), chip(3, 200), typed(3, 'in', 202)])).toMatchObject({
      times: [0.1, null, null, 200, null],
      verdicts: ['believed', 'believed', 'chip_differs'],
      doubts: ['typed_differs'],
    })
    expect(work([chip(1, 0.1), chip(3, 200), typed(3, 'in', 204, 5)]).doubts).toEqual([])
    expect(work([chip(1, 0.1), chip(3, 200), typed(3, 'in', 140)])).toMatchObject({
      times: [0.1, null, null, 200, null],
      doubts: ['typed_differs'],
    })
  })
  test('a mat at the way in and a person at the way out make both times', () => {
    expect(work([chip(1, 0.1), chip(2, 90), typed(2, 'in', 90), typed(2, 'out', 91)])).toMatchObject({
      times: [0.1, 90, 91, null, null],
      verdicts: ['believed', 'believed', 'chip_agrees', 'believed'],
      doubts: [],
    })
  })
  test('a drop-out shows that the runner reached the station, unless another read does', () => {
    expect(work([chip(1, 0.1), typed(3, 'drop', 220)])).toMatchObject({
      times: [0.1, null, null, 220, null],
      doubts: [],
    })
    expect(work([chip(1, 0.1), typed(3, 'in', 200), typed(3, 'drop', 260)])).toMatchObject({
      times: [0.1, null, null, 200, null],
      verdicts: ['believed', 'believed', 'same_passage'],
      doubts: [],
    })
  })
  test('a way out of a station with one point counts only if nobody wrote the way in', () => {
    expect(work([chip(1, 0.1), typed(3, 'in', 200), typed(3, 'out', 215)])).toMatchObject({
      times: [0.1, null, null, 200, null],
      doubts: [],
    })
    expect(work([chip(1, 0.1), typed(3, 'out', 215)]).times).toEqual([0.1, null, null, 215, null])
  })
  test('two people who write the same passage make one; a time before the gun and an undone read make none', () => {
    expect(work([chip(1, 0.1), typed(3, 'in', 200), typed(3, 'in', 201)])).toMatchObject({
      times: [0.1, null, null, 200, null],
      doubts: [],
    })
    expect(work([chip(1, 0.1), typed(3, 'in', -200), { ...typed(3, 'in', 200), ignored: true }])).toMatchObject({
      times: [0.1, null, null, null, null],
      verdicts: ['believed', 'before_start', 'ignored'],
    })
  })
  test('a runner whom only people saw has a race', () => {
    expect(work([typed(2, 'in', 90), typed(2, 'out', 95), typed(3, 'in', 200)])).toMatchObject({
      times: [null, 90, 95, 200, null],
      outcome: 'running',
    })
  })
  test('in a race of rounds a person adds a round that the mat missed, but no round that it saw', () => {
    const loop = [point('起点', 'start', 0, 1), point('终点', 'finish', 5000, 2)]
    const rules = { shape: 'laps' }
    expect(work([chip(1, 0.1), chip(2, 50), typed(2, 'in', 52)], loop, rules).times).toEqual([0.1, 50])
    expect(work([chip(1, 0.1), chip(2, 50), typed(2, 'in', 101), chip(2, 150)], loop, rules).times).toEqual([
      0.1, 50, 101, 150,
    ])
  })
})
