import { type PaceCourse, paceCourse } from '#features/timing/predictions/course.rules.ts'
import {
  EDGES,
  STRETCHES,
  UNIT,
  UNEVEN,
  between,
  classPlaceOf,
  weightsOf,
} from '#features/timing/predictions/ground.rules.ts'
import type { PaceModel } from '#features/timing/predictions/model.rules.ts'
import { expectedAfter, runnerStateOf } from '#features/timing/predictions/predict.rules.ts'
import { inverse, product, transposed } from './matrices.ts'
import type { SplitSet } from './sets.ts'

const HALF = 21_097.5
const classes = [250, 290, 335, 385, 450, 540, 700].map((pace) => Math.log(pace))
/** The largest number of runners that the fit uses from each set. These runners are spread evenly over the field. */
const MOST = 5_000
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
const fewer = (set: SplitSet): SplitSet => {
  const step = Math.max(1, set.times.length / MOST)
  const times = Array.from(
    { length: Math.floor(set.times.length / step) },
    (_, at) => set.times[Math.floor(at * step)]!,
  )
  return { ...set, times }
}
export const timesOf = (row: Float64Array): (number | null)[] => Array.from(row, (time) => (time > 0 ? time : null))

type Paced = { set: SplitSet; points: number[]; half: number; paces: number[] }
/**
 * Returns the paces of each runner with a known time at half the distance: on the first half, and on each section
 * between known times. The paces are logarithms. A section's pace is relative to the first half.
 */
const pacedOf = (set: SplitSet): Paced[] => {
  const middle = set.metres.indexOf(HALF)
  return set.times.flatMap((row) => {
    if (!(row[middle]! > 0)) return []
    const half = Math.log((row[middle]! / HALF) * 1000)
    const points = [...row.keys()].filter((at) => row[at]! > 0)
    const paces = points.map((point, at) => {
      const [before, from] = at === 0 ? [0, 0] : [row[points[at - 1]!]!, set.metres[points[at - 1]!]!]
      return Math.log(((row[point]! - before) / (set.metres[point]! - from)) * 1000) - half
    })
    return [{ set, points, half, paces }]
  })
}
const nearest = (half: number): number => {
  const [index, share] = classPlaceOf(classes, half)
  return index + (share > 0.5 ? 1 : 0)
}
/** Returns the length that each stretch has in common with a section, as a share of the course. */
const overlaps = (from: number, to: number): number[] =>
  Array.from({ length: STRETCHES }, (_, at) => Math.max(0, Math.min(to, EDGES[at + 1]!) - Math.max(from, EDGES[at]!)))

/**
 * Returns the median paces of each class on each stretch of one course, or undefined for a class with too few runners.
 */
const usualOn = (all: readonly Paced[]): (number[] | undefined)[] =>
  classes.map((_, band) => {
    const own = all.filter(({ set, points, half }) => nearest(half) === band && points.length === set.metres.length)
    if (own.length < 80) return undefined
    const sums = Array.from({ length: STRETCHES }, () => [0, 0])
    for (const set of new Set(own.map((one) => one.set))) {
      const runners = own.filter((one) => one.set === set)
      for (const [at, metres] of set.metres.entries()) {
        const middle = quantile(
          runners.map(({ paces }) => paces[at]!),
          0.5,
        )
        for (const [stretch, share] of overlaps(
          (set.metres[at - 1] ?? 0) / set.metres.at(-1)!,
          metres / set.metres.at(-1)!,
        ).entries()) {
          sums[stretch]![0]! += share * middle * runners.length
          sums[stretch]![1]! += share * runners.length
        }
      }
    }
    return sums.map(([sum, weight]) => sum! / weight!)
  })

const meanOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
const middleOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return (sorted[Math.floor(at)]! + sorted[Math.ceil(at)]!) / 2
}
/**
 * Gives a class without values the values of the next class that has values, or else of the nearest such class before
 * it.
 */
const filled = <T>(rows: readonly (T | undefined)[]): T[] =>
  rows.map(
    (row, at) =>
      row ?? rows.slice(at).find((one) => one !== undefined) ?? rows.slice(0, at).findLast((one) => one !== undefined)!,
  )

