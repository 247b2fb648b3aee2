/**
 * A pacer on the course: the promised time, the length of the course, and the last fix. Moments are in milliseconds.
 */
type PacerOnCourse = {
  target_s: number | null
  length: number | null
  gun: number | null
  metres: number | null
  at: number | null
}
/** The distance from the start, in metres, below which a pacer has no deviation yet. */
const FROM_METRES = 200
/** The distance from the finish, in metres, below which a pacer has arrived. */
const ARRIVED = 50

export const hasArrived = (metres: number | null, length: number | null): boolean =>
  metres !== null && length !== null && metres >= length - ARRIVED

/**
 * Works out by how many seconds a pacer is behind an even pace to the promised time. A negative number means ahead.
 * Null if one of the values is unknown, before the gun, and near the start. Null also for a pacer who has arrived,
 * because the device goes on sending there, and each later fix would show the pacer farther behind.
 */
export const deviationOf = ({ target_s, length, gun, metres, at }: PacerOnCourse): number | null => {
  if (target_s === null || length === null || length <= 0 || gun === null || metres === null || at === null) return null
  if (metres < FROM_METRES || at < gun || hasArrived(metres, length)) return null
  return Math.round((at - gun) / 1000 - (target_s * metres) / length)
}

/**
 * Finds the gun of a carrier: the gun of its wave, or without a wave the first gun of the event. Null if nobody has
 * fired that gun.
 */
export const gunOfWave = (
  waves: readonly { name: string; gun: string | null }[],
  wave: string | null,
  first: number | null,
): number | null => {
  const own = wave === null ? undefined : waves.find(({ name }) => name === wave)
  if (own === undefined) return first
  return own.gun === null ? null : Date.parse(own.gun)
}
