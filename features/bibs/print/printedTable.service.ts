import { type PdfPage, pt } from '#integrations/archives/pdf.ts'
import { openLetters } from './stencils.service.ts'

/** A millimetre in points. */
export const MM = 72 / 25.4

/** The layout of a printed table, in points. */
export type TableSheet = {
  width: number
  height: number
  margin: number
  /** The height of a line, and of everything above the first line. */
  line: number
  head: number
  /** The left edges of the columns, and the right edge of the last column. */
  edges: readonly number[]
  end: number
  /** The space for the title, and for the page's number. */
  title: number
  number: number
  /** The size of the letters in a line, and the distance from the foot of the letters to the rule below. */
  size: number
  foot: number
  /** The thickness of the rules between the lines. */
  rule: number
}
export type TableCell = { text: string | null; right?: boolean }

/** Returns a function that draws a page: the title, the page's number, the heads of the columns, lines and rules. */
export const openTablePages = (
  sheet: TableSheet,
  { title, page, heads }: { title: string; page: (n: number) => string; heads: readonly TableCell[] },
): ((lines: readonly (readonly TableCell[])[], n: number) => PdfPage) => {
  const letters = openLetters()
  const { width, height, margin, line, head, edges } = sheet
  const row = (cells: readonly TableCell[], y: number, size: number) =>
    cells.flatMap(({ text, right = false }, at) => {
      if (!text) return []
      const [from, to] = [edges[at]!, (edges[at + 1] ?? sheet.end) - 2 * MM]
      const x = margin + (right ? to : from)
      return [letters.line('text', text, { x, y, size, most: to - from, align: right ? 'right' : 'left' })]
    })
  return (lines, n) => {
    const top = height - margin
    const y = top - 5 * MM
    const texts = [
      letters.line('text', title, { x: margin, y, size: 5 * MM, most: sheet.title }),
      letters.line('text', page(n), { x: width - margin, y, size: 3.2 * MM, most: sheet.number, align: 'right' }),
      ...row(heads, top - head + 2 * MM, 3 * MM),
      ...lines.flatMap((cells, at) => row(cells, top - head - (at + 1) * line + sheet.foot, sheet.size)),
    ]
    const rules = Array.from({ length: lines.length + 1 }, (_, at) => {
      const below = pt(top - head - at * line)
      return `${pt(margin)} ${below} m ${pt(width - margin)} ${below} l S\n`
    }).join('')
    return {
      width,
      height,
      drawing: `${sheet.rule} w\n${rules}${texts.map(({ drawing }) => drawing).join('')}`,
      stencils: texts.flatMap(({ stencils }) => stencils),
    }
  }
}
