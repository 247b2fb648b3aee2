/**
 * Returns a key, ticket or cookie with one character changed, near its end. The result always differs from `text`, also
 * after decoding: the last characters of base64 may hold bits that a decoder ignores, so they are left alone. The
 * characters 2 and 3 exist in every alphabet that the product uses.
 */
export function alterOneCharacter(text: string): string {
  const at = text.length - 5
  if (at < 0) throw new Error('The text is too short to be altered.')
  return text.slice(0, at) + (text[at] === '2' ? '3' : '2') + text.slice(at + 1)
}
