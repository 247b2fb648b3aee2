import { openLetters } from '#features/bibs/print/stencils.service.ts'
import { type PdfPage, pt } from '#integrations/archives/pdf.ts'

const MM = 72 / 25.4
/** A page of A4 in landscape with a head and 32 lines. */
const sheet = { width: 297 * MM, height: 210 * MM, margin: 12 * MM, line: 5.2 * MM, head: 20 * MM }
export const LINES_OF_PAGE = 32
/** The left edges of the columns. Numbers stand at the right edge of their column. */
const edges = [0, 32, 54, 90, 106, 122, 150, 168, 196, 222, 252].map((mm) => mm * MM)
const END = 273 * MM

export type PrintedLine = readonly { text: string; right: boolean }[]

/** Draws a table on pages of A4 in landscape: a title, the heads of the columns, and lines. */
export const openAccountingPages = ({
  title,
  page,
  heads,
}: {
  title: string
  page: (n: number) => string
  heads: PrintedLine
}): ((lines: readonly PrintedLine[], n: number) => PdfPage) => {
  const letters = openLetters()
  const { width, height, margin, line, head } = sheet
  const row = (cells: PrintedLine, y: number, size: number) =>
    cells.flatMap(({ text, right }, at) => {
      const [from, to] = [edges[at]!, edges[at + 1] ?? END]
      const most = to - from - 2 * MM
      if (text === '') return []
      const x = margin + (right ? to - 2 * MM : from)
      return [letters.line('text', text, { x, y, size, most, align: right ? 'right' : 'left' })]
    })
  return (lines, n) => {
    const top = height - margin
    const texts = [
      letters.line('text', title, { x: margin, y: top - 5 * MM, size: 5 * MM, most: 200 * MM }),
      letters.line('text', page(n), {
        x: width - margin,
        y: top - 5 * MM,
        size: 3.2 * MM,
        most: 40 * MM,
        align: 'right',
      }),
      ...row(heads, top - head + 2 * MM, 3 * MM),
      ...lines.flatMap((cells, at) => row(cells, top - head - (at + 1) * line + 1.6 * MM, 3.2 * MM)),
    ]
    const rules = Array.from({ length: lines.length + 1 }, (_, at) => {
      const y = top - head - at * line
      return `${pt(margin)} ${pt(y)} m ${pt(width - margin)} ${pt(y)} l S\n`
    }).join('')
    return {
      width,
      height,
      drawing: `0.3 w\n${rules}${texts.map(({ drawing }) => drawing).join('')}`,
      stencils: texts.flatMap(({ stencils }) => stencils),
    }
  }
}
