/**
 * Decides which positions the stream sends. The server remembers the last spot that it sent for each dot, and moves the
 * dot as every page does. It sends a new spot only if the pages show the dot more than `TOLERANCE` metres from its true
 * place. The spots with the largest errors go first, and only as many a second as the budget allows.
 */
import { type Dot, type Dots, dotKey, placeOf } from './dots.rules.ts'
import { type DotSpot, STEP_METRES, STEP_SPEED } from './frame.rules.ts'

/** The largest error of a dot, in metres, that needs no correction. The errors of fixes and rounding are smaller. */
export const TOLERANCE = 30
/** The priority of a dot that pages do not have yet, or still show after its end, as an error in metres. */
const NEWCOMER = 400
const LEAVER = 300
const degreeMetres = 111_195

/** Measures the error of the place at which pages show a dot, in metres. 0 if the server need not send the dot. */
export const errorOf = (known: Dot | undefined, spot: DotSpot, now: number): number => {
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

export type Candidate = { spot: DotSpot; error: number }
/**
 * Returns the number of bytes that the budget counts for one spot in a frame. Most spots need a little less.
 */
const bytesOf = (spot: DotSpot): number => (spot.what === 'along' ? 7 : spot.what === 'beside' ? 10 : 3)

/**
 * The average number of bytes of corrections for each page in a second, and the largest number at once after seconds
 * with few corrections.
 */
const BYTES = 2000
const MOST_BYTES = 10_000
/** The largest number of bytes that the first step of a new picture may send. */
export const firstBytes = BYTES
/** Adds the bytes of one second to the unused bytes. */
export const refilled = (left: number): number => Math.min(MOST_BYTES, left + BYTES)
export const bytesLeft = (left: number, spots: readonly DotSpot[]): number =>
  spots.reduce((rest, spot) => rest - bytesOf(spot), left)

/**
 * The limit in bytes for the dots that are far from their places. Above this limit all pages load the picture again,
 * because the stream would need half a minute for these dots.
 */
const FAR_BYTES = 30 * BYTES
/**
 * Tells whether pages get the dots that are far from their places sooner from the whole picture than from the stream.
 */
export const isFarTooMuch = (candidates: readonly Candidate[]): boolean => {
  let bytes = 0
  for (const { spot, error } of candidates) if (error >= LEAVER) bytes += bytesOf(spot)
  return bytes > FAR_BYTES
}

/** Chooses the spots with the largest errors that fit into a number of bytes, and records them as sent. */
export const chooseSpots = (beliefs: Dots, candidates: Candidate[], bytes: number, at: number): DotSpot[] => {
  candidates.sort((a, b) => b.error - a.error)
  const spots: DotSpot[] = []
  let left = bytes
  for (const { spot } of candidates) {
    left -= bytesOf(spot)
    if (left < 0) break
    spots.push(spot)
    believe(beliefs, spot, at)
  }
  return spots
}
/** Records a spot as sent, with the rounding of the encoding. */
export const believe = (beliefs: Dots, spot: DotSpot, at: number): void => {
  const key = dotKey(spot)
  if (spot.what === 'gone') beliefs.delete(key)
  else if (spot.what === 'beside') beliefs.set(key, { ...spot, at })
  else {
    const metres = Math.round(spot.metres / STEP_METRES) * STEP_METRES
    const speed = Math.min(255, Math.round(spot.speed / STEP_SPEED)) * STEP_SPEED
    beliefs.set(key, { ...spot, metres, speed, at })
  }
}
/**
 * Computes the place at which pages show a dot at a later moment, so that one frame can hold dots of different moments.
 */
export const dotAt = (dot: Dot, at: number): DotSpot => {
  const { at: _, ...spot } = dot
  const place = placeOf(dot, at * 1000)
  return spot.what === 'along' && place && 'metres' in place ? { ...spot, metres: place.metres } : spot
}
