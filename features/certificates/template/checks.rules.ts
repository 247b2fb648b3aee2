import type { Box, TextBox } from './boxes.contract.ts'
import type { CanvasContext } from '../render/canvasContext.rules.ts'
import type { Design, Layer } from './layers.rules.ts'
import { luminance } from './luminance.rules.ts'
import { isMark } from './marks.rules.ts'
import { type Outline, textFitOf, outlineOf } from './outlines.rules.ts'
import { type Painting, paint, paintNext, qrModules } from '../render/paint.rules.ts'
import { certificateFieldsIn, fillText } from '../rules.ts'

export const troubles = [
  'no_code',
  'no_number',
  'no_name',
  'photos',
  'unknown',
  'outside',
  'over',
  'squeezed',
  'empty',
  'pale',
  'qr_small',
  'qr_unread',
] as const
/** A problem in a design. `key` is its layer. `detail` holds names of fields, or a ratio. */
export type TemplateFinding = { what: (typeof troubles)[number]; key: number | null; detail?: string }
type Values = Readonly<Record<string, string>>

/** The smallest module of a code, in pixels of the paper. Printed on A4 this is 0.4 millimetres. */
export const LEAST_MODULE = 2.5

/** The narrowest width at which a character is easy to read, as a share of the character's normal width. */
const NARROWEST = 0.6

type Checked = Pick<Design, 'layers' | 'width' | 'height' | 'map'> & {
  /** Names that have a value. */
  known: ReadonlySet<string>
  /** The facts of all test persons, such as very short and very long names. */
  trials: readonly Values[]
  link: string
}

const textsOf = (layers: readonly Layer[]): (Layer & { text: string })[] =>
  layers.flatMap((layer) => ('text' in layer.box ? [{ ...layer, text: layer.box.text }] : []))

/** Finds parts that every certificate should have and the design lacks, and a second place for a photo. */
const missing = ({ layers }: Checked): TemplateFinding[] => {
  const names = new Set(textsOf(layers).flatMap(({ text }) => certificateFieldsIn(text)))
  const photos = layers.filter(({ box }) => box.kind === 'photo')
  return [
    ...(layers.some(({ box }) => box.kind === 'qr') ? [] : [{ what: 'no_code', key: null } as const]),
    ...(names.has('证书编号') ? [] : [{ what: 'no_number', key: null } as const]),
    ...(names.has('姓名') || names.has('name') ? [] : [{ what: 'no_name', key: null } as const]),
    ...(photos.length > 1 ? [{ what: 'photos', key: photos[1]!.key } as const] : []),
  ]
}

const unknownIn = ({ layers, known, map }: Checked): TemplateFinding[] =>
  textsOf(layers).flatMap(({ key, text }) => {
    const names = certificateFieldsIn(text).filter((name) => !known.has(name) && !isMark(name) && !map[name]?.trim())
    return names.length === 0 ? [] : [{ what: 'unknown', key, detail: names.map((name) => `%${name}%`).join(' ') }]
  })

const cornersOf = ({ x, y, width, height, rotate }: Outline): [number, number][] => {
  const angle = (rotate * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([across, down]) => {
    const [dx, dy] = [(across! * width) / 2, (down! * height) / 2]
    return [x + width / 2 + dx * cos - dy * sin, y + height / 2 + dx * sin + dy * cos]
  })
}
/**
 * Tells whether a layer leaves the paper. A text, a code and a photo leave it when they pass the edge. Another layer
 * leaves it only when no part of the layer is on the paper.
 */
const leaves = (box: Box, outline: Outline, { width, height }: Pick<Design, 'width' | 'height'>): boolean => {
  const corners = cornersOf(outline)
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const slack = 1
  if (box.kind === 'text' || box.kind === 'qr' || box.kind === 'photo')
    return (
      Math.min(...across) < -slack ||
      Math.min(...down) < -slack ||
      Math.max(...across) > width + slack ||
      Math.max(...down) > height + slack
    )
  return (
    Math.max(...across) <= 0 || Math.max(...down) <= 0 || Math.min(...across) >= width || Math.min(...down) >= height
  )
}
/** Finds the problem of a text. The function takes the test person with the worst problem. */
const textTrouble = (
  context: CanvasContext,
  box: TextBox,
  trials: readonly Values[],
): TemplateFinding['what'] | undefined => {
  if (!box.text.trim()) return 'empty'
  let trouble: TemplateFinding['what'] | undefined
  for (const values of trials) {
    const { widest, squeeze } = textFitOf(context, box, values)
    if (box.width !== null && box.fit !== 'shrink' && widest > box.width + 1) return 'over'
    if (squeeze < NARROWEST) trouble = 'squeezed'
  }
  return trouble
}
const placed = (context: CanvasContext, checked: Checked): TemplateFinding[] =>
  checked.layers.flatMap(({ key, box }) => {
    const found: TemplateFinding[] = []
    const outlines = (box.kind === 'text' ? checked.trials : [{}]).map((values) => outlineOf(context, box, values))
    if (outlines.some((outline) => outline && leaves(box, outline, checked))) found.push({ what: 'outside', key })
    const trouble = box.kind === 'text' ? textTrouble(context, box, checked.trials) : undefined
    if (trouble) found.push({ what: trouble, key })
    if (box.kind === 'qr' && box.size / qrModules(checked.link).length < LEAST_MODULE)
      found.push({ what: 'qr_small', key, detail: String(Math.ceil(LEAST_MODULE * qrModules(checked.link).length)) })
    return found
  })

