import type { Box, TextBox } from './boxes.contract.ts'
import type { CertificateKind } from '../contract.ts'
import { figures, sans } from '../fonts/families.rules.ts'

/** A box with a key. The key identifies the box when its place in the order changes. */
export type Layer = { key: number; box: Box }
export type BoxKind = Box['kind']

/** A certificate in the editor, with its layers from the back to the front. */
export type Design = {
  name: string
  kind: CertificateKind
  eventid: number | null
  published: boolean
  map: Readonly<Record<string, string>>
  bg: string | null
  width: number
  height: number
  layers: readonly Layer[]
}
export type PaperSize = Pick<Design, 'width' | 'height'>

export const layersOf = (boxes: readonly Box[]): Layer[] => boxes.map((box, at) => ({ key: at + 1, box }))
const nextKey = (layers: readonly Layer[]): number => Math.max(0, ...layers.map(({ key }) => key)) + 1

/** The papers for a blank certificate: a sheet of A4 in portrait and in landscape. */
export const blanks = { portrait: { width: 1280, height: 1810 }, landscape: { width: 1280, height: 905 } } as const

const round = (value: number): number => Math.min(8000, Math.max(-8000, Math.round(value)))
const size = (value: number, least = 1): number => Math.min(8000, Math.max(least, Math.round(value)))

export const shiftBox = <Moved extends Box>(box: Moved, dx: number, dy: number): Moved => {
  if (box.kind === 'watermark') return box
  if (box.kind === 'line')
    return { ...box, x1: round(box.x1 + dx), y1: round(box.y1 + dy), x2: round(box.x2 + dx), y2: round(box.y2 + dy) }
  return { ...box, x: round(box.x + dx), y: round(box.y + dy) }
}

/** Puts a box into another frame. A watermark and a line stay as they are. A text does not take the frame's height. */
export const framedBy = <Framed extends Box>(
  box: Framed,
  frame: { x: number; y: number; width: number; height: number },
): Framed => {
  if (box.kind === 'watermark' || box.kind === 'line') return box
  const at = { x: round(frame.x), y: round(frame.y) }
  if (box.kind === 'qr') return { ...box, ...at, size: Math.min(1280, size(frame.width, 20)) }
  if (box.kind === 'text') return { ...box, ...at, y: box.rotate ? at.y : box.y, width: size(frame.width) }
  return { ...box, ...at, width: size(frame.width), height: size(frame.height) }
}

const times = (value: number, by: number): number => Math.round(value * by * 100) / 100
/** Scales a box by one factor, for a paper of another width. */
export const scaledBy = (box: Box, by: number): Box => {
  const of = (value: number) => times(value, by)
  const border = <Edge extends { width: number } | null>(edge: Edge): Edge => edge && { ...edge, width: of(edge.width) }
  switch (box.kind) {
    case 'text':
      return {
        ...box,
        x: of(box.x),
        y: of(box.y),
        width: box.width === null ? null : of(box.width),
        size: Math.min(800, Math.max(4, of(box.size))),
        line: box.line === null ? null : of(box.line),
        spacing: of(box.spacing),
        shadow: box.shadow && { ...box.shadow, x: of(box.shadow.x), y: of(box.shadow.y), blur: of(box.shadow.blur) },
      }
    case 'qr':
      return { ...box, x: of(box.x), y: of(box.y), size: Math.min(1280, Math.max(20, of(box.size))) }
    case 'line':
      return {
        ...box,
        x1: of(box.x1),
        y1: of(box.y1),
        x2: of(box.x2),
        y2: of(box.y2),
        width: of(box.width),
        dash: box.dash.map(of),
      }
    case 'watermark':
      return { ...box, size: Math.min(400, Math.max(8, of(box.size))), gap: Math.min(2000, Math.max(20, of(box.gap))) }
    case 'image':
      return {
        ...box,
        x: of(box.x),
        y: of(box.y),
        width: of(box.width),
        height: of(box.height),
        radius: of(box.radius),
      }
    default:
      return {
        ...box,
        x: of(box.x),
        y: of(box.y),
        width: of(box.width),
        height: of(box.height),
        radius: of(box.radius),
        border: border(box.border),
      }
  }
}

/** Sets another background. The paper takes the given size, and the layers grow or shrink with the paper's width. */
export const onPaper = (design: Design, bg: string | null, paper: PaperSize): Design =>
  paper.width === design.width
    ? { ...design, bg, ...paper }
    : {
        ...design,
        bg,
        ...paper,
        layers: design.layers.map(({ key, box }) => ({ key, box: scaledBy(box, paper.width / design.width) })),
      }

export const withBox = (design: Design, box: Box): { design: Design; key: number } => {
  const key = nextKey(design.layers)
  return { design: { ...design, layers: [...design.layers, { key, box }] }, key }
}
const isSame = (one: Box, other: Box): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
/** Changes one box. A change without effect returns the same design. */
export const changedBox = (design: Design, key: number, change: (box: Box) => Box): Design => {
  let same = true
  const layers = design.layers.map((layer) => {
    if (layer.key !== key) return layer
    const box = change(layer.box)
    if (isSame(box, layer.box)) return layer
    same = false
    return { key, box }
  })
  return same ? design : { ...design, layers }
}
export const withoutBox = (design: Design, key: number): Design => ({
  ...design,
  layers: design.layers.filter((layer) => layer.key !== key),
})

