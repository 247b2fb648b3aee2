/** The time in ms for which a code must be out of the pictures before the same code counts again. */
const AWAY_MS = 1_500
/** The time in ms after a read code in which no other code counts. The next person steps forward meanwhile. */
const PAUSE_MS = 1_500

/**
 * Returns a function that tells whether a camera with `goesOn` passes on the code of a picture. A phone stays in front
 * of the camera after its code was read, and this must not count as a second scan. Only pictures without the code show
 * that the phone is gone. A pause between pictures shows nothing, because a slow device may take no picture for
 * seconds. `now` is a time in ms.
 */
export const countsOnce = (): ((text: string | undefined, now: number) => boolean) => {
  let last = { text: '', read: -Infinity }
  /** The time of the first picture without the last code. Undefined while the code is in the pictures. */
  let left: number | undefined
  return (text, now) => {
    if (text === undefined || text !== last.text) left ??= now
    else if (left === undefined || now - left < AWAY_MS) {
      left = undefined
      return false
    }
    if (text === undefined || now - last.read < PAUSE_MS) return false
    last = { text, read: now }
    left = undefined
    return true
  }
}
