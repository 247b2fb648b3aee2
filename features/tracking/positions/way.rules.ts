/**
 * The farthest place along the course that three sure fixes in a row confirm, the moment of the last of these fixes in
 * milliseconds, and the places of the last three sure fixes.
 */
export type Confirmed = { farthest: number | null; farthestAt: number | null; three: readonly number[] }
export const nothingConfirmed = (): Confirmed => ({ farthest: null, farthestAt: null, three: [] })
/**
 * Updates the farthest place by the next sure place. A single fix may be wrong, so the smallest of three places
 * counts.
 */
export const updateFarthest = (reach: Confirmed, along: number, at: number): void => {
  reach.three = [...reach.three.slice(-2), along]
  if (reach.three.length < 3) return
  const least = Math.min(...reach.three)
  if (least <= (reach.farthest ?? -1)) return
  reach.farthest = least
  reach.farthestAt = at
}

/**
 * One of the latest fixes of a device. `along` is null if another place along the course explains the fixes almost as
 * well, so that an alarm never depends on an uncertain place. Moments are in milliseconds.
 */
export type WayFix = { at: number; lat: number; lon: number; along: number | null; off: number | null }
/** The latest fixes of a device. The list is short, because every device of a race has such a list. */
export type DeviceWay = {
  /** The latest fixes, the earliest first. */
  fixes: WayFix[]
  /** The moment at which the last fix arrived. */
  came: number | null
} & Confirmed
export const newWay = (): DeviceWay => ({ fixes: [], came: null, ...nothingConfirmed() })

/** Returns a matched fix for the rules of alarms. An uncertain place along the course counts as unknown. */
export const trustedFix = ({ along, sure, ...fix }: WayFix & { sure: boolean }): WayFix => ({
  ...fix,
  along: sure ? along : null,
})

/** The time between two fixes below which the list keeps only one of them. */
const APART_MS = 30_000

/** Adds a fix and its arrival to the list. A fix that is not newer than the last fix adds only its arrival. */
export const extendWay = (way: DeviceWay, fix: WayFix, came: number, spanMs: number): void => {
  way.came = Math.max(way.came ?? came, came)
  const { fixes } = way
  const last = fixes.at(-1)
  if (last && fix.at <= last.at) return
  if (fix.along !== null) updateFarthest(way, fix.along, fix.at)
  const before = fixes.at(-2)
  if (before && last && last.at - before.at < APART_MS) fixes.pop()
  fixes.push(fix)
  const old = fixes.findIndex(({ at }) => at >= fix.at - spanMs)
  if (old > 0) fixes.splice(0, old)
}

/**
 * Returns the farthest place that the carrier has reached since its start. Before the start, a runner may warm up
 * at a place far along the course. Such a place does not count.
 */
export const farthestSince = ({ farthest, farthestAt, fixes }: DeviceWay, started: number | null): number | null => {
  if (started === null || farthest === null || farthestAt === null || farthestAt >= started) return farthest
  const since = fixes.flatMap(({ at, along }) => (at >= started && along !== null ? [along] : []))
  return since.length === 0 ? null : Math.max(...since)
}
