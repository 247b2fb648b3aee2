/** The latest way of a device, short enough to keep for every device of a race. Moments are in milliseconds. */
export type WayFix = { at: number; lat: number; lon: number; along: number | null; off: number | null }
export type Way = {
  /** The latest fixes, the earliest first. */
  fixes: WayFix[]
  /** The moment at which the last fix arrived. */
  came: number | null
  /** The farthest place along the course that three fixes in a row reached. */
  farthest: number | null
  /** The places along the course of the last three fixes that have one. */
  three: number[]
}
export const newWay = (): Way => ({ fixes: [], came: null, farthest: null, three: [] })

/** Fixes that follow each other sooner than this are kept as one. */
const APART_MS = 30_000

/** Continues a way by a fix that arrived at a moment. A fix that is older than the last one adds no place. */
export const goOn = (way: Way, fix: WayFix, came: number, spanMs: number): void => {
  way.came = Math.max(way.came ?? came, came)
  const { fixes } = way
  const last = fixes.at(-1)
  if (last && fix.at <= last.at) return
  if (fix.along !== null) {
    way.three = [...way.three.slice(-2), fix.along]
    if (way.three.length === 3) way.farthest = Math.max(way.farthest ?? 0, Math.min(...way.three))
  }
  const before = fixes.at(-2)
  if (before && last && last.at - before.at < APART_MS) fixes.pop()
  fixes.push(fix)
  const old = fixes.findIndex(({ at }) => at >= fix.at - spanMs)
  if (old > 0) fixes.splice(0, old)
}
