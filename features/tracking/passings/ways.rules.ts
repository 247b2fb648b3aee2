/** A sure place of a device along the course, at a moment in milliseconds since 1970. */
export type DevicePlaceAt = { at: number; along: number }

/** The most points of a way in a replay. If the way takes longer, the points are farther apart. */
const POINTS = 300
/** The least number of seconds between two points of a way. */
const LEAST_SECONDS = 20
/** Returns the seconds between two points of a way, for a race that began `elapsed` seconds ago. */
export const secondsBetween = (elapsed: number): number => Math.max(LEAST_SECONDS, Math.ceil(elapsed / POINTS))

/**
 * Returns the way of a runner for a replay: seconds from the start, and metres along the course. Without a start, the
 * way begins with its first place. It ends where the runner is at the finish, because the device then goes home.
 */
export const wayFrom = (
  places: readonly DevicePlaceAt[],
  start: number | null,
  finish: number | null,
): [seconds: number, metres: number][] => {
  const from = start ?? places[0]?.at ?? 0
  const way: [number, number][] = []
  for (const { at, along } of places) {
    if (at < from) continue
    way.push([Math.round((at - from) / 1000), Math.round(along)])
    if (finish !== null && along >= finish) break
  }
  return way
}