/** Finds all problems of a design that can be found without painting. `context` only measures. */
export const templateFindings = (context: CanvasContext, checked: Checked): TemplateFinding[] => [
  ...missing(checked),
  ...unknownIn(checked),
  ...placed(context, checked),
]

/** Returns the contrast that three quarters of the pixels behind a text reach. `colour` is `#rrggbb` or `#rrggbbaa`. */
export const contrastOn = (pixels: Uint8ClampedArray, colour: string, opacity: number): number => {
  const [red, green, blue, alpha] = [1, 3, 5, 7].map((at) =>
    colour.length > at ? Number.parseInt(colour.slice(at, at + 2), 16) : 255,
  ) as [number, number, number, number]
  const share = (alpha / 255) * opacity
  const ratios: number[] = []
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const ground = [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!] as const
    const [one, other] = [
      luminance(...ground),
      luminance(
        ground[0] + (red - ground[0]) * share,
        ground[1] + (green - ground[1]) * share,
        ground[2] + (blue - ground[2]) * share,
      ),
    ]
    ratios.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05))
  }
  ratios.sort((a, b) => a - b)
  return ratios[Math.floor(ratios.length / 4)] ?? 21
}
/** Returns the contrast that a text needs: 3:1 for large letters, 4.5:1 for smaller letters (WCAG 2.2, 1.4.3). */
const leastContrast = ({ size, weight }: TextBox): number => (size >= 24 || (size >= 18.5 && weight >= 700) ? 3 : 4.5)

type Pixels = (x: number, y: number, width: number, height: number) => Uint8ClampedArray
/**
 * Finds texts with little contrast. The function paints the whole certificate at `scale`, and reads the pixels behind
 * each text before it paints the text. It leaves out texts with a shadow, because the shadow separates them from any
 * background.
 */
export const findPaleTexts = (
  context: CanvasContext,
  pixels: Pixels,
  painting: Painting,
  layers: readonly Layer[],
  scale: number,
): TemplateFinding[] => {
  const found: TemplateFinding[] = []
  paint(context, { ...painting, boxes: [] }, scale)
  for (const { key, box } of layers) {
    if (box.kind === 'text' && box.shadow === null && fillText(box.text, painting.values).trim() !== '') {
      const ratio = groundOf(context, pixels, painting, box, scale)
      if (ratio !== undefined && ratio < leastContrast(box)) found.push({ what: 'pale', key, detail: ratio.toFixed(1) })
    }
    paintNext(context, box, painting, scale)
  }
  return found
}
const groundOf = (
  context: CanvasContext,
  pixels: Pixels,
  painting: Painting,
  box: TextBox,
  scale: number,
): number | undefined => {
  const outline = outlineOf(context, box, painting.values)
  if (!outline) return undefined
  const { widest } = textFitOf(context, box, painting.values)
  // For a horizontal text without a turn, the check reads the area of the letters and not the whole box.
  const wide = box.vertical || box.rotate ? outline.width : Math.min(outline.width, widest)
  const shift = box.align === 'left' ? 0 : box.align === 'right' ? outline.width - wide : (outline.width - wide) / 2
  const corners = cornersOf({ ...outline, x: outline.x + (box.rotate ? 0 : shift), width: wide })
  const [left, right] = [
    Math.max(0, Math.min(...corners.map(([x]) => x))),
    Math.min(painting.width, Math.max(...corners.map(([x]) => x))),
  ]
  const [top, bottom] = [
    Math.max(0, Math.min(...corners.map(([, y]) => y))),
    Math.min(painting.height, Math.max(...corners.map(([, y]) => y))),
  ]
  const [width, height] = [Math.round((right - left) * scale), Math.round((bottom - top) * scale)]
  return width < 1 || height < 1
    ? undefined
    : contrastOn(pixels(Math.round(left * scale), Math.round(top * scale), width, height), box.colour, box.opacity)
}