/**
 * Finds, for each class, the spread of its runners' paces in the second half around the usual pace of their own course.
 * Returns each spread divided by the spread of the fourth class.
 */
const strayOf = (courses: readonly { runners: Paced[]; usual: (number[] | undefined)[] }[]): number[] => {
  const second = overlaps(0.5, 1)
  const apart = classes.map((_, band) =>
    courses.flatMap(({ runners, usual }) => {
      const row = usual[band]
      if (!row) return []
      const expected = row.reduce((sum, pace, at) => sum + pace * second[at]! * 2, 0)
      return runners.flatMap(({ set, half, points, paces }) => {
        if (nearest(half) !== band) return []
        const from = points.indexOf(set.metres.indexOf(HALF))
        const pace = meanOf(
          points.slice(from + 1).flatMap((point, at) => {
            const length = set.metres[point]! - set.metres[points[from + at]!]!
            return Array.from({ length: Math.round(length / 500) }, () => paces[from + 1 + at]!)
          }),
        )
        return [Math.abs(pace - expected)]
      })
    }),
  )
  const wide = filled(apart.map((one) => (one.length > 80 ? quantile(one, 0.7) : undefined)))
  return wide.map((one) => one / wide[3]!)
}

type Pattern = { course: string; weights: number[][]; noise: number[]; n: number; mean: number[]; spread: number[][] }
const patternsOf = (
  name: string,
  runners: readonly Paced[],
  usual: readonly number[][],
  stray: readonly number[],
): Pattern[] => {
  const groups = Map.groupBy(runners, ({ set, points }) => `${set.name} ${points.join()}`)
  return [...groups.values()].flatMap((group) => {
    if (group.length < 40) return []
    const { set, points } = group[0]!
    const ends = points.map((point, at) => [at === 0 ? 0 : set.metres[points[at - 1]!]!, set.metres[point]!] as const)
    const total = set.metres.at(-1)!
    const weights = ends.map(([from, to]) => weightsOf(from / total, to / total))
    const rows = group.map(({ half, paces }) => {
      const place = classPlaceOf(classes, half)
      return paces.map((pace, at) => {
        const expected = weights[at]!.reduce(
          (sum, weight, k) =>
            sum +
            weight *
              between(
                usual.map((row) => row[k]!),
                place,
              ),
          0,
        )
        return (pace - expected) / (UNIT * between(stray, place))
      })
    })
    const columns = points.map((_, at) => rows.map((row) => row[at]!))
    const mean = columns.map((column) => quantile(column, 0.5))
    const width = columns.map((column) => (quantile(column, 0.84) - quantile(column, 0.16)) / 2)
    const cut = rows.map((row) =>
      row.map((one, at) => Math.max(-2.5, Math.min(2.5, (one - mean[at]!) / width[at]!)) * width[at]!),
    )
    const spread = points.map((_, a) => points.map((__, b) => meanOf(cut.map((row) => row[a]! * row[b]!))))
    const noise = ends.map(([from, to]) => UNEVEN / ((to - from) / 1000) / UNIT ** 2)
    return [{ course: name, weights, noise, n: group.length, mean, spread }]
  })
}

/**
 * Finds the covariance over the stretches and the standard deviation between courses. The sections of the runners may
 * have any length, so the function uses expectation maximisation (EM).
 */