/** Copies a layer. The copy is in front of the original and a little beside it. */
export const doubled = (design: Design, key: number): { design: Design; key: number } => {
  const at = design.layers.findIndex((layer) => layer.key === key)
  const layer = design.layers[at]
  if (!layer) return { design, key }
  const copy = { key: nextKey(design.layers), box: shiftBox(structuredClone(layer.box), 20, 20) }
  return { design: { ...design, layers: design.layers.toSpliced(at + 1, 0, copy) }, key: copy.key }
}

export const shifts = ['front', 'up', 'down', 'back'] as const
export type LayerShift = (typeof shifts)[number]
/** Moves a layer towards the front or the back, by one step or all the way. */
export const shiftedLayer = (design: Design, key: number, to: LayerShift): Design => {
  const at = design.layers.findIndex((layer) => layer.key === key)
  if (at < 0) return design
  const last = design.layers.length - 1
  const place = { front: last, up: Math.min(last, at + 1), down: Math.max(0, at - 1), back: 0 }[to]
  return place === at
    ? design
    : { ...design, layers: design.layers.toSpliced(at, 1).toSpliced(place, 0, design.layers[at]!) }
}

const dark = '#1b2430'
const textOn = ({ width, height }: PaperSize, text: string, share: number, more: Partial<TextBox> = {}): TextBox => {
  const letters = Math.max(8, Math.round(width * share))
  return {
    kind: 'text',
    x: Math.round(width * 0.1),
    y: Math.round(height * 0.45),
    width: Math.round(width * 0.8),
    text,
    font: sans,
    size: letters,
    weight: 400,
    italic: false,
    colour: dark,
    align: 'center',
    line: Math.round(letters * 1.4),
    spacing: 0,
    fit: 'shrink',
    rotate: 0,
    vertical: false,
    shadow: null,
    opacity: 1,
    ...more,
  }
}
/** Returns a text for a newly added field. A name is large, and times and ranks use the font of numerals. */
export const fieldOn = (paper: PaperSize, field: string): TextBox => {
  const said = `%${field}%`
  if (field === '姓名') return textOn(paper, said, 0.09, { weight: 700 })
  if (/成绩|名次|排名|用时/.test(field)) return textOn(paper, said, 0.05, { weight: 600, font: figures })
  return textOn(paper, said, 0.028)
}
const middleOf = ({ width, height }: PaperSize, wide: number, high: number) => ({
  x: Math.round((width - wide) / 2),
  y: Math.round((height - high) / 2),
  width: Math.round(wide),
  height: Math.round(high),
})
/** Functions that make a new box, one for each kind of box except pictures. */
const fresh: { [Kind in Exclude<BoxKind, 'image'>]: (paper: PaperSize, text: string) => Box & { kind: Kind } } = {
  text: (paper, text) => textOn(paper, text, 0.04),
  photo: (paper) => {
    const side = Math.min(paper.width, paper.height) * 0.4
    return { kind: 'photo', ...middleOf(paper, side, side), radius: 0, rotate: 0, border: null }
  },
  rect: (paper) => ({
    kind: 'rect',
    ...middleOf(paper, paper.width * 0.5, paper.width * 0.2),
    colour: '#e8edf3',
    border: null,
    radius: 0,
    rotate: 0,
    opacity: 1,
  }),
  line: ({ width, height }) => ({
    kind: 'line',
    x1: Math.round(width * 0.1),
    y1: Math.round(height / 2),
    x2: Math.round(width * 0.9),
    y2: Math.round(height / 2),
    width: 2,
    colour: '#8a94a2',
    dash: [],
  }),
  qr: ({ width, height }) => {
    const side = Math.max(120, Math.round(width * 0.14))
    const edge = side + Math.round(width * 0.07)
    return { kind: 'qr', x: width - edge, y: height - edge, size: side, colour: '#101418', ground: '#ffffff' }
  },
  watermark: ({ width }, text) => ({
    kind: 'watermark',
    text,
    font: sans,
    size: Math.round(width * 0.03),
    colour: dark,
    rotate: -30,
    gap: Math.round(width * 0.12),
    opacity: 0.08,
  }),
}
export const freshBox = (kind: Exclude<BoxKind, 'image'>, paper: PaperSize, text: string): Box =>
  fresh[kind](paper, text)
/** Makes a box for an uploaded picture, in its own size but at most half as wide and half as high as the paper. */
export const imageOn = ({ width, height }: PaperSize, picture: string, own: PaperSize): Box => {
  const by = Math.min(1, (width * 0.5) / own.width, (height * 0.5) / own.height)
  const wide = Math.max(1, Math.round(own.width * by))
  const high = Math.max(1, Math.round(own.height * by))
  return {
    kind: 'image',
    x: Math.round((width - wide) / 2),
    y: Math.round((height - high) / 2),
    width: wide,
    height: high,
    picture,
    fit: 'fill',
    radius: 0,
    rotate: 0,
    opacity: 1,
  }
}
/** Makes the code and the number in the lower corners. People need both to verify the certificate. */
export const checkables = (paper: PaperSize): Box[] => {
  const code = freshBox('qr', paper, '') as Extract<Box, { kind: 'qr' }>
  const letters = Math.max(10, Math.round(paper.width * 0.019))
  return [
    code,
    textOn(paper, 'No. %证书编号%', 0.019, {
      x: Math.round(paper.width * 0.07),
      y: code.y + code.size - Math.round(letters * 1.4),
      width: Math.round(paper.width * 0.6),
      align: 'left',
    }),
  ]
}
