/** Decides which news a listener of the stream gets. */

/**
 * The largest number of bytes that may wait for a listener. With more bytes, the news would be old at their arrival.
 */
const MOST_UNREAD = 16 * 1024
/** A listener that has read too slowly for this long is disconnected. */
const GONE_MS = 60_000
/**
 * The largest number of passings that the server may hold back: each second it sends only some of them. If more
 * passings wait, it is faster to let the pages load everything again.
 */
const MOST_WAITING = 2100

/** The treatment of a listener: send the news, skip the news, make it load everything again, or disconnect it. */
export type Delivery = 'news' | 'nothing' | 'anew' | 'end'
/** Decides the treatment of one listener. `behind` is the moment since which the listener reads too slowly, or null. */
export const deliveryFor = (behind: number | null, unread: number, now: number): Delivery => {
  if (behind === null) return unread > MOST_UNREAD ? 'nothing' : 'news'
  if (unread === 0) return 'anew'
  return now - behind > GONE_MS ? 'end' : 'nothing'
}

/** Tells whether so many passings wait that all pages should load everything again. */
export const isTooMuch = (waiting: readonly unknown[]): boolean => waiting.length > MOST_WAITING
