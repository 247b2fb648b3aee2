import { createCanvas } from '@napi-rs/canvas'
import { type Stencil, stencilName, pt } from '#integrations/archives/pdf.ts'
import { NUMERALS, numeralsReady } from '#features/files/numerals.service.ts'

/** The typefaces of a printed page. `em` is the em's size in pixels, large enough for sharp print. */
export const faces = {
  number: { font: `600 900px '${NUMERALS}','Noto Sans CJK SC',sans-serif`, em: 900 },
  text: {
    font: "500 200px 'PingFang SC','HarmonyOS Sans SC','Noto Sans CJK SC','Microsoft YaHei',sans-serif",
    em: 200,
  },
} as const
export type Face = keyof typeof faces

/**
 * A character: its stencil, the distance to the next character, and the position and size of its box. All lengths are
 * in ems.
 */
type Glyph = { stencil: Stencil | null; advance: number; left: number; up: number; width: number; height: number }

const segments = new Intl.Segmenter('zh', { granularity: 'grapheme' })
const HALF = 128
/** Characters without a shape, such as the characters that change the direction of a line. */
const SHAPELESS = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

const bitsOf = (pixels: Uint8ClampedArray, width: number, height: number): Uint8Array => {
  const stride = Math.ceil(width / 8)
  const bits = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (pixels[(y * width + x) * 4 + 3]! >= HALF) bits[y * stride + (x >> 3)]! |= 128 >> (x & 7)
  return bits
}

const draw = (face: Face, character: string): Glyph => {
  const { font, em } = faces[face]
  const measuring = createCanvas(1, 1).getContext('2d')
  measuring.font = font
  const box = measuring.measureText(character)
  const [left, up] = [Math.ceil(box.actualBoundingBoxLeft) + 1, Math.ceil(box.actualBoundingBoxAscent) + 1]
  const width = left + Math.ceil(box.actualBoundingBoxRight) + 1
  const height = up + Math.ceil(box.actualBoundingBoxDescent) + 1
  const shape = { advance: box.width / em, left: left / em, up: up / em, width: width / em, height: height / em }
  const isBlank = character.trim() === '' || width < 1 || height < 1
  if (isBlank || width > em * 4 || height > em * 4) return { ...shape, stencil: null }
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.font = font
  context.fillText(character, left, up)
  const { data } = context.getImageData(0, 0, width, height)
  return { ...shape, stencil: { key: `${face} ${character}`, width, height, bits: bitsOf(data, width, height) } }
}

export type PlacedStencils = { drawing: string; stencils: Stencil[]; width: number }
export type Letters = {
  /**
   * Draws a line of text. The line begins at x, ends at x (`right`), or has its middle at x. It is no wider than
   * `most`.
   */
  line: (
    face: Face,
    text: string,
    at: { x: number; y: number; size: number; most: number; align?: 'left' | 'middle' | 'right' },
  ) => PlacedStencils
}
/** Prepares the letters for one file. Each character is drawn once, however many lines show it. */
export const openLetters = (): Letters => {
  numeralsReady()
  const drawn = new Map<string, Glyph>()
  const glyphOf = (face: Face, character: string): Glyph => {
    const key = `${face} ${character}`
    const known = drawn.get(key) ?? draw(face, character)
    drawn.set(key, known)
    return known
  }
  return {
    line: (face, text, { x, y, size, most, align = 'left' }) => {
      const glyphs = Array.from(segments.segment(text.replace(SHAPELESS, '').toWellFormed()), ({ segment }) =>
        glyphOf(face, segment),
      )
      const ems = glyphs.reduce((sum, { advance }) => sum + advance, 0)
      const fit = ems * size > most ? most / ems : size
      const width = ems * fit
      let at = align === 'left' ? x : align === 'right' ? x - width : x - width / 2
      let drawing = ''
      const stencils: Stencil[] = []
      for (const glyph of glyphs) {
        if (glyph.stencil) {
          stencils.push(glyph.stencil)
          const [w, h] = [glyph.width * fit, glyph.height * fit]
          const [left, low] = [at - glyph.left * fit, y + glyph.up * fit - h]
          drawing += `q ${pt(w)} 0 0 ${pt(h)} ${pt(left)} ${pt(low)} cm ${stencilName(glyph.stencil.key)} Do Q\n`
        }
        at += glyph.advance * fit
      }
      return { drawing, stencils, width }
    },
  }
}
