import type { TextBox } from '../template/boxes.contract.ts'
import type { CanvasContext } from './canvasContext.rules.ts'

/** A part of a line of text, drawn by one call. `x` is its distance from the line's start. */
type Run = { text: string; x: number }
type Line = { x: number; y: number; width: number; runs: Run[] }

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })
export const charactersOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

const upright = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
/** Characters that must not begin a line, and characters that must not end a line. */
const notFirst = /^[!%),.:;?\]}¢°’”†‡›℃∶、。〃〆〕〗〞﹚﹜！＂％＇），．：；？］｀｜｝～»…]/u
const notLast = /[$(£¥‘“‹〈《「『【〔〖〝﹙﹛＄（．［｛￡￥«]$/u

/**
 * Splits a text into the pieces between which a line may break. A line may break after a space or hyphen, and around a
 * Chinese, Japanese or Korean character. It does not break where a line would begin or end with a forbidden punctuation
 * mark.
 */
export const textPieces = (text: string): string[] => {
  const pieces: string[] = []
  for (const character of charactersOf(text)) {
    const last = pieces.at(-1)
    const breaks =
      last !== undefined &&
      character !== ' ' &&
      (last.endsWith(' ') ||
        (/[\p{L}]-$/u.test(last) && /\p{L}/u.test(character)) ||
        ((upright.test(character) || upright.test(charactersOf(last).at(-1)!)) &&
          !notFirst.test(character) &&
          !notLast.test(last)))
    if (last === undefined || breaks) pieces.push(character)
    else pieces[pieces.length - 1] = last + character
  }
  return pieces
}

const setFont = (context: CanvasContext, box: TextBox, size: number) => {
  context.font = `${box.italic ? 'italic ' : ''}${box.weight} ${size}px ${box.font}`
}

/**
 * Measures a text's width with its letter spacing. A browser adds the spacing after every character, and also after the
 * last character.
 */
const widthOf = (context: CanvasContext, text: string, spacing: number): number => {
  if (!spacing) return context.measureText(text).width
  if (context.letterSpacing === undefined)
    return charactersOf(text).reduce((sum, character) => sum + context.measureText(character).width + spacing, 0)
  context.letterSpacing = `${spacing}px`
  return context.measureText(text).width
}

/** Splits a text into runs. A canvas without letter spacing (WebKit before 26) draws each character by itself. */
const runsOf = (context: CanvasContext, text: string, spacing: number): Run[] => {
  if (!spacing || context.letterSpacing !== undefined) return [{ text, x: 0 }]
  let x = 0
  return charactersOf(text).map((character) => {
    const run = { text: character, x }
    x += context.measureText(character).width + spacing
    return run
  })
}

const breakLines = (context: CanvasContext, paragraph: string, spacing: number, room: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const piece of textPieces(paragraph)) {
    if (line && widthOf(context, (line + piece).trimEnd(), spacing) > room) {
      lines.push(line.trimEnd())
      line = piece.trimStart()
    } else line += piece
  }
  return [...lines, line.trimEnd()]
}

/** The smallest size of a shrunken text, as a share of its full size. A text that is still too wide is squeezed. */
const SMALLEST = 0.5

/**
 * Sets a text horizontally, in device pixels. The baseline is where a browser puts it. Half of the line's free height
 * goes above the font's ascent, rounded down to whole pixels of the paper. The rest goes below the descent.
 */
export const layOutText = (
  context: CanvasContext,
  box: TextBox,
  text: string,
  scale: number,
): { lines: Line[]; height: number; squeeze: number } => {
  const room = box.width === null ? Infinity : box.width * scale
  const paragraphs = text.split('\n')
  let shrink = 1
  let squeeze = 1
  setFont(context, box, box.size * scale)
  if (box.fit === 'shrink' && room < Infinity) {
    const widest = Math.max(...paragraphs.map((paragraph) => widthOf(context, paragraph, box.spacing * scale)))
    if (widest > room) shrink = Math.max(SMALLEST, room / widest)
    if (widest * shrink > room) squeeze = room / (widest * shrink)
  }
  const size = box.size * scale * shrink
  const spacing = box.spacing * scale * shrink
  // The free height counts in whole pixels of the paper, so the font is measured here without `scale`. A shrunken text
  // is in the middle of a line with a fixed height.
  setFont(context, box, size / scale)
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('国')
  const [ascent, descent] = [Math.round(fontBoundingBoxAscent), Math.round(fontBoundingBoxDescent)]
  setFont(context, box, size)
  const line = box.line ?? ascent + descent
  const step = line * scale
  const baseline = (Math.floor((line - ascent - descent) / 2) + ascent) * scale
  const broken =
    box.fit === 'wrap' ? paragraphs.flatMap((paragraph) => breakLines(context, paragraph, spacing, room)) : paragraphs
  const lines = broken.map((said, at): Line => {
    const width = widthOf(context, said, spacing) * squeeze
    const free = box.width === null ? 0 : room - width
    const shift = box.align === 'center' ? free / 2 : box.align === 'right' ? free : 0
    return {
      x: box.x * scale + shift,
      y: box.y * scale + at * step + baseline,
      width,
      runs: runsOf(context, said, spacing),
    }
  })
  return { lines, height: broken.length * step, squeeze }
}

type Glyph = { text: string; x: number; y: number; lying: boolean }

/** Sets a text in columns from right to left. Chinese characters stand upright, and other text lies on its side. */
export const layOutInColumns = (
  context: CanvasContext,
  box: TextBox,
  text: string,
  scale: number,
): { glyphs: Glyph[]; width: number; height: number } => {
  const size = box.size * scale
  setFont(context, box, size)
  if (context.letterSpacing !== undefined) context.letterSpacing = '0px'
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText('国')
  const step = box.line === null ? ascent + descent : box.line * scale
  const columns = text.split('\n')
  const width = columns.length * step
  let height = 0
  const glyphs = columns.flatMap((column, at) => {
    const middle = box.x * scale + width - (at + 0.5) * step
    let y = box.y * scale
    const set: Glyph[] = []
    for (const piece of column.match(
      /[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+|./gu,
    ) ?? []) {
      const across = context.measureText(piece).width
      const stands = upright.test(piece) && !/[（）［］｛｝〈〉《》「」『』【】〔〕～—…：；]/u.test(piece)
      // An upright character stands in a square of its size: 0.88 of the size is above the baseline, and 0.12 is below.
      if (stands) set.push({ text: piece, x: middle - across / 2, y: y + 0.88 * size, lying: false })
      else set.push({ text: piece, x: middle - (ascent - descent) / 2, y, lying: true })
      y += (stands ? size : across) + box.spacing * scale
    }
    height = Math.max(height, y - box.y * scale)
    return set
  })
  return { glyphs, width, height }
}