const spreadOf = (patterns: readonly Pattern[]): { covariance: number[][]; courses: number } => {
  const names = [...new Set(patterns.map(({ course }) => course))]
  const size = new Map(
    names.map((name) => [name, patterns.filter(({ course }) => course === name).reduce((sum, { n }) => sum + n, 0)]),
  )
  const own = new Map(names.map((name) => [name, Array.from({ length: STRETCHES }, () => 0)]))
  let covariance: number[][] = Array.from({ length: STRETCHES }, (_, i) =>
    Array.from({ length: STRETCHES }, (__, j) => (i === j ? 1 : 0.3)),
  )
  for (let round = 0; round < 60; round++) {
    const next = covariance.map((row) => row.map(() => 0))
    const moved = new Map(names.map((name) => [name, Array.from({ length: STRETCHES }, () => 0)]))
    for (const { course, weights, noise, n, mean, spread } of patterns) {
      const across = product(covariance, transposed(weights))
      const seen = product(weights, across).map((row, i) => row.map((one, j) => one + (i === j ? noise[i]! : 0)))
      const gain = product(across, inverse(seen))
      const apart = mean.map(
        (one, i) => one - weights[i]!.reduce((sum, weight, k) => sum + weight * own.get(course)![k]!, 0),
      )
      const explained = product(product(gain, spread), transposed(gain))
      const lost = product(product(gain, weights), covariance)
      const share = n / size.get(course)!
      for (let i = 0; i < STRETCHES; i++) {
        moved.get(course)![i]! += share * gain[i]!.reduce((sum, one, k) => sum + one * apart[k]!, 0)
        for (let j = 0; j < STRETCHES; j++)
          next[i]![j]! += (share * (covariance[i]![j]! - lost[i]![j]! + explained[i]![j]!)) / names.length
      }
    }
    for (const name of names)
      own.set(
        name,
        own.get(name)!.map((one, at) => (one + moved.get(name)![at]!) * 0.995),
      )
    covariance = next.map((row, i) => row.map((one, j) => (one + next[j]![i]!) / 2))
  }
  const squares = [...own.values()].flat().map((one) => one ** 2)
  return {
    covariance,
    courses: Math.sqrt(
      names.length > 1 ? squares.reduce((sum, one) => sum + one, 0) / ((names.length - 1) * STRETCHES) : 0.2,
    ),
  }
}

/** Fits all constants but the range. All courses have the same weight. */
const shapeOf = (sets: readonly SplitSet[]): PaceModel => {
  const groups = Map.groupBy(sets, ({ course }) => course)
  const courses = [...groups].map(([name, all]) => {
    const runners = all.flatMap((set) => pacedOf(fewer(set)))
    return { name, runners, usual: usualOn(runners) }
  })
  const usual = filled(
    classes.map((_, band) => {
      const rows = courses.flatMap((course) => course.usual[band] ?? [])
      const there = courses.flatMap((course) => (course.usual[band] ? [course.usual[band]] : []))
      return rows.length === 0
        ? undefined
        : Array.from({ length: STRETCHES }, (__, at) => middleOf(there.map((row) => row[at]!)))
    }),
  )
  const stray = strayOf(courses)
  const spread = spreadOf(courses.flatMap(({ name, runners }) => patternsOf(name, runners, usual, stray)))
  return { classes, usual, stray, ...spread, range: { low: -1, middle: 0, high: 1 } }
}

/** Finds the distance between the runners' times and the times that a course expects, in standard deviations. */
const apartOf = (course: PaceCourse, set: SplitSet): number[] =>
  set.times.flatMap((row) => {
    const times = timesOf(row)
    return times.flatMap((time, from) => {
      if (time === null || from === times.length - 1) return []
      const stand = runnerStateOf(course, times, from)!
      return expectedAfter(course, stand).flatMap(({ point, expected }) => {
        const to = times[point] ?? null
        const wide = stand.way.strays[stand.done]![stand.way.points.indexOf(point)]! * stand.stray
        return to === null ? [] : [Math.log((to - time) / (expected - time)) / wide]
      })
    })
  })

/** Fits the model. The range is fitted to courses that were not used for the other constants. */
export const fitted = (sets: readonly SplitSet[]): PaceModel => {
  const names = [...new Set(sets.map(({ course }) => course))]
  const apart = names.map((name) => {
    const model = shapeOf(sets.filter(({ course }) => course !== name))
    return sets
      .filter(({ course }) => course === name)
      .flatMap((set) =>
        apartOf(paceCourse(model, set.metres), {
          ...fewer(set),
          times: fewer(set).times.filter((_, at) => at % 3 === 0),
        }),
      )
  })
  const at = (share: number) => meanOf(apart.map((one) => quantile(one, share)))
  return { ...shapeOf(sets), range: { low: at(0.1), middle: at(0.5), high: at(0.9) } }
}
