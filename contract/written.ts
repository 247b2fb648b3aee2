/** Writes a number with at least two digits: `07`. */
export const two = (n: number | string): string => String(n).padStart(2, '0')
/** Writes whole seconds as `3:05:00`. The hours may exceed 24. */
export const hoursText = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
/** Writes a pace in seconds per kilometre as `5:00`. It rounds to whole seconds, so it never writes `4:60`. */
export const paceText = (secondsPerKm: number): string => {
  const whole = Math.round(secondsPerKm)
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`
}
/** Writes the digits of a count with commas between the thousands: 26,598. */
export const thousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
/** Writes metres as kilometres with at most one decimal: `21.1`. */
export const kmText = (metres: number): string => String(Number((metres / 1000).toFixed(1)))
/**
 * Writes a time of a report without the zeros at its beginning: `04:27:42` as 4:27:42, `00:33:35` as 33:35. Another
 * text stays as it is.
 */
export const shortTime = (time: string): string =>
  /^\d+(?::\d\d){1,2}$/.test(time) ? time.replace(/^(?:0+:(?=\d\d:))?0*(?=\d)/, '') : time
/** Writes bytes in hexadecimal, with two digits for each byte. */
export const hexOfBytes = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => two(byte.toString(16))).join('')
/**
 * Percent-encodes a text for an address or a header. The function leaves only the characters that RFC 3986 calls
 * unreserved, while encodeURIComponent leaves more.
 */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
/** Decodes a percent-encoded text. A text that is not encoded stays as it is. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
/** Writes a text as HTML and XML hold it, between tags and in attributes. */
export const escapedHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
/** Shortens a text to this number of characters. A shortened text ends with an ellipsis. */
export const shortened = (text: string, most: number): string => {
  const signs = Array.from(text)
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}

/** Writes money for a sentence, with two decimals and its currency. */
export const amountText = (fen: number, currency = 'CNY'): string =>
  `${currency === 'CNY' ? '¥' : currency === 'USD' ? 'US$' : `${currency} `}${(fen / 100).toFixed(2)}`
