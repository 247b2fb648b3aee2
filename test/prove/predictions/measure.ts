import type { PaceCourse } from '#features/timing/predictions/course.rules.ts'
import { expectedAfter, runnerStateOf } from '#features/timing/predictions/predict.rules.ts'
import { quantile, timesOf } from './fit.ts'
import type { SplitSet } from './sets.ts'

export type Pair = {
  set: string
  from: number
  to: number
  runners: number
  error: number
  plain: number
  inside: number
  width: number
  plainWidth: number
}

type Seen = { error: number[]; plain: number[]; inside: number; width: number; ratio: number[]; guess: number }
/**
 * Predicts every later point from every earlier point, by the model and by constant pace. The range of the constant
 * pace is fitted to the measured runners themselves, which is an advantage for the constant pace. `courseOf` gives the
 * course by which a runner is predicted from a point.
 */
export const measured = (
  set: SplitSet,
  courseOf: (row: Float64Array, from: number, runner: number) => PaceCourse,
): Pair[] => {
  const seen = new Map<number, Seen>()
  for (const [runner, row] of set.times.entries()) {
    const times = timesOf(row)
    for (let from = 0; from < times.length - 1; from++) {
      const time = times[from]
      if (time === null || time === undefined) continue
      const course = courseOf(row, from, runner)
      for (const { point, expected, low, high } of expectedAfter(course, runnerStateOf(course, times, from)!)) {
        const to = times[point]
        if (to === null || to === undefined) continue
        const key = from * 100 + point
        const one = seen.get(key) ?? { error: [], plain: [], inside: 0, width: 0, ratio: [], guess: 0 }
        seen.set(key, one)
        const guess = (time / set.metres[from]!) * set.metres[point]!
        one.error.push(Math.abs(expected - to))
        one.plain.push(Math.abs(guess - to))
        if (to >= low && to <= high) one.inside++
        one.width += high - low
        one.ratio.push(to / guess)
        one.guess += guess
      }
    }
  }
  const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length
  return [...seen]
    .flatMap(([key, { error, plain, inside, width, ratio, guess }]) => {
      const n = error.length
      if (n < 100) return []
      const plainWidth = (guess / n) * (quantile(ratio, 0.9) - quantile(ratio, 0.1))
      const [from, to] = [set.metres[Math.floor(key / 100)]!, set.metres[key % 100]!]
      return [
        {
          set: set.name,
          from,
          to,
          runners: n,
          error: mean(error),
          plain: mean(plain),
          inside: inside / n,
          width: width / n,
          plainWidth,
        },
      ]
    })
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
}
