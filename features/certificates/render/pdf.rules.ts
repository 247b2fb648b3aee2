/** The long side of the page, in millimetres. It is the long side of A4 for every picture. */
const LONG_SIDE_MM = 297
const POINTS_PER_MM = 72 / 25.4

/** Returns the bytes before and after a JPEG in a PDF of one page. The JPEG fills the page. */
export const pdfAround = (
  bytes: number,
  width: number,
  height: number,
): { before: Uint8Array<ArrayBuffer>; after: Uint8Array<ArrayBuffer> } => {
  const points = (LONG_SIDE_MM * POINTS_PER_MM) / Math.max(width, height)
  const [wide, high] = [(width * points).toFixed(2), (height * points).toFixed(2)]
  const offsets: number[] = []
  let text = ''
  let behind = 0
  const begin = () => {
    offsets.push(text.length + behind)
    text += `${offsets.length} 0 obj\n`
  }
  const object = (body: string) => {
    begin()
    text += `${body}\nendobj\n`
  }
  const drawing = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`
  text += '%PDF-1.4\n'
  object('<</Type/Catalog/Pages 2 0 R>>')
  object('<</Type/Pages/Kids[3 0 R]/Count 1>>')
  object(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Resources<</XObject<</P 4 0 R>>>>/Contents 5 0 R>>`)
  begin()
  text += `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${bytes}>>\nstream\n`
  const split = text.length
  behind = bytes
  text += '\nendstream\nendobj\n'
  object(`<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`)
  const table = text.length + behind
  text += `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`
  text += `trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`
  const encoder = new TextEncoder()
  return { before: encoder.encode(text.slice(0, split)), after: encoder.encode(text.slice(split)) }
}
