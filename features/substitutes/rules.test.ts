import { describe, expect, test } from 'vitest'
import {
  APART_MS,
  FASTER,
  MEAN_MS,
  PAIRS_MOST,
  type PhotoAtPoint,
  type RunnerTimes,
  TOGETHER_MS,
  findPhotosApart,
  findTogether,
  fastPaceOf,
  predictedSeconds,
  togetherOf,
} from './rules.ts'

const minute = 60_000
const runner = (bib: string, change: Partial<RunnerTimes> = {}): RunnerTimes => ({
  bib,
  start: 30_000,
  splits: [25 * minute, 50 * minute, 75 * minute],
  finish: 105 * minute,
  ...change,
})
const shifted = (bib: string, ms: number): RunnerTimes => {
  const one = runner(bib)
  return { ...one, start: one.start! + ms, splits: one.splits.map((at) => at! + ms), finish: one.finish + ms }
}

describe('two bibs together', () => {
  test('a pair within seconds at every point is found, in the order of the bibs', () => {
    expect(togetherOf(shifted('120', 200), runner('31'))).toEqual({
      bib: '31',
      other: '120',
      gap: 200,
      mean: 200,
      points: 5,
    })
    const once = (ms: number) => runner('120', { finish: 105 * minute + ms })
    expect(togetherOf(runner('31'), once(TOGETHER_MS))).toMatchObject({ gap: TOGETHER_MS, mean: 200 })
    expect(togetherOf(runner('31'), once(TOGETHER_MS + 1))).toBeUndefined()
  })
  test('friends side by side differ at most points, and two chips on one person do not', () => {
    expect(togetherOf(runner('31'), shifted('120', MEAN_MS))).toMatchObject({ mean: MEAN_MS })
    expect(togetherOf(runner('31'), shifted('120', MEAN_MS + 1))).toBeUndefined()
    const splits = [25 * minute, 50 * minute + 1000, 75 * minute]
    expect(togetherOf(runner('31'), runner('120', { splits, finish: 105 * minute + 1000 }))).toBeUndefined()
  })
  test('a difference at one point is enough for two people', () => {
    expect(togetherOf(runner('1'), runner('2', { splits: [25 * minute, 51 * minute, 75 * minute] }))).toBeUndefined()
    expect(togetherOf(runner('1'), runner('2', { start: 90_000 })), 'another start').toBeUndefined()
  })
  test('a mat that missed one chip does not hide a pair; two different ways do', () => {
    expect(togetherOf(runner('1'), runner('2', { splits: [25 * minute, null, 75 * minute] }))).toMatchObject({
      points: 4,
    })
    expect(togetherOf(runner('1'), runner('2', { splits: [null, null, 75 * minute] }))).toBeUndefined()
  })
  test('too few points find nobody', () => {
    const short = { start: null, splits: [25 * minute, 50 * minute] }
    expect(togetherOf(runner('1', short), runner('2', short))).toBeUndefined()
    expect(togetherOf(runner('1', { splits: [] }), runner('2', { splits: [] }))).toBeUndefined()
    expect(
      togetherOf(runner('1', { splits: [null, null, null] }), runner('2', { splits: [null, null, null] })),
    ).toBeUndefined()
  })
  test('among many runners only the pairs are found, and the answer does not depend on the order', () => {
    const others = Array.from({ length: 2000 }, (_, n) =>
      runner(String(1000 + n), {
        start: (n % 97) * 1000,
        splits: [25 * minute + n * 700, 50 * minute + ((n * 7919) % 900_000), 75 * minute + n * 900],
        finish: 105 * minute + n * 300,
      }),
    )
    const pairs = [runner('7'), shifted('8', 80), shifted('9', -90)]
    const found = findTogether([...others, ...pairs])
    expect(found.map(({ bib, other }) => [bib, other])).toEqual([
      ['7', '8'],
      ['7', '9'],
      ['8', '9'],
    ])
    expect(findTogether([...pairs, ...others].toReversed())).toEqual(found)
  })
  test('a start list that is wrong as a whole gives a limited list', () => {
    expect(findTogether(Array.from({ length: 60 }, (_, n) => runner(String(n))))).toHaveLength(PAIRS_MOST)
    expect(findTogether([])).toEqual([])
  })
})

