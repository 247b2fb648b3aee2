import { type Node as PmNode, DOMParser as PmParser, DOMSerializer, type Schema } from '@tiptap/pm/model'
import { inertBody } from './inert.ts'
import { looksOf, openParagraphs } from './sameLooks.ts'

const inlineTags = new Set(
  'a b strong i em u s del ins sub sup small mark code span font ruby rt time img br'.split(' '),
)
const isInline = (node: Node): boolean =>
  node.nodeType === Node.TEXT_NODE || (node instanceof Element && inlineTags.has(node.localName))

/** Returns the pieces of a text. A piece is a block, or all words up to the next block. */
const piecesOf = (body: HTMLElement): { html: string; loose: boolean }[] => {
  const pieces: { html: string; loose: boolean }[] = []
  let run: Node[] = []
  const end = () => {
    const holder = body.ownerDocument.createElement('div')
    holder.append(...run.map((node) => node.cloneNode(true)))
    if (holder.textContent?.trim() || holder.querySelector('img, br'))
      pieces.push({ html: holder.innerHTML.trim(), loose: true })
    run = []
  }
  for (const node of body.childNodes) {
    if (isInline(node)) run.push(node)
    else if (node instanceof Element) {
      end()
      // A reader does not see an empty paragraph after another block, so it is left out.
      if (pieces.length > 0 && node.localName === 'p' && node.childNodes.length === 0) continue
      pieces.push({ html: node.outerHTML, loose: false })
    }
  }
  end()
  return pieces
}

/** Moves the first rows of a table into a `thead` if they have only head cells and other rows follow. */
const giveHeads = (root: Element): void => {
  for (const body of root.querySelectorAll('table > tbody')) {
    const rows = [...body.children]
    const heads = rows.findIndex((row) => [...row.children].some(({ localName }) => localName !== 'th'))
    if (heads <= 0) continue
    const head = root.ownerDocument.createElement('thead')
    head.append(...rows.slice(0, heads))
    body.before(head)
  }
}
/** Puts a line break into each empty paragraph, so that a reader sees an empty line. */
const giveEmptyLines = (root: Element): void => {
  for (const line of root.querySelectorAll('p'))
    if (line.childNodes.length === 0) line.append(root.ownerDocument.createElement('br'))
}

const htmlOf = (node: PmNode, serializer: DOMSerializer): string => {
  if (node.type.name === 'rawHtml') return String(node.attrs.html)
  const holder = inertBody('')
  holder.append(serializer.serializeNode(node, { document: holder.ownerDocument }))
  openParagraphs(holder)
  giveHeads(holder)
  giveEmptyLines(holder)
  return holder.innerHTML
}

/** Returns the text of the editor as HTML. It is empty if the editor has no content. */
export const articleHtml = (doc: PmNode): string => {
  const serializer = DOMSerializer.fromSchema(doc.type.schema)
  const only = doc.childCount === 1 ? doc.firstChild : null
  if (only?.type.name === 'paragraph' && only.childCount === 0) return ''
  const html: string[] = []
  doc.forEach((node) => void html.push(htmlOf(node, serializer)))
  return html.join('')
}

/**
 * Removes a break that is alone in a paragraph. In HTML, this break keeps an empty line visible. The editor shows the
 * empty line without the break.
 */
const withoutFillers = (holder: HTMLElement): HTMLElement => {
  for (const end of holder.querySelectorAll('p > br:only-child'))
    if (end.parentNode?.childNodes.length === 1) end.remove()
  return holder
}

const blocksOf = (html: string, schema: Schema): readonly PmNode[] =>
  PmParser.fromSchema(schema).parse(withoutFillers(inertBody(html))).content.content

/**
 * Loads a stored text into the editor. A block is editable if the editor would write it back so that a reader sees no
 * difference. Any other block stays unchanged as a block of HTML.
 */
export const openArticle = (html: string, schema: Schema): PmNode => {
  const serializer = DOMSerializer.fromSchema(schema)
  const pieces = piecesOf(inertBody(html))
  const raw = schema.nodes.rawHtml!
  const nodes = pieces.flatMap(({ html: piece, loose }) => {
    const parsed = blocksOf(piece, schema)
    const written = parsed.map((node) => htmlOf(node, serializer)).join('')
    // A loose text beside blocks has no space around it, but the editor would write a paragraph, which has space. So a
    // loose text is editable only if it is the whole article.
    const same = loose
      ? pieces.length === 1 && looksOf(written) === looksOf(`<p>${piece}</p>`)
      : written === piece || looksOf(written) === looksOf(piece)
    return same ? parsed : [raw.create({ html: piece })]
  })
  return schema.topNodeType.create(null, nodes.length > 0 ? nodes : schema.nodes.paragraph!.create())
}
