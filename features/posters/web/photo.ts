import type { WhyNotPicture } from '#contract/pictures.ts'
import { whyNotOpened } from '#ui/media/pictureFile.ts'
import { MOST_SIDE, SOURCE_SIDE, type Area, fitted, insidePicture, outcomeOf, withinTurned } from '../crop.rules.ts'

/**
 * An upright photo within the size that the cropper accepts (docs/behaviour/certificates.md, Cropper), with the address
 * that shows it.
 */
export type PhotoSource = { canvas: HTMLCanvasElement; address: string }
export class NoPhoto extends Error {
  readonly why: WhyNotPicture | 'photo_not_loaded'
  constructor(why: NoPhoto['why']) {
    super(why)
    this.why = why
  }
}

const JPEG = 0.92

const canvasOf = (width: number, height: number): { canvas: HTMLCanvasElement; context: CanvasRenderingContext2D } => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}
const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new NoPhoto('photo_not_loaded'))), 'image/jpeg', JPEG),
  )
const sourceOf = async (canvas: HTMLCanvasElement): Promise<PhotoSource> => ({
  canvas,
  address: URL.createObjectURL(await jpegOf(canvas)),
})

/**
 * Reads a chosen file and sends it nowhere. Throws `NoPhoto` if the browser cannot open the file as a photo. The
 * browser turns the photo upright by the orientation that the camera wrote into the file.
 */
export const openPhoto = async (file: Blob): Promise<PhotoSource> => {
  const why = await whyNotOpened(file, MOST_SIDE)
  if (why) throw new NoPhoto(why)
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode().catch(() => Promise.reject(new NoPhoto('not_a_picture')))
    const { width, height } = fitted(image.naturalWidth, image.naturalHeight, SOURCE_SIDE)
    const { canvas, context } = canvasOf(width, height)
    context.drawImage(image, 0, 0, width, height)
    return await sourceOf(canvas)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Loads a photo of the race by its address. Throws `NoPhoto` if this fails. */
export const fetchPhoto = async (address: string): Promise<PhotoSource> => {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok) throw new NoPhoto('photo_not_loaded')
  return openPhoto(await answer.blob())
}

/** Turns a photo clockwise. A tilted photo is cut to its largest upright part, so that no corner is empty. */
export const turned = async ({ canvas: before }: PhotoSource, degrees: number): Promise<PhotoSource> => {
  const { width, height } = withinTurned(before.width, before.height, degrees)
  const { canvas, context } = canvasOf(width, height)
  context.translate(width / 2, height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(before, -before.width / 2, -before.height / 2)
  return sourceOf(canvas)
}

/** Returns the content of the cropper's box as a JPEG. */
export const cut = async ({ canvas: source }: PhotoSource, area: Area, box: { width: number }): Promise<Blob> => {
  const inside = insidePicture(area, source)
  const { width, height } = outcomeOf(inside, box)
  const { canvas, context } = canvasOf(width, height)
  context.drawImage(source, inside.x, inside.y, inside.width, inside.height, 0, 0, width, height)
  return jpegOf(canvas)
}
