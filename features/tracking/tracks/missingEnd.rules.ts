/** The last position of a carrier: degrees, and the best guess of the metres along the course. */
type LastPlace = { lat: number; lon: number; along: number | null }

/**
 * The largest distance from the finish at which a carrier counts as arrived, the shortest missing part that counts, and
 * the least metres that a carrier must have run. The last limit leaves out carriers that stop near the start of a
 * closed course.
 */
const NEAR_M = 100
const PART_M = 150
const RUN_M = 1000
const degreeMetres = 111_195
const metresBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): number =>
  Math.hypot((a.lat - b.lat) * degreeMetres, (a.lon - b.lon) * degreeMetres * Math.cos((a.lat * Math.PI) / 180))

/**
 * Finds the last part of the course that a carrier at the finish left out. On a closed course each lap ends at the
 * finish, so a left-out lap shows only when the carrier stops there. `farthest` is the farthest sure place.
 */
export const missingEndOf = (
  last: LastPlace | null,
  farthest: number | null,
  { metres, finish }: { metres: number; finish: { lat: number; lon: number } },
): { from: number; to: number } | undefined => {
  if (!last || last.along === null || farthest === null) return undefined
  // The last fixes may not be sure yet, so the best guess counts too.
  const from = Math.max(farthest, last.along)
  if (from < RUN_M || metres - from < PART_M || metresBetween(last, finish) > NEAR_M) return undefined
  return { from: Math.round(from), to: Math.round(metres) }
}
