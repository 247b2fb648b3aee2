import * as z from 'zod/mini'

/**
 * The largest width of a certificate in its own pixels. The height keeps the proportion
 * (docs/behaviour/certificates.md, Paper and picture).
 */
export const PAPER_WIDTH = 1280
/** The factor from the paper's pixels to the picture's pixels (docs/behaviour/certificates.md, Paper and picture). */
export const PAPER_SCALE = 2
export const JPEG_QUALITY = 0.9

const Place = z.number().check(z.minimum(-8000), z.maximum(8000))
const Extent = z.number().check(z.minimum(0), z.maximum(8000))
const Share = z.number().check(z.minimum(0), z.maximum(1))
const Turn = z.number().check(z.minimum(-360), z.maximum(360))
/** A colour as `#rrggbb` or `#rrggbbaa`. */
export const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/i))
/** A list of font families in the syntax of CSS. The device uses the first font that it has. */
export const FontFamilies = z.string().check(z.maxLength(200), z.regex(/^[\p{L}\p{N} ,'"_-]+$/u))
/**
 * A picture of ours (`/files/…`) or a picture inside the definition. The server never loads a picture from another
 * place.
 */
export const PictureAddress = z
  .string()
  .check(
    z.maxLength(400_000),
    z.regex(/^(\/files\/\d+\/[0-9a-z.]+|data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+)$/),
  )

const Shadow = z.object({ x: Place, y: Place, blur: Extent, colour: Colour })
const Border = z.object({ width: Extent, colour: Colour })

/**
 * One text. `x`, `y` is the upper left corner of its box. `line` is the height of a line (null means the font's own
 * height). `fit` applies if the text is wider than `width`: 'shrink' makes the text smaller, 'wrap' breaks lines as
 * a browser does, and 'none' lets the text pass the edge. `rotate` turns the box in degrees clockwise: about its
 * middle, or about its left end if `width` is null and the text is horizontal. `vertical` writes columns from right to
 * left.
 */
export const TextBox = z.object({
  kind: z.literal('text'),
  x: Place,
  y: Place,
  width: z.nullable(Extent),
  text: z.string().check(z.maxLength(2000)),
  font: FontFamilies,
  size: z.number().check(z.minimum(4), z.maximum(800)),
  weight: z.number().check(z.minimum(100), z.maximum(900)),
  italic: z._default(z.boolean(), false),
  colour: Colour,
  align: z.enum(['left', 'center', 'right']),
  line: z.nullable(Extent),
  spacing: z._default(Place, 0),
  fit: z.enum(['none', 'shrink', 'wrap']),
  rotate: z._default(Turn, 0),
  vertical: z._default(z.boolean(), false),
  shadow: z._default(z.nullable(Shadow), null),
  opacity: z._default(Share, 1),
})
/** A picture. `fit` has the meaning of CSS object-fit. */
export const ImageBox = z.object({
  kind: z.literal('image'),
  x: Place,
  y: Place,
  width: Extent,
  height: Extent,
  picture: PictureAddress,
  fit: z._default(z.enum(['fill', 'cover', 'contain']), 'fill'),
  radius: z._default(Extent, 0),
  rotate: z._default(Turn, 0),
  opacity: z._default(Share, 1),
})
/** The place of the runner's own photo. It stays empty if there is no photo. */
export const PhotoBox = z.object({
  kind: z.literal('photo'),
  x: Place,
  y: Place,
  width: Extent,
  height: Extent,
  radius: z._default(Extent, 0),
  rotate: z._default(Turn, 0),
  border: z._default(z.nullable(Border), null),
})
export const RectBox = z.object({
  kind: z.literal('rect'),
  x: Place,
  y: Place,
  width: Extent,
  height: Extent,
  colour: z.nullable(Colour),
  border: z._default(z.nullable(Border), null),
  radius: z._default(Extent, 0),
  rotate: z._default(Turn, 0),
  opacity: z._default(Share, 1),
})
export const LineBox = z.object({
  kind: z.literal('line'),
  x1: Place,
  y1: Place,
  x2: Place,
  y2: Place,
  width: Extent,
  colour: Colour,
  dash: z._default(z.array(Extent).check(z.maxLength(4)), []),
})
/** A QR code with the link of the certificate. With `ground` null the background shows between the modules. */
export const QrBox = z.object({
  kind: z.literal('qr'),
  x: Place,
  y: Place,
  size: z.number().check(z.minimum(20), z.maximum(1280)),
  colour: Colour,
  ground: z.nullable(Colour),
})
/** A text that repeats over the whole paper, `gap` pixels apart. */
export const WatermarkBox = z.object({
  kind: z.literal('watermark'),
  text: z.string().check(z.maxLength(100)),
  font: FontFamilies,
  size: z.number().check(z.minimum(8), z.maximum(400)),
  colour: Colour,
  rotate: z._default(Turn, -30),
  gap: z.number().check(z.minimum(20), z.maximum(2000)),
  opacity: Share,
})

/** A box to draw, in the paper's pixels. Boxes are drawn in their order, above the background. */
export const Box = z.discriminatedUnion('kind', [TextBox, ImageBox, PhotoBox, RectBox, LineBox, QrBox, WatermarkBox])
export const Boxes = z.array(Box).check(z.maxLength(300))
export type Box = z.output<typeof Box>
export type TextBox = z.output<typeof TextBox>
export type ImageBox = z.output<typeof ImageBox>
export type QrBox = z.output<typeof QrBox>
export type WatermarkBox = z.output<typeof WatermarkBox>
