import encodeQR from 'qr'
import { type PdfPage, pt } from '#integrations/archives/pdf.ts'
import { type Letters, openLetters } from './stencils.service.ts'

export type PrintedBib = {
  bib: string
  name: string
  event: string
  zone: string | null
  clothes: string | null
  link: string
}

const MM = 72 / 25.4
/** A bib of 210 × 148 mm with a margin that no printer cuts. */
const page = { width: 210 * MM, height: 148 * MM, margin: 10 * MM }
const QR = 32 * MM
const NUMBER = 64 * MM

/** Draws the code, with one rectangle for adjacent dark modules of a row. A quiet zone of four modules surrounds it. */
export const codeDrawing = (link: string, { x, y, side }: { x: number; y: number; side: number }): string => {
  const rows = encodeQR(link, 'raw', { ecc: 'medium', border: 4 })
  const module = side / rows.length
  let drawing = ''
  rows.forEach((row, down) => {
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to + 1]) to++
      const low = y + side - (down + 1) * module
      drawing += `${pt(x + from * module)} ${pt(low)} ${pt((to - from + 1) * module)} ${pt(module)} re\n`
      from = to
    }
  })
  return `${drawing}f\n`
}

/** Draws one page for each bib: event and zone at the top, the number in the middle, name and code at the bottom. */
export const openSheets = (race: string): ((bib: PrintedBib) => PdfPage) => {
  const letters: Letters = openLetters()
  const { width, height, margin } = page
  const inner = width - 2 * margin
  return ({ bib, name, event, zone, clothes, link }) => {
    const top = height - margin - 8 * MM
    const texts = [
      letters.line('text', event, { x: margin, y: top, size: 8 * MM, most: inner * 0.75 }),
      ...(zone
        ? [
            letters.line('number', zone, {
              x: width - margin,
              y: top,
              size: 12 * MM,
              most: inner * 0.22,
              align: 'right',
            }),
          ]
        : []),
      letters.line('number', bib, {
        x: width / 2,
        y: height / 2 - 14 * MM,
        size: NUMBER,
        most: inner,
        align: 'middle',
      }),
      letters.line('text', name, { x: margin, y: margin + 14 * MM, size: 12 * MM, most: inner - QR - 4 * MM }),
      letters.line('text', clothes ? `${race}  ${clothes}` : race, {
        x: margin,
        y: margin + 3 * MM,
        size: 5 * MM,
        most: inner - QR - 4 * MM,
      }),
    ]
    return {
      width,
      height,
      drawing:
        texts.map(({ drawing }) => drawing).join('') +
        codeDrawing(link, { x: width - margin - QR, y: margin - 3 * MM, side: QR }),
      stencils: texts.flatMap(({ stencils }) => stencils),
    }
  }
}
