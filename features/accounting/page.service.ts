import { MM, type TableCell, openTablePages } from '#features/bibs/print/printedTable.service.ts'
import type { PdfPage } from '#integrations/archives/pdf.ts'

export const LINES_OF_PAGE = 32
/** A page of A4 in landscape with 32 lines. */
const sheet = {
  width: 297 * MM,
  height: 210 * MM,
  margin: 12 * MM,
  line: 5.2 * MM,
  head: 20 * MM,
  edges: [0, 32, 54, 90, 106, 122, 150, 168, 196, 222, 252].map((mm) => mm * MM),
  end: 273 * MM,
  title: 200 * MM,
  number: 40 * MM,
  size: 3.2 * MM,
  foot: 1.6 * MM,
  rule: 0.3,
}

export const openAccountingPages = (titles: {
  title: string
  page: (n: number) => string
  heads: readonly TableCell[]
}): ((lines: readonly (readonly TableCell[])[], n: number) => PdfPage) => openTablePages(sheet, titles)
