import { expect, test } from 'vitest'
import { replayLength, passingsByRunner, placeInReplay, replayOrder, drawnWays } from './replay.rules.ts'

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

test('a runner of a replay moves evenly between two points, and stops at the last known place', () => {
  const [one, two] = [ways[0]!, ways[1]!]
  expect(placeInReplay(one, 1_000_000, 20_000)).toMatchObject({ metres: 5000, last: null, state: 'under_way' })
  expect(placeInReplay(one, 3_500_000, 20_000)).toMatchObject({ metres: 15_000, last: { label: '10' } })
  expect(placeInReplay(one, 5_000_000, 20_000)).toMatchObject({ metres: 20_000, state: 'finished' })
  expect(placeInReplay(two, 4_000_000, 20_000)).toMatchObject({
    metres: 10_000,
    last: { label: '换项' },
    state: 'stopped',
  })
  expect(replayLength(ways)).toBe(5_000_000)
  expect(replayLength([])).toBe(0)
})

test('a replay orders runners by progress, and finishers by their time', () => {
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

test('a runner with a device is replayed by places, and waits at the start before the first place', () => {
  const [way] = drawnWays([
    {
      bib: '7',
      name: null,
      points: [
        [60, 200],
        [120, 500],
        [180, 440],
      ],
    },
  ])
  const at = (seconds: number) => placeInReplay(way!, seconds * 1000, 10_000)
  expect([0, 60, 90, 150, 999].map((seconds) => at(seconds).metres)).toEqual([0, 200, 350, 470, 440])
  expect(at(90)).toMatchObject({ byDevice: true, state: 'under_way' })
  expect(replayLength([way!])).toBe(180_000)
})
