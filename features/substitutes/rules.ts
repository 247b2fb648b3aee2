/**
 * Rules that find results which somebody else may have run. A rule only puts a result on a list. It never decides, and
 * the list is never public.
 */

/** A finisher as the rules see it. Times are milliseconds since the gun; null if the runner has no time. */
export type RunnerTimes = {
  bib: string
  /** The times at the points of the course, in their order, without the finish. */
  splits: readonly (number | null)[]
  finish: number
  /** The time between the gun and the start line. */
  start: number | null
}
/**
 * `gap` is the largest difference at any point and `mean` the mean of all differences, in milliseconds. `points` is the
 * number of compared points.
 */
export type Together = { bib: string; other: string; gap: number; mean: number; points: number }

/**
 * The largest difference in milliseconds between the times of two bibs that one runner carries, at any point. A mat
 * reads both chips at the same moment, so times in whole seconds differ by at most one second.
 */
export const TOGETHER_MS = 1_000
/**
 * The largest mean difference in milliseconds between the times of two bibs that one runner carries. If times are whole
 * seconds, it allows a difference of one second at one of five points. Friends who run side by side differ more often
 * (docs/decisions/2026-11-28-substitutes.md).
 */
export const MEAN_MS = 200
/**
 * The least number of points at which two bibs must be together, the finish among them. Friends often cross two mats
 * side by side.
 */
export const POINTS_LEAST = 4

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Compares two runners at every point that both have. Undefined if they differ, or if both have times at too few
 * points.
 */
export const togetherOf = (one: RunnerTimes, other: RunnerTimes): Together | undefined => {
  const pairs: (readonly [number | null, number | null])[] = [
    [one.start, other.start],
    ...one.splits.map((ms, at) => [ms, other.splits[at] ?? null] as const),
    [one.finish, other.finish],
  ]
  let gap = 0
  let sum = 0
  let points = 0
  let alone = 0
  for (const [a, b] of pairs) {
    if (a === null && b === null) continue
    if (a === null || b === null) {
      alone += 1
      continue
    }
    gap = Math.max(gap, Math.abs(a - b))
    if (gap > TOGETHER_MS) return undefined
    sum += Math.abs(a - b)
    points += 1
  }
  // A mat may miss one of the two chips. One such point is allowed. At two such points the function assumes that two
  // runners carried the chips.
  if (points < POINTS_LEAST || alone > 1 || sum > MEAN_MS * points) return undefined
  const [first, second] = [one.bib, other.bib].toSorted((x, y) => x.length - y.length || compareText(x, y))
  return { bib: first!, other: second!, gap, mean: Math.round(sum / points), points }
}

/** The largest number of pairs of one event. The limit keeps the list short if a whole start list is wrong. */
export const PAIRS_MOST = 500

/**
 * Finds pairs of bibs that were together all the way, at most `PAIRS_MOST`, the closest pairs first. Two runners can be
 * a pair only if they finish within the allowed gap. So the function compares each runner only with the few runners who
 * finish soon after.
 */
export const findTogether = (runners: readonly RunnerTimes[]): Together[] => {
  const sorted = runners.toSorted((a, b) => a.finish - b.finish)
  const found: Together[] = []
  for (const [at, one] of sorted.entries())
    for (let next = at + 1; next < sorted.length && sorted[next]!.finish - one.finish <= TOGETHER_MS; next++) {
      const pair = togetherOf(one, sorted[next]!)
      if (pair) found.push(pair)
    }
  return found
    .toSorted(
      (a, b) => a.mean - b.mean || b.points - a.points || compareText(a.bib, b.bib) || compareText(a.other, b.other),
    )
    .slice(0, PAIRS_MOST)
}

/** An earlier result of the same person. */
export type EarlierRun = { race: string; metres: number; seconds: number }
export type FastPace = { bib: string; seconds: number; predicted: number; ratio: number; earlier: EarlierRun }

