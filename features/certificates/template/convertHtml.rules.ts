import * as css from 'css-tree'
import { defaultTreeAdapter as tree, parseFragment } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { type Box, Boxes, type TextBox } from './boxes.contract.ts'
import { cssLengthOf, readColour, readFont, readShadow } from './cssValues.rules.ts'

/** Boxes on a paper of this size. `background` tells whether %bg% fills the paper. */
export type Converted = { width: number; height: number; background: boolean; boxes: Box[] }

class Inexpressible extends Error {}
const no = (why: string): never => {
  throw new Inexpressible(why)
}

type Style = Map<string, string>
const styleOf = (element: Tree.Element): Style => {
  const style: Style = new Map()
  for (const { name, value } of element.attrs) {
    if (name === 'style') {
      css.walk(css.parse(value, { context: 'declarationList', parseValue: false }), (node) => {
        if (node.type === 'Declaration') style.set(node.property.toLowerCase(), css.generate(node.value).trim())
      })
    } else if (!['width', 'height', 'src', 'alt', 'class', 'lang'].includes(name)) no(`${element.tagName} ${name}`)
  }
  return style
}

const inherited = [
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'line-height',
  'letter-spacing',
  'text-align',
  'white-space',
  'text-shadow',
  'writing-mode',
]
const known = new Set([
  ...inherited,
  'position',
  'left',
  'top',
  'width',
  'height',
  'display',
  'justify-content',
  'overflow',
  'opacity',
  'margin',
  'padding',
  'box-sizing',
  'background-color',
  'border-radius',
  'object-fit',
  'z-index',
])

/** Reads a style, and refuses the parts that boxes cannot express. */
const read = (element: Tree.Element, from: Style): Style => {
  const own = styleOf(element)
  for (const [property, value] of own) {
    if (!known.has(property)) no(`${property}: ${value}`)
    if ((property === 'margin' || property === 'padding') && !/^0(px)?$/.test(value)) no(`${property}: ${value}`)
    if (property === 'z-index') no(`${property}: ${value}`)
  }
  const style: Style = new Map([...from].filter(([property]) => inherited.includes(property)))
  for (const [property, value] of own) style.set(property, value)
  return style
}

const px = (style: Style, property: string): number =>
  cssLengthOf(style.get(property) ?? '') ?? no(`${property}: ${style.get(property) ?? ''}`)
const optionalPx = (style: Style, property: string): number | null =>
  style.has(property) && style.get(property) !== 'auto' ? px(style, property) : null

const lineOf = (style: Style, size: number): number | null => {
  const line = style.get('line-height') ?? 'normal'
  if (line === 'normal') return null
  if (/^[\d.]+$/.test(line)) return Number(line) * size
  if (/^[\d.]+%$/.test(line)) return (Number.parseFloat(line) / 100) * size
  return cssLengthOf(line) ?? no(`line-height: ${line}`)
}

const alignments: Record<string, TextBox['align']> = {
  left: 'left',
  start: 'left',
  'flex-start': 'left',
  center: 'center',
  right: 'right',
  end: 'right',
  'flex-end': 'right',
}
const alignOf = (style: Style): TextBox['align'] => {
  const text = style.get('text-align') ?? 'left'
  const said = style.get('display') === 'flex' ? (style.get('justify-content') ?? 'flex-start') : text
  return alignments[said] ?? no(`text-align: ${said}`)
}

const textIn = (element: Tree.Element): string =>
  element.childNodes
    .map((child) => {
      if (tree.isTextNode(child)) return child.value.replace(/[\t\n\r ]+/g, ' ')
      if (tree.isElementNode(child) && child.tagName === 'br') return '\n'
      return tree.isCommentNode(child) ? '' : no(`<${tree.isElementNode(child) ? child.tagName : '?'}>`)
    })
    .join('')
    .split('\n')
    .map((line) => line.replace(/^ +| +$/g, ''))
    .join('\n')

const textBox = (style: Style, text: string): TextBox => {
  const size = px(style, 'font-size')
  const font = readFont(style)
  const vertical = (style.get('writing-mode') ?? 'horizontal-tb') !== 'horizontal-tb'
  if (vertical && style.get('writing-mode') !== 'vertical-rl') no(`writing-mode: ${style.get('writing-mode')!}`)
  const spaces = style.get('white-space') ?? 'normal'
  if (spaces !== 'normal' && spaces !== 'nowrap') no(`white-space: ${spaces}`)
  const width = optionalPx(style, 'width')
  const align = alignOf(style)
  if (width === null && align !== 'left') no('text-align without width')
  const spacing = style.get('letter-spacing') ?? 'normal'
  return {
    kind: 'text',
    x: px(style, 'left'),
    y: px(style, 'top'),
    width,
    text,
    ...font,
    size,
    colour: readColour(style.get('color') ?? '#000000') ?? no(`color: ${style.get('color')!}`),
    align,
    line: lineOf(style, size),
    spacing: spacing === 'normal' ? 0 : (cssLengthOf(spacing, size) ?? no(`letter-spacing: ${spacing}`)),
    fit: width !== null && spaces === 'normal' && !vertical ? 'wrap' : 'none',
    rotate: 0,
    vertical,
    shadow:
      style.has('text-shadow') && style.get('text-shadow') !== 'none'
        ? (readShadow(style.get('text-shadow')!) ?? no('text-shadow'))
        : null,
    opacity: opacityOf(style),
  }
}

