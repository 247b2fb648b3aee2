import { pdfAround } from '../render/pdf.rules.ts'

export const pdfOf = (jpeg: Blob, width: number, height: number): Blob => {
  const { before, after } = pdfAround(jpeg.size, width, height)
  return new Blob([before, jpeg, after], { type: 'application/pdf' })
}
