/**
 * The dots of a live page, from the picture and the frames of a race. Pure, for browsers and tests:
 *
 *     const dots: Dots = new Map()
 *     takeFrame(dots, frameOfText(answer.picture))        // POST or GET /live/gps/positions?raceid=226
 *     stream.addEventListener('frame', ({ data }) => takeFrame(dots, frameOfText(data)))  // `stream` of /live/gps
 *     for (const dot of dots.values()) placeOf(dot, serverNow)   // metres along the course, or degrees beside it
 *
 * The stream has three events. `here` comes at the beginning, also after a lost connection: the page then asks for the
 * picture. `frame` has changed dots. `passings` has passings (`passingsOfText`). With `&of=list` at the end of the
 * address, the stream has no `frame`.
 */
import type { Frame, DotSpot } from './frame.rules.ts'

/** A dot with the moment of its spot, in seconds since 1970. */
export type Dot = DotSpot & { at: number }
/** The dots of a race by `dotKey`. */
export type Dots = Map<string, Dot>
export const dotKey = ({ eventid, bib }: { eventid: number; bib: string }): string => `${eventid}/${bib}`

/**
 * Takes a frame into the dots. It does not replace a newer dot, so a picture may arrive after a frame of the stream.
 */
export const takeFrame = (dots: Dots, { at, spots }: Frame): void => {
  for (const spot of spots) {
    const key = dotKey(spot)
    const known = dots.get(key)
    if (known && known.at > at) continue
    if (spot.what === 'gone') dots.delete(key)
    else dots.set(key, { ...spot, at })
  }
}

/**
 * The seconds for which a page moves a dot after the moment of its last spot. Without news, the page then stops the
 * dot.
 */
export const MOVES_SECONDS = 600
/** Returns the place of a dot at a moment of the server's clock, in milliseconds. */
export const placeOf = (dot: Dot, now: number): { metres: number } | { lat: number; lon: number } | undefined => {
  if (dot.what === 'gone') return undefined
  if (dot.what === 'beside') return { lat: dot.lat, lon: dot.lon }
  const seconds = Math.max(0, Math.min(MOVES_SECONDS, now / 1000 - dot.at))
  return { metres: dot.metres + dot.speed * seconds }
}
