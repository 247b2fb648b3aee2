import { expect, test } from 'vitest'
import { type Finisher, progressOf, finishersOf, timesOf } from './progress.rules.ts'
import { csvLine } from '#features/files/csv.rules.ts'
import { videoMoments, pointPassings } from '../films/videos.rules.ts'

const way = (gender: 'M' | 'F', ...times: (number | null)[]): Finisher => ({ field: '', gender, times })
const points = [
  { label: '5', metres: 5000 },
  { label: '10', metres: 10_000 },
  { label: '终点', metres: 21_097.5 },
]
const all = [
  way('M', 1000, 2100, 4500),
  way('F', 1000, 2000, 4400),
  way('M', 1200, 2400, 4300),
  way('F', 1300, null, 5000),
  way('M', 1400, 2900, null),
]
const finishers = finishersOf([...all, { field: 'wheelchair', gender: 'M', times: [600, 1200, 2500] }], 2)

test("ranks rise and fall from point to point; equal times share one; a wheelchair changes no runner's rank", () => {
  const third = progressOf(finishers, all[2]!, points)
  expect(third.map(({ place, of, gender_place, won }) => [place, of, gender_place, won])).toEqual([
    [3, 5, 2, null],
    [3, 4, 2, 0],
    [1, 4, 1, 2],
  ])
  expect(progressOf(finishers, all[0]!, points).map(({ place, won }) => [place, won])).toEqual([
    [1, null],
    [2, -1],
    [3, -1],
  ])
  expect(third.map(({ best_ms, middle_ms }) => [best_ms, middle_ms])).toEqual([
    [1000, 1200],
    [2000, 2100],
    [4300, 4400],
  ])
  expect(
    progressOf(finishers, { field: 'wheelchair', gender: 'M', times: [600, 1200, 2500] }, points).map(
      ({ place, of }) => [place, of],
    ),
  ).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
})

test('a missed point has no rank, and the next rank counts from the point before; a runner who stopped has none at the finish', () => {
  expect(progressOf(finishers, all[3]!, points).map(({ place, won }) => [place, won])).toEqual([
    [4, null],
    [null, null],
    [4, 0],
  ])
  expect(progressOf(finishers, all[4]!, points).map(({ ms, place, won }) => [ms, place, won])).toEqual([
    [1400, 5, null],
    [2900, 4, 1],
    [null, null, null],
  ])
})

test('times along the way end at the finish by the same clock', () => {
  const result = { outcome: 'finished' as const, gun_ms: 5000, net_ms: 4900, splits: [1000] }
  expect(timesOf(result, 2, 'net')).toEqual([1000, null, 4900])
  expect(timesOf({ ...result, net_ms: null }, 1, 'net')).toEqual([1000, 5000])
  expect(timesOf({ ...result, outcome: 'dnf' }, 1, 'gun')).toEqual([1000, null])
})

const start = new Date('2026-03-01T23:30:00Z')
const clockAt = (at: Date) => at.toISOString().slice(11, 19)

test('the moment of a video is the start, the wait at the start, and the split; a film begins a little earlier', () => {
  const passings = pointPassings(
    { gun_ms: 7_260_000, net_ms: 7_200_000, times: [1_800_000, null, 7_200_000] },
    { labels: ['5', '10', '终点'], clock: 'net', start },
  )
  expect(passings.map(({ at }) => at?.toISOString() ?? null)).toEqual([
    '2026-03-02T00:01:00.000Z',
    null,
    '2026-03-02T01:31:00.000Z',
  ])
  const film = {
    point: '终点',
    kind: 'film' as const,
    address: 'https://v.example/f.mp4',
    began: '2026-03-02T01:00:00Z',
  }
  expect(videoMoments([film], 1, 'A1', passings, clockAt)).toEqual([
    {
      point: '终点',
      passed_at: passings[2]!.at,
      time: '01:31:00',
      kind: 'film',
      address: 'https://v.example/f.mp4',
      offset: 1855,
    },
  ])
  expect(
    [1859, 1860].map((seconds) => videoMoments([{ ...film, seconds }], 1, 'A1', passings, clockAt).length),
    'the film had ended',
  ).toEqual([0, 1])
  expect(
    videoMoments([{ ...film, began: '2026-03-02T01:31:03Z' }], 1, 'A1', passings, clockAt)[0]?.offset,
    'it had just not begun',
  ).toBeUndefined()
  expect(
    videoMoments(
      [
        { ...film, began: '2026-03-02T02:00:00Z' },
        { ...film, eventid: 2 },
        { ...film, began: undefined },
      ],
      1,
      'A1',
      passings,
      clockAt,
    ),
  ).toEqual([])
})

test("a page's address has bib, time and point, and nothing else", () => {
  const passings = pointPassings(
    { gun_ms: null, net_ms: null, times: [1_800_000, null] },
    { labels: ['CP1+', 'CP2'], clock: 'gun', start },
  )
  const page = { point: 'CP1+', kind: 'page' as const, address: 'https://v.example/?b={bib}&t={time}&p={point}' }
  expect(videoMoments([page], 1, 'A&1', passings, clockAt)[0]?.address).toBe(
    'https://v.example/?b=A%261&t=00%3A00%3A00&p=CP1%2B',
  )
  expect(
    videoMoments([{ ...page, point: 'CP2' }], 1, 'A1', passings, clockAt),
    'without a time there is no moment',
  ).toEqual([])
  expect(
    videoMoments([{ ...page, point: 'CP2', address: 'https://v.example/{bib}' }], 1, 'A1', passings, clockAt)[0]
      ?.address,
  ).toBe('https://v.example/A1')
})

test('no cell of the file is a formula, and quotes and commas stay inside their cells', () => {
  expect(csvLine(['=1+1', '@a', 'a,"b"', -3, null])).toBe(`'=1+1,'@a,"a,""b""",-3,\r\n`)
})
