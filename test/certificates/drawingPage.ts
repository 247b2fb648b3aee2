import { drawCertificate, jpegOf } from '#features/certificates/web/draw.ts'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'

/**
 * The answer of the page that certificate tests and the benchmark open. The milliseconds count from the start of the
 * drawing until the canvas is painted, and until the JPEG is ready. `jpeg` is the picture in Base64.
 */
export type DrawnPicture = { canvasMs: number; jpegMs: number; jpeg: string }
const base64 = async (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1]!)
    reader.readAsDataURL(blob)
  })

let drawnWhole: HTMLCanvasElement | undefined
const drawing = {
  draw: async (sheet: CertificateSheet): Promise<DrawnPicture> => {
    const start = performance.now()
    const { canvas, whole } = await drawCertificate(sheet)
    document.body.replaceChildren(canvas)
    // The canvas is as wide as on a phone.
    canvas.style.cssText = 'display:block;width:342px'
    // A task that a frame's callback starts runs after the frame is painted.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const canvasMs = performance.now() - start
    drawnWhole = whole()
    const jpeg = await jpegOf(drawnWhole)
    return { canvasMs, jpegMs: performance.now() - start, jpeg: await base64(jpeg) }
  },
  /** Returns the whole picture of the last drawing as a PNG in Base64. A PNG loses nothing, unlike the JPEG. */
  png: async (): Promise<string> => {
    const canvas = drawnWhole!
    return base64(await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png')))
  },
}
Object.assign(window, { drawing })
