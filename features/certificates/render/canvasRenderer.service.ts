import { type Canvas, GlobalFonts, type Image, createCanvas, loadImage } from '@napi-rs/canvas'
import { numeralsReady } from '#features/files/numerals.service.ts'
import { type Box, JPEG_QUALITY, PAPER_SCALE } from '../template/boxes.contract.ts'
import type { CanvasContext } from './canvasContext.rules.ts'
import { MissingPicture, type DrawablePicture, paint, picturesInBoxes } from './paint.rules.ts'
import { digestOf } from '../rules.ts'

/** A renderer on the server. It decodes a definition's pictures once and then draws many certificates. */
export type CanvasRenderer = {
  draw: (values: Readonly<Record<string, string>>, link: string, photo?: DrawablePicture | null) => Canvas
  /** Draws a certificate as JPEG. `photo` holds the bytes of the runner's photo. */
  print: (values: Readonly<Record<string, string>>, link: string, photo?: Buffer | null) => Promise<Buffer>
}

const decoded = async (bytes: Buffer | undefined, address: string): Promise<DrawablePicture> => {
  if (!bytes) throw new MissingPicture(address)
  const image: Image = await loadImage(bytes)
  return { width: image.width, height: image.height, source: image }
}

/** An organiser's font as a whole file. Different fonts of two races may have the same name. */
export type CanvasRendererFont = { family: string; bytes: Uint8Array; hash: string }

/**
 * Replaces each uploaded font's name in the boxes with a name that comes from the font's files. A registered font stays
 * until the process ends.
 */
const withOwnFonts = (boxes: readonly Box[], fonts: readonly CanvasRendererFont[]): readonly Box[] => {
  if (fonts.length === 0) return boxes
  const aliases = new Map<string, string>()
  for (const { family } of fonts) {
    const theirs = fonts.filter((font) => font.family === family)
    const alias = `own ${digestOf(theirs.map(({ hash }) => hash))}`
    if (!GlobalFonts.has(alias)) for (const { bytes } of theirs) GlobalFonts.register(Buffer.from(bytes), alias)
    aliases.set(family.toLowerCase(), `'${alias}'`)
  }
  const named = (list: string) =>
    list
      .split(',')
      .map(
        (name) =>
          aliases.get(
            name
              .trim()
              .replace(/^['"]|['"]$/g, '')
              .toLowerCase(),
          ) ?? name,
      )
      .join(',')
  return boxes.map((box) => ('font' in box ? { ...box, font: named(box.font) } : box))
}

/**
 * Prepares a definition for drawing. `read` returns a picture's bytes by its path. The function rejects with
 * `MissingPicture` if a picture is missing.
 */
export const openCanvasRenderer = async (
  definition: {
    width: number
    height: number
    bg: string | null
    boxes: readonly Box[]
    fonts?: readonly CanvasRendererFont[]
  },
  read: (path: string) => Promise<Buffer | undefined>,
): Promise<CanvasRenderer> => {
  numeralsReady()
  const { width, height, bg } = definition
  const boxes = withOwnFonts(definition.boxes, definition.fonts ?? [])
  const background = bg === null ? null : await decoded(await read(bg), bg)
  const pictures = new Map(
    await Promise.all(
      picturesInBoxes(boxes).map(
        async (path) =>
          [
            path,
            await decoded(
              path.startsWith('data:') ? Buffer.from(path.split(',')[1]!, 'base64') : await read(path),
              path,
            ),
          ] as const,
      ),
    ),
  )
  const draw: CanvasRenderer['draw'] = (values, link, photo = null) => {
    const canvas = createCanvas(width * PAPER_SCALE, height * PAPER_SCALE)
    paint(
      canvas.getContext('2d') as unknown as CanvasContext,
      { width, height, background, boxes, values, pictures, photo, link },
      PAPER_SCALE,
    )
    return canvas
  }
  return {
    draw,
    print: async (values, link, photo) =>
      draw(values, link, photo ? await decoded(photo, 'photo') : null).encode('jpeg', JPEG_QUALITY * 100),
  }
}
