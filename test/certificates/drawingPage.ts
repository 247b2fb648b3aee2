import { draw, jpegOf } from '#features/certificates/web/draw.ts'
import type { CertificateSheet } from '#features/certificates/web/sheet.ts'

/** The page that certificate tests and the benchmark open: it draws the given sheet and reports the time. */
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
    const { canvas, whole } = await draw(sheet)
    document.body.replaceChildren(canvas)
    // As wide as a phone shows it.
    canvas.style.cssText = 'display:block;width:342px'
    // A task after a frame's callbacks comes after its painting.
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
