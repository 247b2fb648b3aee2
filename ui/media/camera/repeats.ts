/** The time in ms for which a code must be out of the picture before the same code counts again. */
const AWAY_MS = 1_500
/** The time in ms after a code in which no other code counts. The next person needs this time to step forward. */
const PAUSE_MS = 1_500

/**
 * Returns a function that tells whether a camera that continues passes a code on. A phone stays in front of the camera
 * after its code was read, and this must not count as a second scan. `now` is a moment in ms.
 */
export const countsOnce = (): ((text: string, now: number) => boolean) => {
  let last = { text: '', seen: -Infinity, read: -Infinity }
  return (text, now) => {
    if (text === last.text && now - last.seen < AWAY_MS) {
      last.seen = now
      return false
    }
    if (now - last.read < PAUSE_MS) return false
    last = { text, seen: now, read: now }
    return true
  }
}
