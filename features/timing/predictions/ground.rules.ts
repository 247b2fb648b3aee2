import type { PaceModel } from './model.rules.ts'

/** The length of the courses to which the constants were fitted, in metres. */
export const MARATHON = 42_195
/**
 * The ends of the model's stretches, as shares of a course. The model divides a marathon into eight stretches of 5 km
 * and one of 2.195 km. It divides other courses in the same proportion.
 */
export const EDGES = [0, 5, 10, 15, 20, 25, 30, 35, 40, 42.195].map((km) => (km * 1000) / MARATHON)
export const STRETCHES = EDGES.length - 1
const middles = EDGES.slice(1).map((edge, at) => (edge + EDGES[at]!) / 2)
/** The unit of all deviations: five percent of pace. */
export const UNIT = 0.05
/** The variance of a runner's log pace over one kilometre, for example because of a drink, a bridge or a bend. */
export const UNEVEN = 0.000_15
/** The usual error of a mat's stated place, in kilometres. It matters if two mats are close together. */
const MISPLACED = 0.03
/**
 * The standard deviation of a runner's own level, in units of five percent. It is wide, so the runner's own times
 * decide the level.
 */
const LEVEL = 4

/**
 * Returns the weight of each stretch in a part of the course, by linear interpolation between the middles of the
 * stretches.
 */
export const weightsOf = (from: number, to: number): number[] => {
  const weights = Array.from({ length: STRETCHES }, () => 0)
  const samples = 24
  for (let n = 0; n < samples; n++) {
    const at = from + ((to - from) * (n + 0.5)) / samples
    let right = 1
    while (right < STRETCHES - 1 && middles[right]! < at) right++
    const share = Math.min(1, Math.max(0, (at - middles[right - 1]!) / (middles[right]! - middles[right - 1]!)))
    weights[right - 1]! += (1 - share) / samples
    weights[right]! += share / samples
  }
  return weights
}

export type ClassPlace = readonly [index: number, share: number]
/** Finds the place of a pace, as a logarithm, between two pace classes. */
export const classPlaceOf = (classes: readonly number[], pace: number): ClassPlace => {
  const last = classes.length - 1
  if (!(pace > classes[0]!)) return [0, 0]
  for (let at = 1; at <= last; at++)
    if (pace <= classes[at]!) return [at - 1, (pace - classes[at - 1]!) / (classes[at]! - classes[at - 1]!)]
  return [last - 1, 1]
}
export const between = (row: readonly number[], [index, share]: ClassPlace): number =>
  row[index]! * (1 - share) + row[index + 1]! * share

/** Returns the lower triangle L of a covariance, so that L·Lᵀ is the covariance. */
export const triangleOf = (covariance: readonly (readonly number[])[]): number[][] => {
  const lower = covariance.map((row) => row.map(() => 0))
  for (const [i, row] of lower.entries())
    for (let j = 0; j <= i; j++) {
      let sum = covariance[i]![j]!
      for (let k = 0; k < j; k++) sum -= row[k]! * lower[j]![k]!
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-9)) : sum / lower[j]![j]!
    }
  return lower
}

/** A part of the way between two points that follow each other. */
export type CourseSection = { length: number; from: number; to: number }
/**
 * The expectation for sections before anybody has run: usual deviations by class, and their covariance in units of five
 * percent.
 */
export type ModelGround = { usual: number[][]; covariance: number[][] }

/**
 * Returns how strongly a course of a length tires runners, compared with a marathon. Runners run a short race at an
 * even pace.
 */
export const tiringOf = (metres: number): number => Math.min(1.3, Math.max(0.1, metres / MARATHON))

/**
 * Prepares the model for the sections of one course. `known` holds, for each section, the known share of the course's
 * own effect, from 0 to 1.
 */
export const modelGroundOf = (
  model: PaceModel,
  sections: readonly CourseSection[],
  known?: readonly number[],
): ModelGround => {
  const total = sections.at(-1)?.to ?? 1
  const tiring = tiringOf(total)
  const spread = Math.max(0.5, Math.sqrt(tiring))
  const weights = sections.map(({ from, to }) => weightsOf(from / total, to / total))
  const usual = model.usual.map((row) =>
    weights.map((parts) => tiring * parts.reduce((sum, weight, at) => sum + weight * row[at]!, 0)),
  )
  const half = weights.map((parts) =>
    model.covariance.map((row) => row.reduce((sum, value, at) => sum + value * parts[at]!, 0)),
  )
  const covariance = weights.map((parts, i) =>
    half.map((row, j) => {
      const shared = spread * spread * parts.reduce((sum, weight, at) => sum + weight * row[at]!, 0) + LEVEL * LEVEL
      if (i !== j) return shared
      const km = Math.max(0.05, sections[i]!.length / 1000)
      const course = model.courses ** 2 + (MISPLACED / km / UNIT) ** 2
      return shared + UNEVEN / km / UNIT ** 2 + course * (1 - (known?.[i] ?? 0))
    }),
  )
  return { usual, covariance }
}
