import { expect, test } from 'vitest'
import { isLiveTime } from './liveTime.rules.ts'
import {
  barsOf,
  lengthOf,
  metresAfter,
  onDrawing,
  placeInReplay,
  replayOrder,
  passingsByRunner,
} from './place.rules.ts'

test('a place moves on with the speed, never past a mat that did not see the runner, and not for ever', () => {
  const runner = { metres: 10_000, speed: 400, next: { metres: 10_100 } }
  expect(metresAfter(runner, 10_000)).toBe(10_040)
  expect(metresAfter(runner, 60_000)).toBe(10_100)
  expect(metresAfter({ ...runner, next: null }, 3_600_000)).toBe(10_480)
  expect(metresAfter({ ...runner, speed: 0 }, 10_000)).toBe(10_000)
  expect(metresAfter({ ...runner, metres: null }, 0)).toBeNull()
  expect(metresAfter(runner, -5_000), 'a clock that runs behind').toBe(10_000)
})

const passing = (bib: string, label: string, metres: number | null, ms: number) => ({
  bib,
  name: null,
  label,
  metres,
  ms,
})
const ways = passingsByRunner([
  passing('1', '终点', 20_000, 5_000_000),
  passing('1', '10', 10_000, 2_000_000),
  passing('2', '10', 10_000, 2_500_000),
  passing('2', '换项', null, 2_600_000),
])

test('a replay moves evenly between two points, and stands where nothing more is known', () => {
  const [one, two] = [ways[0]!, ways[1]!]
  expect(placeInReplay(one, 1_000_000, 20_000)).toMatchObject({ metres: 5000, last: null, state: 'under_way' })
  expect(placeInReplay(one, 3_500_000, 20_000)).toMatchObject({ metres: 15_000, last: { label: '10' } })
  expect(placeInReplay(one, 5_000_000, 20_000)).toMatchObject({ metres: 20_000, state: 'finished' })
  expect(placeInReplay(two, 4_000_000, 20_000)).toMatchObject({
    metres: 10_000,
    last: { label: '换项' },
    state: 'stopped',
  })
  expect(lengthOf(ways)).toBe(5_000_000)
  expect(lengthOf([])).toBe(0)
})

test('a replay stands by progress, and finishers by their time', () => {
  const at = (ms: number) =>
    ways
      .map((way) => placeInReplay(way, ms, 20_000))
      .sort(replayOrder)
      .map(({ bib }) => bib)
  expect(at(2_200_000)).toEqual(['1', '2'])
  const faster = passingsByRunner([passing('1', '终点', 20_000, 5_000_000), passing('2', '终点', 20_000, 4_900_000)])
  const ended = faster.map((way) => placeInReplay(way, 6_000_000, 20_000)).sort(replayOrder)
  expect(ended.map(({ bib }) => bib)).toEqual(['2', '1'])
})

test('metres of the timed course end at the finish of the drawing', () => {
  expect(onDrawing(21_097.5, 21_097.5, 22_900)).toBe(22_900)
  expect(onDrawing(10_548.75, 21_097.5, 22_900)).toBe(11_450)
  expect(onDrawing(21_500, 21_097.5, 22_900), 'beyond the finish').toBe(22_900)
  expect(onDrawing(5000, null, 22_900)).toBe(5000)
})

test('a density becomes bars, and the fullest is named in metres', () => {
  expect(barsOf([0, 1, 4, 0, 2], 100, 2)).toEqual({ shares: [1, 0.4], fullest: { from: 0, to: 300 } })
  expect(barsOf([0, 0], 100, 60)).toEqual({ shares: [0, 0], fullest: null })
  expect(barsOf([], 100, 60)).toEqual({ shares: [], fullest: null })
})

test('pages lead to the live page from an hour before the start on, for a day and a half', () => {
  const start = Date.parse('2026-10-31T23:30:00Z')
  const after = [-2, -0.5, 35, 37].map((hours) => isLiveTime(start, start + hours * 3_600_000))
  expect(after).toEqual([false, true, true, false])
})
