import { MM, openTablePages } from '#features/bibs/print/printedTable.service.ts'
import { openLetters } from '#features/bibs/print/stencils.service.ts'
import { codeDrawing } from '#features/bibs/print/sheet.service.ts'
import type { PdfPage } from '#integrations/archives/pdf.ts'

/** A pack as a label or a line of a list shows it. */
export type PrintedPack = {
  bib: string
  name: string
  event: string
  zone: string | null
  size: string | null
  window: string | null
  handed: boolean
  link: string
}
/** A label of a roll that is 62 mm wide. Label printers leave 2 mm at each edge blank. */
const label = { width: 62 * MM, height: 40 * MM, margin: 3 * MM }
const QR = 20 * MM

/** Returns a function that draws a label as a page. */
export const openLabels = (): ((pack: PrintedPack) => PdfPage) => {
  const letters = openLetters()
  const { width, height, margin } = label
  const inner = width - 2 * margin
  return ({ bib, name, event, zone, size, window, link }) => {
    const beside = inner - QR - 2 * MM
    const line = (text: string, y: number, high: number, most = beside) =>
      letters.line('text', text, { x: margin, y: y * MM, size: high * MM, most })
    const texts = [
      letters.line('number', bib, { x: margin, y: height - margin - 12 * MM, size: 15 * MM, most: inner }),
      line(name, 16, 5.5),
      line([event, zone].filter(Boolean).join(' · '), 10.5, 3.5),
      line([size, window].filter(Boolean).join(' · '), 4, 4.5),
    ]
    return {
      width,
      height,
      drawing:
        texts.map(({ drawing }) => drawing).join('') +
        codeDrawing(link, { x: width - margin - QR, y: 2 * MM, side: QR }),
      stencils: texts.flatMap(({ stencils }) => stencils),
    }
  }
}

export const LINES = 30
/** An upright A4 page of a list. Each line leaves space for a signature. */
const sheet = {
  width: 210 * MM,
  height: 297 * MM,
  margin: 15 * MM,
  line: 8.2 * MM,
  head: 16 * MM,
  edges: [0, 26, 66, 104, 118, 142].map((mm) => mm * MM),
  end: 180 * MM,
  title: 140 * MM,
  number: 30 * MM,
  size: 3.8 * MM,
  foot: 2.6 * MM,
  rule: 0.4,
}
type ListTitles = { title: string; page: (n: number) => string; columns: readonly string[] }

/** Returns a function that draws a page of a list: bib, name, event, size, desk, and a field for the signature. */
export const openList = ({
  title,
  page,
  columns,
}: ListTitles): ((rows: readonly PrintedPack[], n: number) => PdfPage) => {
  const draw = openTablePages(sheet, { title, page, heads: columns.map((text) => ({ text })) })
  return (rows, n) =>
    draw(
      rows.map(({ bib, name, event, size, window, handed }) =>
        [bib, name, event, size, window, handed ? '✓' : null].map((text) => ({ text })),
      ),
      n,
    )
}