const opacityOf = (style: Style): number => {
  const opacity = Number(style.get('opacity') ?? 1)
  return opacity >= 0 && opacity <= 1 ? opacity : no('opacity')
}
const radiusOf = (style: Style, width: number, height: number): number => {
  const radius = style.get('border-radius')
  if (radius === undefined) return 0
  if (radius === '50%' && width === height) return width / 2
  return cssLengthOf(radius) ?? no(`border-radius: ${radius}`)
}

const sizeOf = (element: Tree.Element, style: Style, property: 'width' | 'height'): number => {
  if (style.has(property)) return px(style, property)
  const given = element.attrs.find(({ name }) => name === property)?.value ?? ''
  return /^\d+$/.test(given) ? Number(given) : no(`<img> without ${property}`)
}

const pictureBox = (element: Tree.Element, style: Style): Box | 'background' => {
  const src = element.attrs.find(({ name }) => name === 'src')?.value.trim() ?? ''
  const [width, height] = [sizeOf(element, style, 'width'), sizeOf(element, style, 'height')]
  const at = { x: px(style, 'left'), y: px(style, 'top'), width, height }
  if (src === '%bg%') return at.x === 0 && at.y === 0 ? 'background' : no('%bg%')
  const radius = radiusOf(style, width, height)
  const fit = style.get('object-fit') ?? 'fill'
  if (fit !== 'fill' && fit !== 'cover' && fit !== 'contain') return no(`object-fit: ${fit}`)
  if (src === '%qr%')
    return width === height && radius === 0 && !style.has('opacity')
      ? { kind: 'qr', x: at.x, y: at.y, size: width, colour: '#000000', ground: '#ffffff' }
      : no('%qr%')
  if (src === '%photo%')
    return fit === 'cover' && !style.has('opacity')
      ? { kind: 'photo', ...at, radius, rotate: 0, border: null }
      : no('%photo%')
  return { kind: 'image', ...at, picture: src, fit, radius, rotate: 0, opacity: opacityOf(style) }
}

const boxOf = (element: Tree.Element, from: Style): Box | 'background' | null => {
  const style = read(element, from)
  if (style.get('position') !== 'absolute') no(`<${element.tagName}> position: ${style.get('position') ?? 'static'}`)
  if (element.tagName === 'img') return pictureBox(element, style)
  if (!['div', 'p', 'span'].includes(element.tagName)) no(`<${element.tagName}>`)
  if (element.tagName === 'p' && !style.has('margin')) no('<p> margin')
  if (!['block', 'flex', undefined].includes(style.get('display'))) no(`display: ${style.get('display')!}`)
  if (style.get('overflow') === 'hidden') no('overflow: hidden')
  const text = textIn(element)
  if (style.has('background-color')) {
    const colour = readColour(style.get('background-color')!) ?? no('background-color')
    if (text.trim() !== '') no('background-color')
    const [width, height] = [px(style, 'width'), px(style, 'height')]
    return {
      kind: 'rect',
      x: px(style, 'left'),
      y: px(style, 'top'),
      width,
      height,
      colour,
      border: null,
      radius: radiusOf(style, width, height),
      rotate: 0,
      opacity: opacityOf(style),
    }
  }
  if (style.has('border-radius') || style.has('object-fit')) no('border-radius')
  return text.trim() === '' ? null : textBox(style, text)
}

const meaningful = (node: Tree.ChildNode): boolean =>
  !tree.isCommentNode(node) && !(tree.isTextNode(node) && node.value.trim() === '')

/**
 * Converts a cleaned template to boxes, if the template holds only absolutely placed texts, pictures and areas on one
 * paper of fixed size. Otherwise returns the first part that boxes cannot express.
 */
export const convertHtml = (html: string): { converted: Converted } | { inexpressible: string } => {
  try {
    const roots = parseFragment(html).childNodes.filter(meaningful)
    const root = roots[0]
    if (roots.length !== 1 || !root || !tree.isElementNode(root) || root.tagName !== 'div')
      return { inexpressible: root && tree.isElementNode(root) ? `<${root.tagName}>` : '?' }
    const style = read(root, new Map())
    if (style.get('position') !== 'relative') no('position')
    const [width, height] = [px(style, 'width'), px(style, 'height')]
    let background = false
    const boxes: Box[] = []
    for (const child of root.childNodes.filter(meaningful)) {
      const box = tree.isElementNode(child) ? boxOf(child, style) : no('text without a place')
      if (box === 'background') {
        if (boxes.length > 0 || background) no('%bg%')
        background = true
      } else if (box) boxes.push(box)
    }
    return { converted: { width, height, background, boxes: Boxes.parse(boxes) } }
  } catch (error) {
    if (error instanceof Inexpressible) return { inexpressible: error.message }
    throw error
  }
}
