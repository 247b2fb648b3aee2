import type { FieldPoint, FieldRunner } from '../field/field.rules.ts'

export type SeenPassing = { runner: FieldRunner; at: number; version: number }

/** The most passings of one answer. */
export const PASSINGS_MOST = 200
/** The most passings of an answer for named runners: 50 runners with 60 points. */
export const PASSINGS_OF_NAMED = 3000

/**
 * Lists the latest passings since a version, the newest first. The version names a second. The answer begins with this
 * second, so it repeats passings of this second. The reader drops the passings that it already has. The start line is
 * not a passing.
 */
export const passingsSince = (
  runners: Iterable<FieldRunner>,
  since: number,
  most = PASSINGS_MOST,
): { found: SeenPassing[]; all: boolean } => {
  const found: SeenPassing[] = []
  for (const runner of runners)
    for (let at = 1; at < runner.times.length; at++)
      if (runner.times[at] !== null && runner.seen[at]! >= since) found.push({ runner, at, version: runner.seen[at]! })
  found.sort(
    (a, b) =>
      b.version - a.version || b.runner.times[b.at]! - a.runner.times[a.at]! || (a.runner.bib < b.runner.bib ? -1 : 1),
  )
  return { found: found.slice(0, most), all: found.length <= most }
}
/**
 * Returns the rank of a runner's time at a point, and the number of runners who are ranked there. These are the runners
 * of the same field with a time at the point, without the disqualified runners. Equal times share a rank.
 */
export const rankAt = (
  runners: readonly FieldRunner[],
  { times, field }: Pick<FieldRunner, 'times' | 'field'>,
  at: number,
): { place: number; of: number } | null => {
  const ms = times[at] ?? null
  if (ms === null) return null
  let [place, of] = [1, 0]
  for (const one of runners) {
    const other = one.times[at] ?? null
    if (other === null || one.field !== field || one.outcome === 'dsq') continue
    of += 1
    if (other < ms) place += 1
  }
  return { place, of }
}

/**
 * Returns the seconds per kilometre since the last earlier point with a time. Null without metres, without a time at
 * the point, and at the start.
 */
export const segmentPace = (
  points: readonly FieldPoint[],
  times: readonly (number | null)[],
  at: number,
): number | null => {
  const [ms, metres] = [times[at] ?? null, points[at]?.metres ?? null]
  if (ms === null || metres === null || at === 0) return null
  const from = times.findLastIndex((one, n) => n < at && one !== null && points[n]!.metres !== null)
  const [startMs, startMetres] = from < 0 ? [0, 0] : [times[from]!, points[from]!.metres!]
  const [moved, took] = [metres - startMetres, ms - startMs]
  return moved > 0 && took > 0 ? took / moved : null
}
