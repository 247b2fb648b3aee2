/** A runner's passings in the order of their times, from the gun. */
export type DrawnWay = {
  bib: string
  name: string | null
  passings: readonly { label: string; metres: number | null; ms: number }[]
  /** True if the places come from a device. */
  byDevice: boolean
}
export type ReplayedPlace = {
  bib: string
  name: string | null
  metres: number
  /** The last point that the runner had passed. */
  last: { label: string; ms: number } | null
  state: 'under_way' | 'stopped' | 'finished'
  byDevice: boolean
}

type Answered = { bib: string; name: string | null; label: string; metres: number | null; ms: number }
/** Groups the passings of an answer by runner, in order of time. */
export const passingsByRunner = (passings: readonly Answered[]): DrawnWay[] => {
  const ways = new Map<string, { name: string | null; passings: DrawnWay['passings'][number][] }>()
  for (const { bib, name, label, metres, ms } of passings.toSorted((a, b) => a.ms - b.ms)) {
    const way = ways.get(bib) ?? { name, passings: [] }
    way.passings.push({ label, metres, ms })
    ways.set(bib, way)
  }
  return [...ways].map(([bib, way]) => ({ bib, byDevice: false, ...way }))
}

type AnsweredWay = { bib: string; name: string | null; points: readonly (readonly [number, number])[] }
export const drawnWays = (ways: readonly AnsweredWay[]): DrawnWay[] =>
  ways.map(({ bib, name, points }) => ({
    bib,
    name,
    byDevice: true,
    passings: points.map(([seconds, metres]) => ({ label: '', metres, ms: seconds * 1000 })),
  }))

/**
 * Returns the place of a runner at a moment of the replay. Between two points the runner moves evenly. After the last
 * passing nothing is known, so the runner stays there.
 */
export const placeInReplay = (
  { bib, name, passings, byDevice }: DrawnWay,
  ms: number,
  finish: number | null,
): ReplayedPlace => {
  const known = passings.filter((one) => one.metres !== null)
  const passed = known.findLast((one) => one.ms <= ms)
  const next = known.find((one) => one.ms > ms)
  const [from, at] = [passed?.metres ?? 0, passed?.ms ?? 0]
  // Nothing is known of a device before its first place.
  if (byDevice && !passed) return { bib, name, byDevice, metres: 0, last: null, state: 'under_way' }
  const metres = next && next.ms > at ? from + ((next.metres! - from) * (ms - at)) / (next.ms - at) : from
  const ended = !next && finish !== null && from >= finish
  return {
    bib,
    name,
    byDevice,
    metres: byDevice ? metres : Math.max(from, metres),
    last: passings.findLast((one) => one.ms <= ms) ?? null,
    state: ended ? 'finished' : next ? 'under_way' : 'stopped',
  }
}

/**
 * Compares two runners of a replay for an order by progress: finishers by their time, then all others, the farthest
 * first.
 */
export const replayOrder = (a: ReplayedPlace, b: ReplayedPlace): number =>
  a.state === 'finished' && b.state === 'finished'
    ? (a.last?.ms ?? 0) - (b.last?.ms ?? 0)
    : b.metres - a.metres || (a.bib < b.bib ? -1 : 1)

/** Returns the length of the replay: the latest passing of all runners. */
export const replayLength = (ways: readonly DrawnWay[]): number =>
  Math.max(0, ...ways.flatMap(({ passings }) => passings.map(({ ms }) => ms)))