describe('photos and chip apart', () => {
  const photo = (bib: string, late: number, albumid = 1): PhotoAtPoint => ({ bib, albumid, point: '10K', late })
  /** Twenty runners whose photos fit a camera that is 90 seconds fast. */
  const others = Array.from({ length: 20 }, (_, n) => photo(`c${n}`, 90_000 + (n - 10) * 1_000))
  const bibsOf = (photos: readonly PhotoAtPoint[]) => findPhotosApart(photos).map(({ bib }) => bib)

  test('a bib whose photos are all far from the time of its chip is found, by the clock of the camera', () => {
    const own = [photo('7', 90_000 - 10 * minute), photo('7', 90_000 - 12 * minute)]
    const found = findPhotosApart([...others, ...own])
    expect(found).toMatchObject([{ bib: '7', point: '10K', photos: 2 }])
    expect(Math.round(found[0]!.late / minute)).toBe(-10)
  })
  test('one photo, one fitting photo among several, or a small difference is no case', () => {
    expect(bibsOf([...others, photo('7', 20 * minute)]), 'a misread bib').toEqual([])
    expect(bibsOf([...others, photo('7', 20 * minute), photo('7', 21 * minute), photo('7', 90_000)])).toEqual([])
    const near = 90_000 + APART_MS - 5_000
    expect(bibsOf([...others, photo('7', near), photo('7', near)])).toEqual([])
  })
  test('a camera that fits too few runners finds nobody', () => {
    const own = [photo('7', 20 * minute), photo('7', 21 * minute)]
    expect(bibsOf([...others.slice(0, 8), ...own]), 'few runners').toEqual([])
    const twice = others.map(({ bib }, n) => photo(bib, n % 2 === 0 ? 0 : 90 * minute))
    expect(bibsOf([...twice, ...own]), 'a place that is passed twice').toEqual([])
    expect(bibsOf([])).toEqual([])
  })
  test('photos of two cameras count together', () => {
    const second = others.map(({ bib, late }) => photo(bib, late - 90_000, 2))
    expect(bibsOf([...others, ...second, photo('7', 20 * minute), photo('7', 25 * minute, 2)])).toEqual(['7'])
    expect(bibsOf([...others, ...second, photo('7', 20 * minute), photo('7', 0, 2)])).toEqual([])
  })
})

describe('pace', () => {
  const half = { race: '2025', metres: 21_097.5, seconds: 2 * 3600 }
  test('the formula of Riegel', () => {
    expect(predictedSeconds({ metres: 10_000, seconds: 2400 }, 10_000)).toBe(2400)
    expect(Math.round(predictedSeconds(half, 42_195))).toBe(15_012)
  })
  test('a time far below the earlier times is found; a time that training explains is not', () => {
    const run = (seconds: number) => fastPaceOf({ bib: '5', metres: 42_195, seconds }, [half])
    expect(run(3 * 3600)).toMatchObject({ bib: '5', predicted: 15_012, ratio: 0.72, earlier: half })
    expect(run(Math.ceil(15_012 * FASTER) + 1)).toBeUndefined()
    expect(run(15_012)).toBeUndefined()
    expect(run(6 * 3600), 'slower is never suspected').toBeUndefined()
  })
  test('the best earlier result counts', () => {
    const good = { race: '2024', metres: 42_195, seconds: 3.2 * 3600 }
    expect(fastPaceOf({ bib: '5', metres: 42_195, seconds: 3 * 3600 }, [half, good])).toBeUndefined()
    expect(fastPaceOf({ bib: '5', metres: 42_195, seconds: 3 * 3600 }, [good, half])).toBeUndefined()
  })
  test('without a comparable earlier result there is no case', () => {
    const short = { race: '2024', metres: 1_000, seconds: 600 }
    const far = { race: '2024', metres: 5_000, seconds: 3_000 }
    expect(fastPaceOf({ bib: '5', metres: 42_195, seconds: 3_600 }, [])).toBeUndefined()
    expect(fastPaceOf({ bib: '5', metres: 42_195, seconds: 3_600 }, [short, far])).toBeUndefined()
    expect(fastPaceOf({ bib: '5', metres: 2_000, seconds: 300 }, [half])).toBeUndefined()
    expect(fastPaceOf({ bib: '5', metres: Number.NaN, seconds: 300 }, [half])).toBeUndefined()
    expect(fastPaceOf({ bib: '5', metres: 42_195, seconds: 0 }, [half])).toBeUndefined()
    expect(fastPaceOf({ bib: '5', metres: 42_195, seconds: 9_000 }, [{ ...half, seconds: 0 }])).toBeUndefined()
  })
})
