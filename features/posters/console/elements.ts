import { type PosterDesign, type PosterText, type PosterTextName, posterTexts } from '../design.contract.ts'

/** The elements on a poster that can be moved: the photo, the code, each text. */
export type Element = 'photo' | 'qrcode' | PosterTextName
export type PosterBox = { x: number; y: number; width: number; height: number }

export const elementsOf = ({ text, qrcode }: PosterDesign): Element[] => [
  'photo',
  ...posterTexts.filter((name) => text[name] !== undefined),
  ...(qrcode ? (['qrcode'] as const) : []),
]

/** Returns the frame of an element, in the poster's pixels; undefined if the design has no such element. */
export const elementBox = (design: PosterDesign, element: Element): PosterBox | undefined => {
  if (element === 'photo')
    return {
      x: design.background.offsetx,
      y: design.background.offsety,
      width: design.background.width,
      height: design.background.height,
    }
  if (element === 'qrcode')
    return design.qrcode
      ? { x: design.qrcode.offsetx, y: design.qrcode.offsety, width: design.qrcode.width, height: design.qrcode.width }
      : undefined
  const one = design.text[element]
  return one && { x: one.offsetx, y: one.offsety, width: one.size, height: Math.round(one.fontsize * 1.3) }
}

export const moveElement = (design: PosterDesign, element: Element, x: number, y: number): PosterDesign => {
  const at = { offsetx: Math.round(x), offsety: Math.round(y) }
  if (element === 'photo') return { ...design, background: { ...design.background, ...at } }
  if (element === 'qrcode') return design.qrcode ? { ...design, qrcode: { ...design.qrcode, ...at } } : design
  const one = design.text[element]
  return one ? { ...design, text: { ...design.text, [element]: { ...one, ...at } } } : design
}

/**
 * Puts an element of a design into another frame. A text takes only the left edge and the width of the frame, and a
 * code stays square.
 */
export const framedIn = (design: PosterDesign, element: Element, frame: PosterBox): PosterDesign => {
  const [x, y, width, height] = [frame.x, frame.y, frame.width, frame.height].map(Math.round) as [
    number,
    number,
    number,
    number,
  ]
  if (element === 'photo') return { ...design, background: { width, height, offsetx: x, offsety: y } }
  if (element === 'qrcode') return design.qrcode ? { ...design, qrcode: { width, offsetx: x, offsety: y } } : design
  const one = design.text[element]
  return one ? { ...design, text: { ...design.text, [element]: { ...one, offsetx: x, size: width } } } : design
}

const say = (fontsize: number, offsety: number, width: number): PosterText => ({
  fontsize,
  offsetx: 80,
  offsety,
  size: width - 160,
  color: '#1b2430',
  align: 'center',
  rotate: 0,
})
/** Makes a new text in the middle of a poster. */
export const freshText = ({ watermask }: PosterDesign): PosterText =>
  say(56, Math.round(watermask.height / 2), watermask.width)

/**
 * Makes the design of a new template for its picture: a square for the photo, the name below it, and the code in the
 * corner.
 */
export const freshDesign = (watermask: PosterDesign['watermask']): PosterDesign => {
  const { width, height } = watermask
  const side = Math.min(width - 120, Math.round(height * 0.6))
  const code = Math.round(width * 0.16)
  return {
    watermask,
    cover: null,
    nopic: false,
    background: {
      width: side,
      height: side,
      offsetx: Math.round((width - side) / 2),
      offsety: Math.round((width - side) / 2),
    },
    text: { name: say(Math.round(width * 0.07), Math.round((width - side) / 2) + side + 40, width) },
    qrcode: { width: code, offsetx: width - code - 60, offsety: height - code - 60 },
  }
}
