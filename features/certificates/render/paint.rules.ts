import encodeQR from 'qr'
import type { Box, ImageBox, QrBox, TextBox, WatermarkBox } from '../template/boxes.contract.ts'
import type { CanvasContext } from './canvasContext.rules.ts'
import { fillText } from '../rules.ts'
import { layOutInColumns, layOutText } from './layout.rules.ts'

/** A decoded picture with its own size. `source` is the value that the canvas's `drawImage` takes. */
export type DrawablePicture = { width: number; height: number; source: unknown }

export type Painting = {
  width: number
  height: number
  /**
   * The background. It is null if the definition has no background, or if the background is one of the boxes. If a
   * background could not be loaded, nothing is painted.
   */
  background: DrawablePicture | null
  boxes: readonly Box[]
  /** Field → its text. A known field without a value prints nothing, and an unknown name stays as it is written. */
  values: Readonly<Record<string, string>>
  /** Loaded pictures by their addresses in the boxes. */
  pictures: ReadonlyMap<string, DrawablePicture>
  photo: DrawablePicture | null
  /** The text of the QR code. */
  link: string
}

/** A missing picture of the definition. Nothing is drawn then, because an incomplete certificate is wrong. */
export class MissingPicture extends Error {
  readonly address: string
  constructor(address: string) {
    super(`The picture ${address.slice(0, 80)} is not loaded`)
    this.address = address
  }
}

/** Lists the addresses of the pictures that the boxes need, each once. */
export const picturesInBoxes = (boxes: readonly Box[]): string[] => [
  ...new Set(boxes.flatMap((box) => (box.kind === 'image' ? [box.picture] : []))),
]

const outline = (context: CanvasContext, x: number, y: number, width: number, height: number, radius: number) => {
  const round = Math.min(radius, width / 2, height / 2)
  context.beginPath()
  if (round <= 0) return context.rect(x, y, width, height)
  context.moveTo(x + round, y)
  context.arcTo(x + width, y, x + width, y + height, round)
  context.arcTo(x + width, y + height, x, y + height, round)
  context.arcTo(x, y + height, x, y, round)
  context.arcTo(x, y, x + width, y, round)
  context.closePath()
}

const turn = (context: CanvasContext, x: number, y: number, degrees: number) => {
  if (!degrees) return
  context.translate(x, y)
  context.rotate((degrees * Math.PI) / 180)
  context.translate(-x, -y)
}

type DrawImage = (source: unknown, ...numbers: number[]) => void
/**
 * Returns the drawing function of a canvas. Browser and server have different types for a picture, so this file cannot
 * name the type.
 */
const drawImage = (context: CanvasContext): DrawImage =>
  (context as unknown as { drawImage: DrawImage }).drawImage.bind(context)

/**
 * Smooths a picture that is drawn smaller than its own size, because its edges would look rough otherwise. For any
 * other picture high quality costs time and changes nothing.
 */
const carefulIfSmaller = (context: CanvasContext, picture: DrawablePicture, width: number) => {
  if (context.imageSmoothingQuality !== undefined)
    context.imageSmoothingQuality = picture.width > width ? 'high' : 'low'
}

const placePicture = (
  context: CanvasContext,
  picture: DrawablePicture,
  x: number,
  y: number,
  width: number,
  height: number,
  fit: 'fill' | 'cover' | 'contain',
) => {
  const draw = drawImage(context)
  carefulIfSmaller(context, picture, width)
  if (fit === 'fill') return draw(picture.source, x, y, width, height)
  const across = width / picture.width
  const down = height / picture.height
  const by = fit === 'cover' ? Math.max(across, down) : Math.min(across, down)
  if (fit === 'contain')
    return draw(
      picture.source,
      x + (width - picture.width * by) / 2,
      y + (height - picture.height * by) / 2,
      picture.width * by,
      picture.height * by,
    )
  const seenWidth = width / by
  const seenHeight = height / by
  return draw(
    picture.source,
    (picture.width - seenWidth) / 2,
    (picture.height - seenHeight) / 2,
    seenWidth,
    seenHeight,
    x,
    y,
    width,
    height,
  )
}

