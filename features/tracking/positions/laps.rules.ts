/** The laps of a course: the road that everybody runs several times in the same direction. */
import type { CourseShape } from '#features/courses/contract.ts'
import { type CourseLine, lineOf, linePlaceAt, xOf, yOf } from '../matching/line.rules.ts'

/** Laps of equal length from a place of the course on. Everything before it belongs to the first lap. */
export type Laps = { from: number; metres: number; count: number }

/** The distance between two samples of the line in metres, and the largest number of samples. */
const STEP = 20
const MOST_SAMPLES = 800
/** The shortest lap, in metres. A lap in a stadium has 400 m. */
const SHORTEST = 300
/**
 * The distance in metres up to which two places are on the same road. In a recorded course, two laps of one road
 * may be this far apart.
 */
const SAME_ROAD = 35
/** The least share of a course that repeats earlier road. A short loop on the way is no lap of the race. */
const LEAST_SHARE = 0.25

/** Takes samples of a line at even distances. One more sample follows the last sample, so that each has a direction. */
const sampled = (line: CourseLine) => {
  const step = Math.max(STEP, line.metres / MOST_SAMPLES)
  const count = Math.floor(line.metres / step) + 1
  const at = (n: number) => {
    const { lat, lon } = linePlaceAt(line, Math.min(line.metres, n * step))
    return [xOf(line, lon), yOf(line, lat)] as const
  }
  const places = Array.from({ length: count + 1 }, (_, n) => at(n))
  return {
    step,
    xs: Float64Array.from(places, ([x]) => x),
    ys: Float64Array.from(places, ([, y]) => y),
    count,
  }
}
type Samples = ReturnType<typeof sampled>
/** Measures the distance between two samples; Infinity if their directions differ by 90 degrees or more. */
const apart = ({ xs, ys }: Samples, a: number, b: number): number => {
  const along = (xs[a + 1]! - xs[a]!) * (xs[b + 1]! - xs[b]!) + (ys[a + 1]! - ys[a]!) * (ys[b + 1]! - ys[b]!)
  return along > 0 ? Math.hypot(xs[b]! - xs[a]!, ys[b]! - ys[a]!) : Infinity
}
/** Counts the samples whose road comes again `gap` samples later. `off` adds up the metres between both places. */
const repeatedAfter = (samples: Samples, gap: number): { many: number; off: number } => {
  let [many, off] = [0, 0]
  for (let n = 0; n + gap < samples.count; n++) {
    const metres = apart(samples, n, n + gap)
    if (metres > SAME_ROAD) continue
    many += 1
    off += metres
  }
  return { many, off }
}

/**
 * Finds the laps of a course. Null if less than `LEAST_SHARE` of the course repeats earlier road in the same direction.
 */
export const lapsOf = (course: Pick<CourseShape, 'points'>): Laps | null => {
  const samples = sampled(lineOf(course))
  const { step, count } = samples
  let best = { gap: 0, many: 0, off: 0 }
  for (let gap = Math.ceil(SHORTEST / step); gap < count; gap++) {
    const { many, off } = repeatedAfter(samples, gap)
    // A gap that is a little longer or shorter than the lap repeats nearly as many samples, but with larger distances.
    const isBetter = many > best.many * 1.02 || (many > best.many * 0.98 && off / many < best.off / best.many)
    if (many > 0 && isBetter) best = { gap, many, off }
  }
  if (best.many * step < LEAST_SHARE * count * step) return null
  let [first, last] = [-1, -1]
  for (let n = 0; n + best.gap < count; n++) {
    if (apart(samples, n, n + best.gap) > SAME_ROAD) continue
    if (first < 0) first = n
    last = n + best.gap
  }
  return {
    from: Math.round(first * step),
    metres: Math.round(best.gap * step),
    count: Math.max(2, Math.round((last - first) / best.gap)),
  }
}
