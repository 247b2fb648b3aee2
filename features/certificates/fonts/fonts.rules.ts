import type { Box } from '../template/boxes.contract.ts'

/** A font of a race. `path` is the address of the font's slices. */
export type FontFace = { family: string; weight: number; italic: boolean; path: string }

export const MOST_FONTS = 12
export const MOST_FONT_BYTES = 25 * 1024 * 1024

/**
 * Returns the slice of a character. Browsers get a font in slices. Chinese characters are in slices of 64. Characters
 * below U+2E00 are in slices of 512, because some of their scripts join the letters. A name needs two or three slices.
 */
export const fontSliceOf = (character: number): { from: number; to: number } => {
  const size = character < 0x2e00 ? 512 : 64
  const from = Math.floor(character / size) * size
  return { from, to: from + size - 1 }
}
/** Returns the name of a slice. The name holds the slice's first character, such as `u4e00`. */
export const nameOfSlice = ({ from }: { from: number }): string => `u${from.toString(16)}`
/** Reads the name of a slice. Returns undefined if no slice has the name. */
export const readSlice = (name: string): { from: number; to: number } | undefined => {
  const from = /^u[0-9a-f]{1,6}$/.test(name) ? Number.parseInt(name.slice(1), 16) : -1
  if (from < 0 || from > 0x10ffff) return undefined
  const slice = fontSliceOf(from)
  return slice.from === from ? slice : undefined
}
/** Lists the slices that a text needs, each once. */
export const slicesFor = (text: string): { from: number; to: number }[] => {
  const found = new Map<number, { from: number; to: number }>()
  for (const character of text) {
    const slice = fontSliceOf(character.codePointAt(0)!)
    found.set(slice.from, slice)
  }
  return [...found.values()]
}

export const fontsNamed = <Font extends { family: string }>(
  fonts: readonly Font[],
  { html, boxes }: { html: string; boxes: readonly Box[] | null },
): Font[] => {
  const text = (boxes ? boxes.map((box) => ('font' in box ? box.font : '')).join('\n') : html).toLowerCase()
  return fonts.filter(({ family }) => text.includes(family.toLowerCase()))
}

/** The facts in a font file that matter for drawing and for its owner's rights. */
export type Sfnt = {
  family: string
  weight: number
  italic: boolean
  glyphs: number
  /** True if the font's maker allows embedding a part of it. */ embeddable: boolean
}

const tag = (view: DataView, at: number) =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))

/**
 * Finds the family's name in the table `name`. The function prefers Unicode to Macintosh, then English to other
 * languages, and then the typographic name to the plain name.
 */
const familyIn = (view: DataView, at: number, length: number): string | undefined => {
  const count = view.getUint16(at + 2)
  const strings = at + view.getUint16(at + 4)
  let best: { rank: number; text: string } | undefined
  for (let n = 0; n < count; n++) {
    const record = at + 6 + 12 * n
    if (record + 12 > at + length) break
    const [platform, language, id, bytes, offset] = [
      view.getUint16(record),
      view.getUint16(record + 4),
      view.getUint16(record + 6),
      view.getUint16(record + 8),
      view.getUint16(record + 10),
    ]
    if (
      (id !== 1 && id !== 16) ||
      strings + offset + bytes > at + length ||
      (platform !== 3 && platform !== 0 && platform !== 1)
    )
      continue
    const text = new TextDecoder(platform === 1 ? 'macintosh' : 'utf-16be')
      .decode(new Uint8Array(view.buffer, view.byteOffset + strings + offset, bytes))
      .trim()
    const rank = (platform === 1 ? 0 : 4) + (language === 0x409 || language === 0 ? 2 : 0) + (id === 16 ? 1 : 0)
    if (text && (!best || rank > best.rank)) best = { rank, text }
  }
  return best?.text
}

/**
 * Reads a TrueType or OpenType font (`.ttf`, `.otf`). Returns undefined for any other file, also for a collection of
 * several fonts.
 */
export const readSfnt = (bytes: Uint8Array): Sfnt | undefined => {
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const kind = tag(view, 0)
    if (kind !== 'OTTO' && kind !== 'true' && view.getUint32(0) !== 0x00010000) return undefined
    const tables = new Map<string, { at: number; length: number }>()
    for (let n = 0; n < view.getUint16(4); n++) {
      const at = 12 + 16 * n
      const table = { at: view.getUint32(at + 8), length: view.getUint32(at + 12) }
      if (table.at + table.length > bytes.length) return undefined
      tables.set(tag(view, at), table)
    }
    const [name, os2, maxp] = [tables.get('name'), tables.get('OS/2'), tables.get('maxp')]
    if (!name || !os2 || !maxp || !tables.has('cmap') || os2.length < 64) return undefined
    const family = familyIn(view, name.at, name.length)
      ?.replace(/[^\p{L}\p{N} _-]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60)
    const allowed = view.getUint16(os2.at + 8)
    const selection = view.getUint16(os2.at + 62)
    return family
      ? {
          family,
          weight: Math.min(1000, Math.max(1, view.getUint16(os2.at + 4))),
          italic: (selection & 1) === 1,
          glyphs: view.getUint16(maxp.at + 4),
          embeddable: (allowed & 0x0002) === 0 && (allowed & 0x0100) === 0,
        }
      : undefined
  } catch {
    return undefined
  }
}
