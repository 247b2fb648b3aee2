import { defaultTreeAdapter as tree, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { ImageBox } from './boxes.contract.ts'
import { MissingPicture, qrModules } from '../render/paint.rules.ts'
import { fillText } from '../rules.ts'
import { FIRST_FACE, PAPER_POLICY } from './paper.rules.ts'
import { withPhotoSlot } from './slots.rules.ts'

const address = /(%(?:bg|photo|qr)%|\/files\/\d+\/[0-9a-z.]+)/g
/** The empty picture for a runner without a photo. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Lists the kept pictures that a template names itself. */
export const picturesNamed = (html: string): string[] =>
  [...new Set(html.match(address) ?? [])].filter((name) => name.startsWith('/'))

const qrPicture = (link: string): string => {
  const modules = qrModules(link)
  const dark = modules.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} ${modules.length}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${modules.length}v${modules.length}H0z"/><path d="${dark}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
const inlined = (bytes: Buffer): string =>
  `data:image/${bytes[0] === 0x89 ? 'png' : 'jpeg'};base64,${bytes.toString('base64')}`

/** A font that holds only the characters of one certificate, in base 64. */
export type PageFont = { family: string; weight: number; italic: boolean; data: string }
type Sheet = {
  html: string
  bg: string | null
  width: number
  height: number
  marks?: readonly ImageBox[]
  /** The runner's photo. With `beneath` it lies below the whole page, unless an element marks its place. */
  photo?: Buffer | null
  beneath?: boolean
}

/**
 * A script for the photo that lies below a page. It moves the photo to the element with the title 照片, if the page has
 * such an element. Only a browser knows the position of that element. A phone moves the photo in the same way
 * (web/drawHtml.ts).
 */
export const LAY_PHOTO = `(() => {
  const [photo, place] = [document.querySelector('img[data-photo]'), document.querySelector('[title="照片"]:not(img)')]
  if (!photo || !place) return
  const { left, top, width, height } = place.getBoundingClientRect()
  for (const [name, value] of Object.entries({ left, top, width, height })) photo.style[name] = value + 'px'
  photo.style.borderRadius = getComputedStyle(place).borderRadius
})()`
const titleOf = ({ attrs }: Tree.Element) => attrs.find(({ name }) => name === 'title')?.value
const isPlace = (node: Tree.Element) => node.tagName !== 'img' && titleOf(node) === '照片'
const placeIn = (node: Tree.ParentNode): Tree.Element | undefined => {
  for (const child of node.childNodes) {
    if (!tree.isElementNode(child)) continue
    const found = isPlace(child) ? child : placeIn(child)
    if (found) return found
  }
  return undefined
}
const withStyle = (node: Tree.Element, added: string): void => {
  const style = node.attrs.find(({ name }) => name === 'style')
  if (style) style.value = `${style.value};${added}`
  else node.attrs.push({ name: 'style', value: added })
}

const facesOf = (fonts: readonly PageFont[]): string =>
  fonts
    .map(
      ({ family, weight, italic, data }) =>
        `@font-face{font-family:'${family}';font-weight:${weight};font-style:${italic ? 'italic' : 'normal'};src:url(data:font/ttf;base64,${data})}`,
    )
    .join('')

/**
 * Fills a cleaned template and returns it as a whole page for a browser on the server. Values are only in text nodes,
 * as text. Every picture is inlined. The layout rules equal the layout rules of a phone (web/drawHtml.ts).
 */
export const fillPage = (
  { html, bg, width, height, marks = [], photo = null, beneath = false }: Sheet,
  values: Readonly<Record<string, string>>,
  link: string,
  pictures: ReadonlyMap<string, Buffer>,
  fonts: readonly PageFont[] = [],
): string => {
  const dataOf = (name: string): string => {
    if (name === '%qr%') return qrPicture(link)
    if (name === '%photo%') return photo ? inlined(photo) : NOTHING
    const bytes = pictures.get(name === '%bg%' ? (bg ?? '') : name)
    if (!bytes) throw new MissingPicture(name)
    return inlined(bytes)
  }
  const known = new Map<string, string>()
  const withPictures = (text: string) =>
    text.replace(address, (name) => {
      const data = known.get(name) ?? dataOf(name)
      known.set(name, data)
      return data
    })
  const page = parseFragment(photo ? withPhotoSlot(html) : html)
  const walk = (node: Tree.ParentNode): void => {
    for (const child of node.childNodes) {
      if (tree.isTextNode(child))
        child.value =
          tree.isElementNode(node as Tree.Node) && (node as Tree.Element).tagName === 'style'
            ? withPictures(child.value)
            : fillText(child.value, values)
      if (!tree.isElementNode(child)) continue
      for (const attribute of child.attrs)
        if (['src', 'background', 'style'].includes(attribute.name)) attribute.value = withPictures(attribute.value)
      walk(child)
    }
  }
  walk(page)
  const place = photo ? placeIn(page) : undefined
  // A background without a window would hide the photo, so in this case the photo fills the element.
  const fills = place !== undefined && html.includes('%bg%') && bg?.endsWith('.png') !== true
  if (place && fills) withStyle(place, `background:url(${dataOf('%photo%')}) center / cover no-repeat`)
  const size = `position:absolute;left:0;top:0;width:${width}px;height:${height}px`
  const under = photo !== null && !fills && (place !== undefined || beneath)
  const content = under
    ? `<img data-photo src="${dataOf('%photo%')}" style="${size};object-fit:cover;margin:0;max-width:none">` +
      `<div style="${size}">${serialize(page)}</div>`
    : serialize(page)
  const over = marks
    .map(
      (mark) =>
        `<img src="${dataOf(mark.picture)}" style="position:fixed;left:${mark.x}px;top:${mark.y}px;width:${mark.width}px;height:${mark.height}px;margin:0;max-width:none">`,
    )
    .join('')
  const ground = `${facesOf(fonts)}html{text-rendering:geometricPrecision;font-family:${FIRST_FACE}}html,body{margin:0;background:#fff}body{width:${width}px;height:${height}px;overflow:hidden}`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${PAPER_POLICY}"><style>${ground}</style></head><body lang="zh-CN">${content}${over}</body></html>`
}
