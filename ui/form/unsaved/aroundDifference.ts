/** The number of characters that the page shows, and how many of these characters are before the first difference. */
const SHOWN = 200
const BEFORE = 40

/**
 * Returns the part of a long text around its first difference from another text. A short text stays whole. Two long
 * texts with the same beginning would look the same in their first lines.
 */
export const aroundDifference = (text: string, other: string): string => {
  if (text.length <= SHOWN) return text
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  const from = Math.max(0, Math.min(at - BEFORE, text.length - SHOWN))
  // A character of two code units is not cut in half.
  const begin = from > 0 && isLow(text.charCodeAt(from)) ? from + 1 : from
  const end = isLow(text.charCodeAt(begin + SHOWN)) ? begin + SHOWN - 1 : begin + SHOWN
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`
}
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
