import { drawCertificate, jpegOf } from '#features/certificates/web/draw.ts'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'

/** The page that certificate tests and the benchmark open. It draws the given sheet and reports the time. */
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
  /** The whole picture as it was painted last, before the JPEG loses anything. */
  png: async (): Promise<string> => {
    const canvas = drawnWhole!
    return base64(await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png')))
  },
}
Object.assign(window, { drawing })
