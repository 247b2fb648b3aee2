/** The last position of a carrier: degrees, and the metres along the course by the best guess. */
type LastPlace = { lat: number; lon: number; along: number | null }

/**
 * The distance from the finish at which a carrier counts as arrived, the least part that is worth a look, and the
 * metres that a carrier must have run. A carrier that stops near the start of a closed course has not run it.
 */
const NEAR_M = 100
const PART_M = 150
const RUN_M = 1000
const degreeMetres = 111_195
const metresBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): number =>
  Math.hypot((a.lat - b.lat) * degreeMetres, (a.lon - b.lon) * degreeMetres * Math.cos((a.lat * Math.PI) / 180))

/**
 * Finds the end of the course that a carrier left out: the carrier is at the finish, but the fixes say that its last
 * laps are missing. On a closed course each lap ends at the finish, so no fix tells that somebody left a lap out. A
 * left-out lap shows only when the carrier stops there. `farthest` is the farthest place that is sure. Undefined if no
 * such end is found.
 */
export const missingEndOf = (
  last: LastPlace | null,
  farthest: number | null,
  { metres, finish }: { metres: number; finish: { lat: number; lon: number } },
): { from: number; to: number } | undefined => {
  if (!last || last.along === null || farthest === null) return undefined
  // The last fixes may not be sure yet. The best guess then shows that the carrier has come to the end.
  const from = Math.max(farthest, last.along)
  if (from < RUN_M || metres - from < PART_M || metresBetween(last, finish) > NEAR_M) return undefined
  return { from: Math.round(from), to: Math.round(metres) }
}
