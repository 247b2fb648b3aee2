import { defaultTreeAdapter as tree, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { ImageBox } from './boxes.contract.ts'
import { MissingPicture, qrModules } from '../render/paint.rules.ts'
import { fillText } from '../rules.ts'
import { FIRST_FACE, PAPER_POLICY } from './paper.rules.ts'

const address = /(%(?:bg|photo|qr)%|\/files\/\d+\/[0-9a-z.]+)/g
/** An empty picture where the runner has no photo. */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** The kept pictures that a template names itself. */
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

/** A font with the characters of one certificate, in base 64. */
export type PageFont = { family: string; weight: number; italic: boolean; data: string }
type Sheet = { html: string; bg: string | null; width: number; height: number; marks?: readonly ImageBox[] }

/**
 * A cleaned template as a whole page for a browser on the server: values stand in text nodes only, as text; every
 * picture is inlined. The same layout rules as on a phone (web/drawHtml.ts).
 */
export const fillPage = (
  { html, bg, width, height, marks = [] }: Sheet,
  values: Readonly<Record<string, string>>,
  link: string,
  pictures: ReadonlyMap<string, Buffer>,
  fonts: readonly PageFont[] = [],
): string => {
  const dataOf = (name: string): string => {
    if (name === '%qr%') return qrPicture(link)
    if (name === '%photo%') return NOTHING
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
  const page = parseFragment(html)
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
  const faces = fonts
    .map(
      ({ family, weight, italic, data }) =>
        `@font-face{font-family:'${family}';font-weight:${weight};font-style:${italic ? 'italic' : 'normal'};src:url(data:font/ttf;base64,${data})}`,
    )
    .join('')
  const over = marks
    .map(
      (mark) =>
        `<img src="${dataOf(mark.picture)}" style="position:fixed;left:${mark.x}px;top:${mark.y}px;width:${mark.width}px;height:${mark.height}px;margin:0;max-width:none">`,
    )
    .join('')
  const ground = `${faces}html{text-rendering:geometricPrecision;font-family:${FIRST_FACE}}html,body{margin:0;background:#fff}body{width:${width}px;height:${height}px;overflow:hidden}`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${PAPER_POLICY}"><style>${ground}</style></head><body lang="zh-CN">${serialize(page)}${over}</body></html>`
}
