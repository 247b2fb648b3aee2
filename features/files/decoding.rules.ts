/**
 * Encodings of result files. `auto` distinguishes UTF-8 (with or without BOM), UTF-16, GB18030, Shift_JIS and
 * Windows-1252. A person must choose Big5.
 */
export const encodings = ['auto', 'utf-8', 'gb18030', 'big5', 'shift_jis', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export type Decoded = {
  text: string
  encoding: string
  /** True if the text had been encoded twice (`MÃ¼ller`) and was repaired. */ repaired: boolean
}

const strict = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * The byte of each character in Windows-1252 as browsers read it. The table gives back the bytes that a program
 * misread.
 */
const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)

/**
 * Repairs UTF-8 bytes that a program once read as Windows-1252 and encoded again. Returns null if the text has no such
 * bytes, or if a run of non-ASCII letters is not UTF-8 after the repair. A single `Ã` in a name is a letter of the name
 * and stays.
 */
const repair = (text: string): string | null => {
  if (!/[ÂÃÄÅÆÇÈÉäåæçèé][\u0080-\u00bf\u0152-\u2122]/.test(text)) return null
  let whole = true
  // The pattern limits the length of a run. V8 may keep a step for each letter of a run, and its stack then overflows
  // at 8 million letters.
  const repaired = text.replace(/[\u0080-\uffff]{1,100000}/g, (run) => {
    const bytes = Array.from(run, (letter) => byteOf.get(letter))
    const fixed = bytes.every((byte) => byte !== undefined) ? strict(Uint8Array.from(bytes), 'utf-8') : null
    if (fixed === null) whole = false
    return fixed ?? run
  })
  return whole ? repaired : null
}

/**
 * Tells whether a text looks Chinese. In GB18030 high bytes come in pairs. A Western name has a single high byte
 * between ASCII letters.
 */
const looksChinese = (bytes: Uint8Array): boolean => {
  let [paired, lone] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    const next = bytes[at + 1] ?? 0
    if (bytes[at]! >= 0xa1 && bytes[at]! <= 0xf7 && next >= 0xa1) {
      paired++
      at++
    } else lone++
  }
  return paired > 4 * lone
}

/** Tells whether two bytes are a kana, a full-width letter or a common character of Shift_JIS. */
const isJapanesePair = (first: number, second: number): boolean =>
  first >= 0x81 && first <= 0x9f && second >= 0x40 && second <= 0xfc && second !== 0x7f
/**
 * Tells whether a text looks Japanese. Most letters of Shift_JIS begin with a byte below 0xa0, and several of them
 * follow each other in a word. GB18030 and Windows-1252 seldom use such bytes. A lone byte of that kind is a quotation
 * mark or a dash of Windows-1252.
 */
const looksJapanese = (bytes: Uint8Array): boolean => {
  let [words, others, at] = [0, 0, 0]
  while (at < bytes.length) {
    if (bytes[at]! < 0x80) {
      at++
      continue
    }
    const start = at
    while (at + 1 < bytes.length && isJapanesePair(bytes[at]!, bytes[at + 1]!)) at += 2
    if (at - start >= 4) words += (at - start) / 2
    else {
      // A katakana of half width has one byte. It proves nothing, because two such bytes are also a letter of GB18030.
      if (at > start || bytes[at]! > 0xdf) others++
      if (at === start) at++
    }
  }
  return words > others
}

/** Removes the byte order mark of UTF-8. Some programs put this mark before a text in another encoding. */
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

const LOOKED_AT = 4000
/**
 * Finds the byte order of a UTF-16 text without a byte order mark. Each comma, digit and Latin letter of such a text
 * has a zero byte, always on the same side. Returns undefined if the bytes show no such order.
 */
const orderOf = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  const zeros = [0, 0]
  const looked = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at % 2]!++
  const [before, behind] = zeros as [number, number]
  const most = Math.max(before, behind)
  if (bytes.length % 2 !== 0 || Math.min(before, behind) > 0 || most < looked / 10) return undefined
  return behind === most ? 'utf-16le' : 'utf-16be'
}

/** The largest share of unreadable letters, compared with the readable letters beyond ASCII. */
const MOST_LOST = 1 / 8
/**
 * Decodes a text in which a few letters are broken, because a program cut a name in the middle of a letter. Returns null
 * if more letters are broken, because the text then has another encoding.
 */
const mostly = (bytes: Uint8Array, encoding: string): string | null => {
  const text = new TextDecoder(encoding).decode(bytes)
  let [lost, letters] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) lost++
    else if (code > 0x7f) letters++
  }
  return lost <= letters * MOST_LOST ? text : null
}

/** Reads the text of a file in any supported encoding. */
export const decodeText = (given: Uint8Array, encoding: Encoding = 'auto'): Decoded => {
  const bytes = withoutMark(given)
  if (encoding !== 'auto') return { text: new TextDecoder(encoding).decode(bytes), encoding, repaired: false }
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le', repaired: false }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16be', repaired: false }
  const order = orderOf(bytes)
  const wide = order && strict(bytes, order)
  if (order && wide) return { text: wide, encoding: order, repaired: false }
  const utf8 = strict(bytes, 'utf-8')
  if (utf8 !== null) {
    const repaired = repair(utf8)
    return { text: repaired ?? utf8, encoding: 'utf-8', repaired: repaired !== null }
  }
  const broken = mostly(bytes, 'utf-8')
  if (broken !== null) return { text: broken, encoding: 'utf-8', repaired: false }
  const japanese = looksJapanese(bytes) ? mostly(bytes, 'shift_jis') : null
  if (japanese !== null) return { text: japanese, encoding: 'shift_jis', repaired: false }
  const chinese = looksChinese(bytes) ? mostly(bytes, 'gb18030') : null
  return chinese === null
    ? { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', repaired: false }
    : { text: chinese, encoding: 'gb18030', repaired: false }
}
