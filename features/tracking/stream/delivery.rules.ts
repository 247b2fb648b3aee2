/** Decides what a listener of the stream gets, so that a slow one costs little memory and nobody misses the end. */

/** The most bytes that may wait for a listener. More of them would be old when they arrive. */
const MOST_UNREAD = 16 * 1024
/** A listener that reads nothing for this long is disconnected. */
const GONE_MS = 60_000
/** The most passings that wait for a later second. A page asks for the whole picture sooner than they would travel. */
const MOST_WAITING = 2100

/** The treatment of a listener: send the news, leave them out, begin anew, or disconnect it. */
export type Delivery = 'news' | 'nothing' | 'anew' | 'end'
/**
 * Decides for one listener. `behind` is the moment since which it reads too slowly, or null. One that has read all that
 * waited for it begins anew, so that its page takes the whole picture.
 */
export const deliveryFor = (behind: number | null, unread: number, now: number): Delivery => {
  if (behind === null) return unread > MOST_UNREAD ? 'nothing' : 'news'
  if (unread === 0) return 'anew'
  return now - behind > GONE_MS ? 'end' : 'nothing'
}

/** Tells whether so many passings wait that all pages should begin anew. */
export const isTooMuch = (waiting: readonly unknown[]): boolean => waiting.length > MOST_WAITING
