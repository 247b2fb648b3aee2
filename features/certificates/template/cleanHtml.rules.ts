import * as css from 'css-tree'
import { defaultTreeAdapter as tree, parseFragment, serialize } from 'parse5'
import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import sanitize from 'sanitize-html'

/** A cleaned template, and the parts that were removed, so that the organiser learns of them. */
export type Cleaned = { html: string; removed: string[] }

const own = /^(%(bg|photo|qr)%|\/files\/\d+\/[0-9a-z.]+|data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]+)$/i

const functions = new Set(
  'rgb rgba hsl hsla calc min max clamp linear-gradient radial-gradient repeating-linear-gradient repeating-radial-gradient conic-gradient rotate rotatex rotatey rotatez translate translatex translatey scale scalex scaley skew skewx skewy matrix polygon circle ellipse inset grayscale sepia saturate brightness contrast blur opacity invert hue-rotate drop-shadow'.split(
    ' ',
  ),
)
/** Style properties that load from outside, run code, or hold values that the cleaning does not check. */
const forbidden = /^(--|behavior$|-moz-binding$|-ms-|src$|cursor$|animation|transition)/

/** Tells whether a declaration is complete, loads nothing from elsewhere and calls only plain functions. */
const harmless = (declaration: css.Declaration): boolean => {
  if (forbidden.test(declaration.property.toLowerCase())) return false
  if (css.generate(declaration).includes('\\')) return false
  let fine = true
  css.walk(declaration, (node) => {
    if (node.type === 'Url') fine &&= own.test(node.value.trim())
    else if (node.type === 'Function') fine &&= functions.has(node.name.toLowerCase())
    else if (node.type === 'Raw') fine = false
  })
  return fine
}

const cleanTree = (ast: css.CssNode, removed: string[]): css.CssNode => {
  css.walk(ast, (node, item, list) => {
    if (node.type === 'Atrule' || node.type === 'Comment' || node.type === 'Raw') {
      if (node.type !== 'Comment') removed.push(css.generate(node).slice(0, 80))
      list?.remove(item)
    } else if (node.type === 'Rule' && node.prelude.type === 'Raw') {
      removed.push(css.generate(node.prelude).slice(0, 80))
      list?.remove(item)
    } else if (node.type === 'Declaration' && !harmless(node)) {
      removed.push(css.generate(node).slice(0, 80))
      list?.remove(item)
    }
  })
  return ast
}

const cleanSheet = (text: string, removed: string[]): string => {
  const cleaned = css.generate(cleanTree(css.parse(text, { parseCustomProperty: false }), removed))
  return /[<\\]/.test(cleaned) ? '' : cleaned
}
const cleanDeclarations = (text: string, removed: string[]): string =>
  css.generate(cleanTree(css.parse(text, { context: 'declarationList' }), removed))

const everywhere = [
  'style',
  'class',
  'align',
  'valign',
  'width',
  'height',
  'bgcolor',
  'background',
  'color',
  'dir',
  'lang',
  'title',
]
const attributes: Record<string, string[]> = {
  '*': everywhere,
  font: ['size', 'face', 'color'],
  img: ['src', 'alt'],
  table: ['border', 'cellspacing', 'cellpadding'],
  td: ['colspan', 'rowspan', 'nowrap'],
  th: ['colspan', 'rowspan', 'nowrap'],
  ol: ['start', 'type'],
}
const tags =
  'div p span b i u s em strong small big sub sup font center br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption colgroup col img blockquote pre code section article header footer main address mark del ins figure figcaption style'.split(
    ' ',
  )

/** Takes the style sheets out of the HTML and returns them cleaned, as one text. */
const liftSheets = (node: Tree.ParentNode, removed: string[]): string => {
  let sheets = ''
  for (const child of Array.from(node.childNodes)) {
    if (!tree.isElementNode(child)) continue
    if (child.tagName === 'style') {
      sheets += cleanSheet(child.childNodes.map((text) => (tree.isTextNode(text) ? text.value : '')).join(''), removed)
      tree.detachNode(child)
    } else sheets += liftSheets(child, removed)
  }
  return sheets
}

/**
 * Makes an organiser's template harmless. The only pictures that stay are pictures of ours (`/files/…`), embedded
 * pictures, and %bg%, %photo%, %qr%. The function runs on saving, and again before an answer shows a stored template
 * (cleanedHtml.rules.ts).
 */
export const cleanHtml = (given: string): Cleaned => {
  const removed: string[] = []
  const fragment = parseFragment(given)
  const sheets = liftSheets(fragment, removed)
  const body = sanitize(serialize(fragment), {
    allowedTags: tags.filter((tag) => tag !== 'style'),
    allowedAttributes: attributes,
    allowedSchemes: [],
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    enforceHtmlBoundary: false,
    disallowedTagsMode: 'discard',
    onOpenTag: (tag) => {
      if (!tags.includes(tag)) removed.push(`<${tag}>`)
    },
    transformTags: {
      '*': (tagName, given) => {
        const attribs = { ...given }
        for (const name of Object.keys(attribs)) if (/^on/i.test(name)) removed.push(`${tagName} ${name}`)
        if (attribs['style'] !== undefined) attribs['style'] = cleanDeclarations(attribs['style'], removed)
        for (const name of ['src', 'background']) {
          if (attribs[name] === undefined || own.test(attribs[name].trim())) continue
          removed.push(attribs[name].slice(0, 80))
          delete attribs[name]
        }
        return { tagName, attribs }
      },
    },
  })
  return { html: sheets ? `<style>${sheets}</style>${body}` : body, removed: [...new Set(removed)] }
}