/** The exponent of Riegel's formula (American Scientist 69, 1981): the time grows with the distance to this power. */
const RIEGEL = 1.06
/**
 * The limit of the ratio of a time to the predicted time. A result below this limit is suspected. In a good year, a
 * runner improves by less than 20 %.
 */
export const FASTER = 0.8
const METRES_LEAST = 3_000
/** The largest ratio of two distances for which the formula gives a useful prediction. */
const RELATION_MOST = 4.5

export const predictedSeconds = ({ metres, seconds }: Pick<EarlierRun, 'metres' | 'seconds'>, to: number): number =>
  seconds * (to / metres) ** RIEGEL

/**
 * Compares a time with the best earlier result of the person. Only the best result counts, because anybody has bad
 * days. Undefined if the time is plausible, or if no earlier result can be compared.
 */
export const fastPaceOf = (
  { bib, metres, seconds }: { bib: string; metres: number; seconds: number },
  earlier: readonly EarlierRun[],
): FastPace | undefined => {
  if (!(metres >= METRES_LEAST) || !(seconds > 0)) return undefined
  let best: { run: EarlierRun; predicted: number } | undefined
  for (const run of earlier) {
    if (!(run.metres >= METRES_LEAST) || !(run.seconds > 0)) continue
    const relation = Math.max(run.metres / metres, metres / run.metres)
    if (relation > RELATION_MOST) continue
    const predicted = predictedSeconds(run, metres)
    if (!best || predicted < best.predicted) best = { run, predicted }
  }
  if (!best || seconds >= best.predicted * FASTER) return undefined
  return {
    bib,
    seconds,
    predicted: Math.round(best.predicted),
    ratio: Math.round((seconds / best.predicted) * 100) / 100,
    earlier: best.run,
  }
}

/**
 * A photo of a bib by a camera at a point. `late` is the number of milliseconds by which the photo is later than the
 * chip; it is negative for an earlier photo.
 */
export type PhotoAtPoint = { bib: string; albumid: number; point: string; late: number }
export type PhotosApart = { bib: string; point: string; late: number; photos: number }

/** The difference above which a photo does not show the person who carried the chip. A camera is near its mat. */
export const APART_MS = 120_000
/** The least number of photos of a case. A single photo may have a bib that somebody misread. */
const PHOTOS_LEAST = 2
/** The least number of photographed runners from whose photos the error of a camera's clock is computed. */
const CAMERA_LEAST = 10
/**
 * The least share of a camera's photos that fit their chips. Otherwise the place or the clock of the camera is wrong.
 */
const CAMERA_FITS = 0.9

const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/**
 * Returns the photos of a camera with the error of its clock removed. Returns no photos if the camera photographed too
 * few runners, or if too few of its photos fit their chips.
 */
const fittingPhotos = (ofCamera: readonly PhotoAtPoint[]): PhotoAtPoint[] => {
  if (new Set(ofCamera.map(({ bib }) => bib)).size < CAMERA_LEAST) return []
  const error = medianOf(ofCamera.map(({ late }) => late))
  const photos = ofCamera.map((photo) => ({ ...photo, late: photo.late - error }))
  const fitting = photos.filter(({ late }) => Math.abs(late) <= APART_MS).length
  return fitting >= photos.length * CAMERA_FITS ? photos : []
}

/**
 * Finds bibs whose photos are from another time than their chip: at least two photos, and none at the time of the chip.
 * The chip then ran without the bib.
 */
export const findPhotosApart = (photos: readonly PhotoAtPoint[]): PhotosApart[] => {
  const fitting = [...Map.groupBy(photos, ({ albumid }) => albumid).values()].flatMap(fittingPhotos)
  return [...Map.groupBy(fitting, ({ bib }) => bib)].flatMap(([bib, own]): PhotosApart[] => {
    if (own.length < PHOTOS_LEAST || own.some(({ late }) => Math.abs(late) <= APART_MS)) return []
    const [nearest] = own.toSorted((a, b) => Math.abs(a.late) - Math.abs(b.late))
    return [{ bib, point: nearest!.point, late: nearest!.late, photos: own.length }]
  })
}