/**
 * The quiet zone around a code, in modules. The standard asks for four. Two are enough for a phone, because the paper
 * around a code is usually light.
 */
export const QR_BORDER = 2
let encoded: { link: string; modules: boolean[][] } | undefined
export const qrModules = (link: string): boolean[][] => {
  if (encoded?.link !== link) encoded = { link, modules: encodeQR(link, 'raw', { ecc: 'medium', border: QR_BORDER }) }
  return encoded.modules
}

const paintQr = (context: CanvasContext, box: QrBox, link: string, scale: number) => {
  const modules = qrModules(link)
  const from = { x: Math.round(box.x * scale), y: Math.round(box.y * scale) }
  const size = Math.round(box.size * scale)
  if (box.ground) {
    context.fillStyle = box.ground
    context.fillRect(from.x, from.y, size, size)
  }
  context.fillStyle = box.colour
  // Edges lie on whole pixels, so that neighbouring modules neither overlap nor leave a gap.
  const edge = (at: number) => Math.round((at * size) / modules.length)
  context.beginPath()
  modules.forEach((row, down) => {
    for (let across = 0; across < row.length; across++) {
      if (!row[across]) continue
      const start = across
      while (row[across + 1]) across++
      context.rect(
        from.x + edge(start),
        from.y + edge(down),
        edge(across + 1) - edge(start),
        edge(down + 1) - edge(down),
      )
    }
  })
  context.fill()
}

const setShadow = (context: CanvasContext, box: TextBox, scale: number) => {
  if (!box.shadow) return
  context.shadowColor = box.shadow.colour
  context.shadowOffsetX = box.shadow.x * scale
  context.shadowOffsetY = box.shadow.y * scale
  context.shadowBlur = box.shadow.blur * scale
}

const paintText = (context: CanvasContext, box: TextBox, text: string, scale: number) => {
  if (!text.trim()) return
  context.fillStyle = box.colour
  context.globalAlpha = box.opacity
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  // Pages use the same value. 'normal' would make full-width brackets and dots narrower in Firefox.
  if (context.fontKerning !== undefined) context.fontKerning = 'auto'
  setShadow(context, box, scale)
  if (box.vertical) {
    const { glyphs, width, height } = layOutInColumns(context, box, text, scale)
    turn(context, box.x * scale + width / 2, box.y * scale + height / 2, box.rotate)
    for (const glyph of glyphs) {
      context.save()
      context.translate(glyph.x, glyph.y)
      if (glyph.lying) context.rotate(Math.PI / 2)
      context.fillText(glyph.text, 0, 0)
      context.restore()
    }
    return
  }
  const { lines, height, squeeze } = layOutText(context, box, text, scale)
  turn(context, (box.x + (box.width ?? 0) / 2) * scale, box.y * scale + height / 2, box.rotate)
  for (const line of lines) {
    context.save()
    context.translate(line.x, line.y)
    if (squeeze < 1) context.scale(squeeze, 1)
    for (const run of line.runs) context.fillText(run.text, run.x, 0)
    context.restore()
  }
}

const paintWatermark = (
  context: CanvasContext,
  box: WatermarkBox,
  text: string,
  width: number,
  height: number,
  scale: number,
) => {
  context.font = `400 ${box.size * scale}px ${box.font}`
  context.fillStyle = box.colour
  context.globalAlpha = box.opacity
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const across = context.measureText(text).width + box.gap * scale
  const down = (box.size + box.gap) * scale
  const reach = Math.hypot(width, height) / 2
  turn(context, width / 2, height / 2, box.rotate)
  for (let row = Math.floor(-reach / down); row * down <= reach; row++) {
    const shift = row % 2 === 0 ? 0 : across / 2
    for (let column = Math.floor(-reach / across) - 1; column * across <= reach + across; column++)
      context.fillText(text, width / 2 + column * across + shift, height / 2 + row * down)
  }
}

