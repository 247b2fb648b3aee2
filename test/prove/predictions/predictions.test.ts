import { expect, test } from 'vitest'
import { paceCourse } from '#features/timing/predictions/course.rules.ts'
import { taught } from '#features/timing/predictions/learn.rules.ts'
import { usualModel } from '#features/timing/predictions/model.rules.ts'
import { describeShared } from '#test/beside.ts'
import { counted } from '../counted.ts'
import { fitted, timesOf } from './fit.ts'
import { type Pair, measured } from './measure.ts'
import { type SplitSet, splitSets } from './sets.ts'

/** The proof takes all sets and all runners (`npm run prove -- predictions`). The test takes a part of one set. */
const FULL = process.env.PREDICTIONS === 'full'
const minutes = (n: number) => n * 60_000

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
const tell = (text: string) => void process.stdout.write(`${text}\n`)
const km = (metres: number) => (metres / 1000).toFixed(1)
/** Prints a line for each pair of points, and sums up the set. */
const summed = (name: string, pairs: readonly Pair[]) => {
  for (const { from, to, error, plain, inside, width, plainWidth } of pairs)
    if (FULL)
      tell(
        `  ${km(from)}→${km(to)} km: error ${error.toFixed(0)} s, constant pace ${plain.toFixed(0)} s; in range ${(inside * 100).toFixed(0)} %, width ${width.toFixed(0)} s, constant pace ${plainWidth.toFixed(0)} s`,
      )
  const halves = pairs.filter(({ from }) => from === 21_097.5)
  const runners = pairs.reduce((sum, one) => sum + one.runners, 0)
  const found = {
    better: pairs.filter(({ error, plain }) => error < plain).length,
    error: mean(pairs.map(({ error, plain }) => error / plain)),
    inside: pairs.reduce((sum, one) => sum + one.inside * one.runners, 0) / runners,
    width: mean(halves.map((one) => one.width)) / mean(halves.map((one) => one.plainWidth)),
  }
  tell(
    `${name}: better at ${found.better} of ${pairs.length}, error ${found.error.toFixed(2)} of constant pace, in range ${(found.inside * 100).toFixed(0)} %, width at half ${found.width.toFixed(2)} of constant pace`,
  )
  return found
}
/**
 * Splits the runners into two halves. The model learns the course from one half and predicts the times of the other
 * half.
 */
const byTheOtherHalf = (set: SplitSet, model = usualModel): Pair[] => {
  const base = paceCourse(model, set.metres)
  const field = set.times.map((row) => ({ times: timesOf(row), started: 0 }))
  const halves = [0, 1].map((half) =>
    taught(
      base,
      field.filter((_, at) => at % 2 !== half),
      Infinity,
    ),
  )
  return measured(set, (_row, _from, runner) => halves[runner % 2]!)
}

describeShared('data/results', 'predictions are measured', () => {
  test('a part of a field is predicted better than by constant pace', { timeout: minutes(2) }, () => {
    const whole = splitSets().find(({ name }) => name === 'tcm_2013')!
    const set = { ...whole, times: whole.times.filter((_, at) => at % 4 === 0) }
    const pairs = byTheOtherHalf(set)
    const found = summed('tcm_2013, a quarter', pairs)
    expect(found.better).toBe(pairs.length)
    expect(found.inside).toBeGreaterThan(0.76)
    expect(found.inside).toBeLessThan(0.84)
    expect(found.width).toBeLessThan(1)
  })

  // An ordinary run does not declare this test, because a skipped test would count as a test that nobody can run.
  if (FULL) {
    test('every set, with constants from other courses and the data of other runners', { timeout: minutes(10) }, () => {
      const sets = splitSets()
      for (const course of new Set(sets.map((set) => set.course))) {
        const model = fitted(sets.filter((set) => set.course !== course))
        for (const set of sets.filter((one) => one.course === course)) {
          const base = paceCourse(model, set.metres)
          const alone = measured(set, () => base)
          expect(summed(`${set.name}, constants of other courses`, alone).error).toBeLessThan(1)
          const pairs = byTheOtherHalf(set, model)
          const found = summed(`${set.name}, taught by the other half of the field`, pairs)
          counted({
            pairs: pairs.length,
            better: found.better,
            betterByConstants: alone.filter((one) => one.error < one.plain).length,
          })
          expect(pairs.filter(({ error, plain }) => error >= plain)).toEqual([])
          expect(pairs.filter(({ inside }) => inside < 0.76 || inside > 0.84)).toEqual([])
          expect(found.width).toBeLessThanOrEqual(1)
        }
      }
    })

    test('the constants are the constants of the sets', { timeout: minutes(5) }, () => {
      const model = fitted(splitSets())
      for (const [at, row] of model.usual.entries())
        for (const [stretch, one] of row.entries()) expect(one).toBeCloseTo(usualModel.usual[at]![stretch]!, 2)
      for (const [at, row] of model.covariance.entries())
        for (const [stretch, one] of row.entries()) expect(one).toBeCloseTo(usualModel.covariance[at]![stretch]!, 1)
    })
  }
})
