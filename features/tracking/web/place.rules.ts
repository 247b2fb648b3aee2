/** Rules for places on the live page, between two answers of the server. */

export type MovingPlace = {
  metres: number | null
  /** Centimetres a second. */
  speed: number
  next: { metres: number | null } | null
}
/**
 * The time for which a place moves on after an answer of the server. Without news a page must not run ahead for ever.
 */
const MOVES_MS = 120_000

/**
 * Returns the metres of a runner some time after the answer. An estimate never passes a mat that has not seen the
 * runner.
 */
export const metresAfter = ({ metres, speed, next }: MovingPlace, ms: number): number | null => {
  if (metres === null) return null
  const moved = metres + (speed / 100) * (Math.min(MOVES_MS, Math.max(0, ms)) / 1000)
  return next?.metres ? Math.max(metres, Math.min(moved, next.metres)) : speed > 0 ? moved : metres
}

type SeenRunner = MovingPlace & { at: number; outcome: string; by: string | null; last: unknown }
/** Returns the metres of a runner under way. Null for a runner whom neither a mat nor a device has seen yet. */
export const metresNow = (runner: SeenRunner, now: number): number | null =>
  runner.outcome === 'running' && (runner.last !== null || runner.by === 'gps')
    ? metresAfter(runner, now - runner.at)
    : null

/**
 * Returns the lap of a place, from 1 on. `count` laps of equal length (`metres`) begin at `from`, and everything before
 * belongs to the first lap. All metres are measured along the line on the map.
 */
export const lapAt = ({ from, metres, count }: { from: number; metres: number; count: number }, at: number): number =>
  Math.max(1, Math.min(count, Math.floor((at - from) / metres) + 1))

/**
 * Sums a density into at most `bars` bars. `shares` are shares of the fullest bar. `fullest` is in metres; null if
 * nobody is on the course.
 */
export const barsOf = (
  density: readonly number[],
  stretch: number,
  bars: number,
): { shares: number[]; fullest: { from: number; to: number } | null } => {
  const width = Math.max(1, Math.ceil(density.length / bars))
  const sums = Array.from({ length: Math.ceil(density.length / width) }, (_, at) =>
    density.slice(at * width, (at + 1) * width).reduce((sum, n) => sum + n, 0),
  )
  const most = Math.max(0, ...sums)
  if (most === 0) return { shares: sums.map(() => 0), fullest: null }
  const at = sums.indexOf(most)
  return {
    shares: sums.map((n) => n / most),
    fullest: { from: at * width * stretch, to: Math.min(density.length, (at + 1) * width) * stretch },
  }
}

/**
 * Converts metres of the timed course to metres of its drawing. A drawn line is longer or shorter than the timed
 * course, so without this conversion a finisher would appear beside the finish.
 */
export const onDrawing = (metres: number, finish: number | null, drawn: number): number =>
  finish ? Math.min(drawn, (metres * drawn) / finish) : metres
