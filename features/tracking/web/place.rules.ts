/** Rules for places on the live page, between two answers of the server and in a replay. */

export type MovingPlace = {
  metres: number | null
  /** Centimetres a second. */
  speed: number
  next: { metres: number | null } | null
}
/** A place moves on for this long after its answer. Without news a page must not run ahead for ever. */
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

/** A runner's passings in the order of their times, from the gun. */
export type DrawnWay = {
  bib: string
  name: string | null
  passings: readonly { label: string; metres: number | null; ms: number }[]
}
export type ReplayedPlace = {
  bib: string
  name: string | null
  metres: number
  /** The last point that the runner had passed. */
  last: { label: string; ms: number } | null
  state: 'under_way' | 'stopped' | 'finished'
}

type Answered = { bib: string; name: string | null; label: string; metres: number | null; ms: number }
/** Orders the passings of an answer by runner and time. */
export const passingsByRunner = (passings: readonly Answered[]): DrawnWay[] => {
  const ways = new Map<string, { name: string | null; passings: DrawnWay['passings'][number][] }>()
  for (const { bib, name, label, metres, ms } of passings.toSorted((a, b) => a.ms - b.ms)) {
    const way = ways.get(bib) ?? { name, passings: [] }
    way.passings.push({ label, metres, ms })
    ways.set(bib, way)
  }
  return [...ways].map(([bib, way]) => ({ bib, ...way }))
}

/**
 * Returns the place of a runner at a moment of the replay. Between two points the runner moves evenly. After the last
 * passing nothing is known, so the runner stays there.
 */
export const placeInReplay = ({ bib, name, passings }: DrawnWay, ms: number, finish: number | null): ReplayedPlace => {
  const known = passings.filter((one) => one.metres !== null)
  const passed = known.findLast((one) => one.ms <= ms)
  const next = known.find((one) => one.ms > ms)
  const [from, at] = [passed?.metres ?? 0, passed?.ms ?? 0]
  const metres = next && next.ms > at ? from + ((next.metres! - from) * (ms - at)) / (next.ms - at) : from
  const ended = !next && finish !== null && from >= finish
  return {
    bib,
    name,
    metres: Math.max(from, metres),
    last: passings.findLast((one) => one.ms <= ms) ?? null,
    state: ended ? 'finished' : next ? 'under_way' : 'stopped',
  }
}

/** Orders a replay by progress: finishers by their time, then all others, the farthest first. */
export const replayOrder = (a: ReplayedPlace, b: ReplayedPlace): number =>
  a.state === 'finished' && b.state === 'finished'
    ? (a.last?.ms ?? 0) - (b.last?.ms ?? 0)
    : b.metres - a.metres || (a.bib < b.bib ? -1 : 1)

/** Returns the length of the replay: the latest passing of all runners. */
export const lengthOf = (ways: readonly DrawnWay[]): number =>
  Math.max(0, ...ways.flatMap(({ passings }) => passings.map(({ ms }) => ms)))

/**
 * Sums a density into at most `bars` bars. `shares` has each bar as a share of the fullest bar. `fullest` has the
 * metres at which the fullest bar begins and ends.
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
 * Converts metres of the timed course to metres of its drawing. A drawn line is some hundred metres longer or shorter
 * than the course, so without this conversion a finisher would appear beside the finish.
 */
export const onDrawing = (metres: number, finish: number | null, drawn: number): number =>
  finish ? Math.min(drawn, (metres * drawn) / finish) : metres
