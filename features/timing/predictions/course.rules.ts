import { type ModelGround, type CourseSection, modelGroundOf, triangleOf } from './ground.rules.ts'
import type { PaceModel } from './model.rules.ts'

/**
 * The results of learning about one course from a field of runners. `fades` are in units of five percent, by class and
 * section.
 */
export type Learned = {
  fades: number[][]
  known: number[]
  range: PaceModel['range']
  ranges: Map<string, PaceModel['range']>
}

/** The points of a runner's way: the passed points that have a time, and all later points. */
export type RunnerWay = {
  points: readonly number[]
  lengths: readonly number[]
  usual: readonly (readonly number[])[]
  gains: readonly (readonly number[])[]
  /**
   * For each two points, the standard deviation of the logarithm of the time between them, in units of five percent.
   */
  strays: readonly (readonly number[])[]
}
/** A course that is ready for predictions. `metres` are metres of effort: a climb adds to them. */
export type PaceCourse = {
  model: PaceModel
  sections: readonly CourseSection[]
  ground: ModelGround
  learned: Learned | null
  ways: Map<string, RunnerWay>
}

/** Prepares a course. `metres` rise from point to point, without the start and with the finish as the last. */
export const paceCourse = (model: PaceModel, metres: readonly number[], learned: Learned | null = null): PaceCourse => {
  const sections = metres.map((to, at) => ({ from: metres[at - 1] ?? 0, to, length: to - (metres[at - 1] ?? 0) }))
  return { model, sections, ground: modelGroundOf(model, sections, learned?.known), learned, ways: new Map() }
}

const mostWays = 500
/** Finds the way along some of the points, and keeps it, because most runners have the same way. */
export const wayAlong = (course: PaceCourse, points: readonly number[]): RunnerWay => {
  const key = points.join()
  const kept = course.ways.get(key)
  if (kept) return kept
  if (course.ways.size >= mostWays) course.ways.clear()
  const way = wayOf(course, points)
  course.ways.set(key, way)
  return way
}

const wayOf = ({ model, sections, ground, learned }: PaceCourse, points: readonly number[]): RunnerWay => {
  // A section of the way joins several sections of the course if the points between them have no time.
  const parts = points.map((point, at) => {
    const from = (points[at - 1] ?? -1) + 1
    const length = sections.slice(from, point + 1).reduce((sum, section) => sum + section.length, 0)
    return { length, shares: sections.map((section, i) => (i >= from && i <= point ? section.length / length : 0)) }
  })
  const mean = (row: readonly number[], shares: readonly number[]) =>
    row.reduce((sum, value, at) => sum + value * shares[at]!, 0)
  const usual = ground.usual.map((row, at) =>
    parts.map(
      ({ shares }) => mean(row, shares) + (learned ? mean(learned.fades[at]!, shares) * model.stray[at]! * 0.05 : 0),
    ),
  )
  const half = parts.map(({ shares }) => ground.covariance.map((row) => mean(row, shares)))
  const gains = triangleOf(parts.map(({ shares }) => half.map((row) => mean(row, shares))))
  const lengths = parts.map(({ length }) => length)
  return { points, lengths, usual, gains, strays: straysOf(lengths, gains) }
}

const straysOf = (lengths: readonly number[], gains: readonly (readonly number[])[]): number[][] =>
  lengths.map((_, from) => {
    const sums = lengths.map(() => 0)
    let total = 0
    return lengths.map((length, to) => {
      if (to <= from) return 0
      total += length
      let variance = 0
      for (let column = from + 1; column <= to; column++) {
        sums[column]! += length * gains[to]![column]!
        variance += (sums[column]! / total) ** 2
      }
      return Math.sqrt(variance)
    })
  })
