export type ByteRange = { from: number; until: number }
/**
 * Finds the bytes that a `Range` header asks for; `until` is excluded. 'all' if there is no header, or if the header is
 * not one range; null if the range holds no byte of the file.
 */
export const byteRangeOf = (header: string | undefined, bytes: number): ByteRange | 'all' | null => {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return 'all'
  const [first, last] = [found[1]!, found[2]!]
  if (first === '') return Number(last) === 0 ? null : { from: Math.max(0, bytes - Number(last)), until: bytes }
  if (Number(first) >= bytes || (last !== '' && Number(last) < Number(first))) return null
  return { from: Number(first), until: last === '' ? bytes : Math.min(bytes, Number(last) + 1) }
}
