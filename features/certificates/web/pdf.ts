/** Millimetres of the long side of the page; A4's, whatever the picture's proportions. */
const LONG_SIDE_MM = 297
const POINTS_PER_MM = 72 / 25.4

/** A PDF of one page that the JPEG fills. */
export const pdfOf = async (jpeg: Blob, width: number, height: number): Promise<Blob> => {
  const points = (LONG_SIDE_MM * POINTS_PER_MM) / Math.max(width, height)
  const [wide, high] = [(width * points).toFixed(2), (height * points).toFixed(2)]
  const encoder = new TextEncoder()
  const parts: (Uint8Array<ArrayBuffer> | Blob)[] = []
  const offsets: number[] = []
  let at = 0
  const add = (part: string | Blob) => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part
    parts.push(bytes)
    at += bytes instanceof Blob ? bytes.size : bytes.length
  }
  const object = (...body: (string | Blob)[]) => {
    offsets.push(at)
    add(`${offsets.length} 0 obj\n`)
    for (const part of body) add(part)
    add('\nendobj\n')
  }
  const drawing = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`
  add('%PDF-1.4\n')
  object('<</Type/Catalog/Pages 2 0 R>>')
  object('<</Type/Pages/Kids[3 0 R]/Count 1>>')
  object(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</P 4 0 R>>>>/Contents 5 0 R>>`)
  object(`<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.size}>>\nstream\n`, jpeg, '\nendstream')
  object(`<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`)
  const table = at
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`)
  add(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`)
  return new Blob(parts, { type: 'application/pdf' })
}
