import type { Box } from '../template/boxes.contract.ts'
import { JPEG_QUALITY, PAPER_SCALE } from '../template/boxes.contract.ts'
import type { CanvasContext } from '../render/canvasContext.rules.ts'
import { paint, paintOver, picturesInBoxes, rehearse } from '../render/paint.rules.ts'
import { fillText } from '../rules.ts'
import { withPhotoSlot } from '../template/slots.rules.ts'
import { facesReady } from './faces.ts'
import { loadPicture, loadPictures } from './pictures.ts'
import type { CertificateSheet } from './sheet.ts'

/**
 * Requests the fonts that the boxes name, with the characters that the boxes show. The device's own fonts need no
 * request.
 */
export const fontsReady = async (
  boxes: readonly Box[],
  values: Readonly<Record<string, string>>,
  fonts: CertificateSheet['fonts'] = [],
): Promise<void> => {
  if (fonts.length > 0)
    await facesReady(fonts, boxes.map((box) => ('text' in box ? fillText(box.text, values) : '')).join(''))
  const loading = boxes.flatMap((box) =>
    box.kind === 'text'
      ? [
          document.fonts
            .load(
              `${box.italic ? 'italic ' : ''}${box.weight} ${box.size}px ${box.font}`,
              fillText(box.text, values) || 'A',
            )
            .catch(() => undefined),
        ]
      : [],
  )
  await Promise.all(loading)
}

/**
 * A complete certificate: a canvas for the screen, and the whole picture at 2× for keeping
 * (docs/behaviour/certificates.md, Paper and picture).
 */
export type CertificateDrawing = { canvas: HTMLCanvasElement; whole: () => HTMLCanvasElement }

const SCREEN_SCALE = 1

const canvasFor = ({ width, height }: CertificateSheet, scale: number) => {
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  // Without this language Chromium uses Japanese forms of Chinese characters.
  canvas.lang = 'zh-CN'
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas')
  return { canvas, context: context as unknown as CanvasContext }
}

const drawBoxes = async (sheet: CertificateSheet, boxes: readonly Box[]): Promise<CertificateDrawing> => {
  const { width, height, values, link } = sheet
  const loading = Promise.all([
    sheet.bg === null ? null : loadPicture(sheet.bg),
    loadPictures(picturesInBoxes(boxes)),
    sheet.photo === null ? null : loadPicture(sheet.photo),
    fontsReady(boxes, values, sheet.fonts),
  ])
  // The canvas for the screen has a quarter of the whole picture's pixels. It takes a quarter of the work, and the
  // runner sees the certificate earlier.
  const screen = canvasFor(sheet, SCREEN_SCALE)
  rehearse(screen.context, { boxes, values, link }, SCREEN_SCALE)
  const [background, pictures, photo] = await loading
  const painting = { width, height, background, boxes, values, pictures, photo, link }
  paint(screen.context, painting, SCREEN_SCALE)
  return {
    canvas: screen.canvas,
    whole: () => {
      const { canvas, context } = canvasFor(sheet, PAPER_SCALE)
      paint(context, painting, PAPER_SCALE)
      return canvas
    },
  }
}

/** Draws the certificate, or rejects. The function never returns an incomplete certificate. */
export const drawCertificate = async (sheet: CertificateSheet): Promise<CertificateDrawing> => {
  const { marks = [] } = sheet
  if (sheet.boxes) return drawBoxes(sheet, [...sheet.boxes, ...marks])
  const { drawHtml } = await import('./drawHtml.ts')
  const canvas = await drawHtml(sheet.photo === null ? sheet : { ...sheet, html: withPhotoSlot(sheet.html) })
  if (marks.length > 0)
    paintOver(
      canvas.getContext('2d') as unknown as CanvasContext,
      marks,
      await loadPictures(picturesInBoxes(marks)),
      PAPER_SCALE,
    )
  return { canvas, whole: () => canvas }
}

export const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be kept'))),
      'image/jpeg',
      JPEG_QUALITY,
    ),
  )
