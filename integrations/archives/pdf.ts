import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

/**
 * PDFs (ISO 32000) that are written while their pages come in, so that only the present page is in memory. Texts are
 * stencils: pictures of one bit a pixel, which many pages share.
 */

/** A stencil: rows of bits from the top, each row filled up to whole bytes; a bit that is set is painted. */
export type Stencil = { key: string; width: number; height: number; bits: Uint8Array }
/**
 * A page in points. `drawing` calls each stencil by the name that `stencilName` makes of its key. Stencils with the
 * same key are one stencil, which the file holds only once.
 */
export type PdfPage = { width: number; height: number; drawing: string; stencils: readonly Stencil[] }

const packed = promisify(deflate)
const CATALOG = 1
const PAGES = 2
const BYTES_AT_A_TIME = 64 * 1024

/**
 * Returns the name of a stencil in a drawing. A key is any text, so the name holds the bytes of the key in hexadecimal
 * digits.
 */
export const stencilName = (key: string): string => `/S${Buffer.from(key, 'utf8').toString('hex')}`
/** Writes a number for a drawing, rounded to a thousandth of a point. */
export const pt = (n: number): string => String(Math.round(n * 1000) / 1000)

/** Begins a file. Returns the functions that write its objects and note the position of each object. */
const openObjects = () => {
  const parts: Buffer[] = []
  const offsets: number[] = []
  let position = 0
  let held = 0
  let last = PAGES
  const write = (bytes: Buffer): void => {
    parts.push(bytes)
    position += bytes.length
    held += bytes.length
  }
  const put = (id: number, body: string, stream?: Buffer): number => {
    offsets[id] = position
    if (stream) {
      write(Buffer.from(`${id} 0 obj\n${body}\nstream\n`, 'latin1'))
      write(stream)
      write(Buffer.from('\nendstream\nendobj\n', 'latin1'))
    } else write(Buffer.from(`${id} 0 obj\n${body}\nendobj\n`, 'latin1'))
    return id
  }
  return {
    write,
    put,
    add: (body: string, stream?: Buffer): number => put(++last, body, stream),
    /** Returns the written bytes that no earlier call took. Undefined while there are fewer than `least` such bytes. */
    take: (least = 1): Buffer | undefined => {
      if (held < least) return undefined
      held = 0
      return Buffer.concat(parts.splice(0))
    },
    ending: (): void => {
      const start = position
      const lines = Array.from({ length: last }, (_, at) => `${String(offsets[at + 1]).padStart(10, '0')} 00000 n \n`)
      write(Buffer.from(`xref\n0 ${last + 1}\n0000000000 65535 f \n${lines.join('')}`, 'latin1'))
      write(Buffer.from(`trailer\n<</Size ${last + 1}/Root ${CATALOG} 0 R>>\nstartxref\n${start}\n%%EOF\n`, 'latin1'))
    },
  }
}

/** Writes a PDF. A stencil is written with the first page that shows it. */
export async function* pdfOf(pages: AsyncIterable<PdfPage>): AsyncGenerator<Buffer> {
  const objects = openObjects()
  objects.write(Buffer.from('%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'))
  objects.put(CATALOG, `<</Type/Catalog/Pages ${PAGES} 0 R>>`)
  const stencils = new Map<string, number>()
  const kids: number[] = []
  for await (const { width, height, drawing, stencils: shown } of pages) {
    for (const { key, width: w, height: h, bits } of shown) {
      if (stencils.has(key)) continue
      const data = await packed(bits)
      const looks = `/Subtype/Image/Width ${w}/Height ${h}/ImageMask true/BitsPerComponent 1/Decode[1 0]`
      const id = objects.add(`<</Type/XObject${looks}/Filter/FlateDecode/Length ${data.length}>>`, data)
      stencils.set(key, id)
    }
    const content = await packed(Buffer.from(drawing, 'latin1'))
    const contents = objects.add(`<</Filter/FlateDecode/Length ${content.length}>>`, content)
    const names = [...new Set(shown.map(({ key }) => key))].map((key) => `${stencilName(key)} ${stencils.get(key)} 0 R`)
    kids.push(
      objects.add(
        `<</Type/Page/Parent ${PAGES} 0 R/MediaBox[0 0 ${pt(width)} ${pt(height)}]` +
          `/Resources<</XObject<<${names.join('')}>>>>/Contents ${contents} 0 R>>`,
      ),
    )
    const bytes = objects.take(BYTES_AT_A_TIME)
    if (bytes) yield bytes
  }
  objects.put(PAGES, `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]>>`)
  objects.ending()
  yield objects.take()!
}