const paintBox = (context: CanvasContext, box: Box, painting: Painting, scale: number) => {
  if (box.kind === 'text') return paintText(context, box, fillText(box.text, painting.values), scale)
  if (box.kind === 'qr') return paintQr(context, box, painting.link, scale)
  if (box.kind === 'watermark')
    return paintWatermark(
      context,
      box,
      fillText(box.text, painting.values),
      painting.width * scale,
      painting.height * scale,
      scale,
    )
  if (box.kind === 'line') {
    context.strokeStyle = box.colour
    context.lineWidth = box.width * scale
    context.setLineDash(box.dash.map((length) => length * scale))
    context.beginPath()
    context.moveTo(box.x1 * scale, box.y1 * scale)
    context.lineTo(box.x2 * scale, box.y2 * scale)
    return context.stroke()
  }
  const [x, y, width, height] = [box.x * scale, box.y * scale, box.width * scale, box.height * scale]
  turn(context, x + width / 2, y + height / 2, box.rotate)
  if (box.kind !== 'photo') context.globalAlpha = box.opacity
  if (box.kind === 'image' || box.kind === 'photo') {
    const picture = box.kind === 'photo' ? painting.photo : painting.pictures.get(box.picture)
    if (box.kind === 'photo' && !picture) return undefined
    if (!picture) throw new MissingPicture(box.kind === 'image' ? box.picture : 'photo')
    context.save()
    if (box.radius > 0) {
      outline(context, x, y, width, height, box.radius * scale)
      context.clip()
    }
    placePicture(context, picture, x, y, width, height, box.kind === 'photo' ? 'cover' : box.fit)
    context.restore()
  }
  if (box.kind === 'rect' && box.colour) {
    context.fillStyle = box.colour
    outline(context, x, y, width, height, box.radius * scale)
    context.fill()
  }
  if ((box.kind === 'rect' || box.kind === 'photo') && box.border && box.border.width > 0) {
    const inset = (box.border.width * scale) / 2
    context.strokeStyle = box.border.colour
    context.lineWidth = box.border.width * scale
    outline(
      context,
      x + inset,
      y + inset,
      width - 2 * inset,
      height - 2 * inset,
      Math.max(0, box.radius * scale - inset),
    )
    context.stroke()
  }
  return undefined
}

export const paintNext = (context: CanvasContext, box: Box, painting: Painting, scale: number): void => {
  context.save()
  paintBox(context, box, painting, scale)
  context.restore()
}

/**
 * Lays out every text box and computes the code without painting. The function runs while the background loads, so that
 * the painting is fast later.
 */
export const rehearse = (
  context: CanvasContext,
  { boxes, values, link }: Pick<Painting, 'boxes' | 'values' | 'link'>,
  scale: number,
): void => {
  if (context.lang !== undefined) context.lang = 'zh-CN'
  for (const box of boxes) {
    if (box.kind === 'qr') qrModules(link)
    if (box.kind !== 'text') continue
    context.save()
    if (box.vertical) layOutInColumns(context, box, fillText(box.text, values), scale)
    else layOutText(context, box, fillText(box.text, values), scale)
    context.restore()
  }
}

export const paintOver = (
  context: CanvasContext,
  marks: readonly ImageBox[],
  pictures: ReadonlyMap<string, DrawablePicture>,
  scale: number,
): void => {
  for (const { picture, x, y, width, height, fit } of marks) {
    const loaded = pictures.get(picture)
    if (!loaded) throw new MissingPicture(picture)
    placePicture(context, loaded, x * scale, y * scale, width * scale, height * scale, fit)
  }
}

/**
 * Paints a certificate: white paper, the background, then the boxes in their order. The caller loads everything first,
 * fonts included, because this function does not wait. The function throws `MissingPicture` if a picture is missing.
 * The canvas is `width × scale` by `height × scale`.
 */
export const paint = (context: CanvasContext, painting: Painting, scale: number): void => {
  for (const address of picturesInBoxes(painting.boxes))
    if (!painting.pictures.has(address)) throw new MissingPicture(address)
  const [width, height] = [painting.width * scale, painting.height * scale]
  if (context.lang !== undefined) context.lang = 'zh-CN'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  if (painting.background) placePicture(context, painting.background, 0, 0, width, height, 'fill')
  for (const box of painting.boxes) paintNext(context, box, painting, scale)
}
