/**
 * Decides which positions travel. The server remembers what every page believes: the last spot of each dot, which the
 * page moves on by itself. A spot is sent only when the belief is wrong by more than a few metres, the largest error
 * first, and at most as many a second as the budget holds.
 */
import { type Dot, type Dots, dotKey, placeOf } from './dots.rules.ts'
import { type Spot, STEP_METRES, STEP_SPEED } from './frame.rules.ts'

/** The error that a dot may have, in metres. Fixes and rounding alone err by less. */
export const TOLERANCE = 30
/** The worth of a dot that pages do not know yet, or still show after its end, compared with an error in metres. */
const NEWCOMER = 400
const LEAVER = 300
const degreeMetres = 111_195

/** Measures how wrong a belief is, in metres; 0 where nothing needs to be sent. */
export const errorOf = (known: Dot | undefined, spot: Spot, now: number): number => {
  if (spot.what === 'gone') return known ? LEAVER : 0
  if (!known) return NEWCOMER
  const place = placeOf(known, now)
  if (spot.what === 'along') {
    if (!place || !('metres' in place)) return NEWCOMER
    const error = Math.abs(place.metres - spot.metres)
    return error > TOLERANCE ? error : 0
  }
  if (!place || !('lat' in place)) return NEWCOMER
  const north = (place.lat - spot.lat) * degreeMetres
  const east = (place.lon - spot.lon) * degreeMetres * Math.cos((spot.lat * Math.PI) / 180)
  const error = Math.hypot(north, east)
  return error > TOLERANCE ? error : 0
}

export type Candidate = { spot: Spot; error: number }
/** The bytes of a spot in a frame, a little more than most spots need. Base64 makes four bytes of three. */
const bytesOf = (spot: Spot): number => (spot.what === 'along' ? 5 : spot.what === 'beside' ? 8 : 2) * (4 / 3)

/** The bytes of corrections that a page gets each second on average, and at most at once after a quiet time. */
const BYTES = 2000
const MOST_BYTES = 10_000
/** The bytes that a new picture may send at once. */
export const firstBytes = BYTES
/** Adds the bytes of one second to those that are left. */
export const refilled = (left: number): number => Math.min(MOST_BYTES, left + BYTES)
/** Returns the bytes that are left after these spots. */
export const leftAfter = (left: number, spots: readonly Spot[]): number =>
  spots.reduce((rest, spot) => rest - bytesOf(spot), left)

/** Chooses the spots with the largest errors that a number of bytes holds, and writes them into the beliefs. */
export const chosen = (beliefs: Dots, candidates: Candidate[], bytes: number, at: number): Spot[] => {
  candidates.sort((a, b) => b.error - a.error)
  const spots: Spot[] = []
  let left = bytes
  for (const { spot } of candidates) {
    left -= bytesOf(spot)
    if (left < 0) break
    spots.push(spot)
    believe(beliefs, spot, at)
  }
  return spots
}
/** Writes a spot into the beliefs as pages get it, in the steps of the encoding. */
export const believe = (beliefs: Dots, spot: Spot, at: number): void => {
  const key = dotKey(spot)
  if (spot.what === 'gone') beliefs.delete(key)
  else if (spot.what === 'beside') beliefs.set(key, { ...spot, at })
  else {
    const metres = Math.round(spot.metres / STEP_METRES) * STEP_METRES
    const speed = Math.min(255, Math.round(spot.speed / STEP_SPEED)) * STEP_SPEED
    beliefs.set(key, { ...spot, metres, speed, at })
  }
}
/** Presents a belief at a later moment, so that one frame holds beliefs of different moments. */
export const movedTo = (dot: Dot, at: number): Spot => {
  const { at: _, ...spot } = dot
  const place = placeOf(dot, at * 1000)
  return spot.what === 'along' && place && 'metres' in place ? { ...spot, metres: place.metres } : spot
}
