/** The farthest place along the course that three sure fixes in a row reached, and the places of the last three. */
export type Reach = { farthest: number | null; three: readonly number[] }
export const newReach = (): Reach => ({ farthest: null, three: [] })
/** Continues a reach by the next sure place. One fix alone may be wrong, so the lowest of three counts. */
export const reachOn = (reach: Reach, along: number): void => {
  reach.three = [...reach.three.slice(-2), along]
  if (reach.three.length === 3) reach.farthest = Math.max(reach.farthest ?? 0, Math.min(...reach.three))
}

/**
 * A fix of the latest way of a device. `along` is null where another place along the course explains the fixes almost
 * as well, so that no alarm rests on a guess. Moments are in milliseconds.
 */
export type WayFix = { at: number; lat: number; lon: number; along: number | null; off: number | null }
/** The latest way of a device, short enough to keep for every device of a race. */
export type Way = {
  /** The latest fixes, the earliest first. */
  fixes: WayFix[]
  /** The moment at which the last fix arrived. */
  came: number | null
} & Reach
export const newWay = (): Way => ({ fixes: [], came: null, ...newReach() })

/** Presents a matched fix to those who judge a way: an uncertain place along the course counts as unknown. */
export const trusted = ({ along, sure, ...fix }: WayFix & { sure: boolean }): WayFix => ({
  ...fix,
  along: sure ? along : null,
})

/** Fixes that follow each other sooner than this are kept as one. */
const APART_MS = 30_000

/** Continues a way by a fix that arrived at a moment. A fix that is older than the last one adds no place. */
export const goOn = (way: Way, fix: WayFix, came: number, spanMs: number): void => {
  way.came = Math.max(way.came ?? came, came)
  const { fixes } = way
  const last = fixes.at(-1)
  if (last && fix.at <= last.at) return
  if (fix.along !== null) reachOn(way, fix.along)
  const before = fixes.at(-2)
  if (before && last && last.at - before.at < APART_MS) fixes.pop()
  fixes.push(fix)
  const old = fixes.findIndex(({ at }) => at >= fix.at - spanMs)
  if (old > 0) fixes.splice(0, old)
}
