/** The one way in which the product writes numbers, bytes and texts. Pure functions for every page. */

/** In two digits at least: `07`. */
export const two = (n: number | string): string => String(n).padStart(2, '0')
/** Whole seconds as `3:05:00`; hours go on counting. */
export const hoursText = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
/** Bytes in hexadecimal, two digits each. */
export const hexOfBytes = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => two(byte.toString(16))).join('')
/**
 * Percent-encodes a text for an address or a header: all characters but those that RFC 3986 leaves as they are. It is
 * stricter than encodeURIComponent.
 */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Money in a sentence: two decimals, in its own currency. */
export const amountText = (fen: number, currency = 'CNY'): string =>
  `${currency === 'CNY' ? '¥' : currency === 'USD' ? 'US$' : `${currency} `}${(fen / 100).toFixed(2)}`
