import { inertBody } from './inert.ts'

const synonyms: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' }
const blocks = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th blockquote div ' +
    'section article header footer figure figcaption hr pre video center'
  ).split(' '),
)
/** Tells whether an attribute changes nothing: the sanitiser adds it, or its value is the default value. */
const isNeutral = (name: string, value: string): boolean =>
  ['target', 'rel', 'loading', 'preload'].includes(name) ||
  (['colspan', 'rowspan', 'start'].includes(name) && value === '1') ||
  (name === 'alt' && value === '')
const holdsOneParagraph = new Set(['li', 'td', 'th', 'blockquote'])

const isBlock = (node: Node | null): boolean => node instanceof Element && blocks.has(node.localName)
const isBreak = (node: Node | null): node is Element => node instanceof Element && node.localName === 'br'

const renamed = (element: Element): Element => {
  const name = synonyms[element.localName]
  if (name === undefined) return element
  const other = element.ownerDocument.createElement(name)
  for (const attribute of element.getAttributeNames()) other.setAttribute(attribute, element.getAttribute(attribute)!)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/**
 * Replaces a paragraph by its content if it is alone in a cell, an item or a quotation, or stands before an inner list.
 * A reader sees no difference (ui/look/look.css, prose).
 */
export const openParagraphs = (root: Element): void => {
  for (const element of root.querySelectorAll('li, td, th, blockquote')) {
    const [first, ...others] = element.children
    if (!first || first.localName !== 'p' || first.attributes.length > 0) continue
    const isAlone = [...element.childNodes].every((node) => node === first || node.textContent?.trim() === '')
    const leads = element.localName === 'li' && others.every(({ localName }) => /^[ou]l$/.test(localName))
    if ((holdsOneParagraph.has(element.localName) && isAlone && others.length === 0) || leads)
      first.replaceWith(...first.childNodes)
  }
}

const openRowGroups = (root: Element): void => {
  for (const group of root.querySelectorAll('thead, tbody, tfoot'))
    if (group.attributes.length === 0) group.replaceWith(...group.childNodes)
}

const trimmed = (root: Element): void => {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  let ended = true
  for (const text of texts) {
    if (text.parentElement?.closest('pre')) continue
    let said = text.data.replaceAll(/[\t\n\f\r ]+/g, ' ')
    const starts = startsLine(text, root)
    if ((starts || ended) && said.startsWith(' ')) said = said.slice(1)
    if (endsLine(text, root)) said = said.replace(/ $/, '')
    ended = said === '' ? ended || starts : said.endsWith(' ')
    if (said === '') text.remove()
    else text.data = said
  }
}
/**
 * Finds the next or previous node in the order of reading. The search goes out of inline elements, but not out of the
 * block around them. Returns null if the block has no further node.
 */
const beside = (node: Node, side: 'previousSibling' | 'nextSibling', root: Element): Node | null => {
  let at: Node = node
  while (at[side] === null) {
    const up: Node | null = at.parentNode
    if (!up || up === root || isBlock(up)) return null
    at = up
  }
  return at[side]
}
const isLineEnd = (node: Node | null): boolean => node === null || isBlock(node) || isBreak(node)
const startsLine = (text: Text, root: Element): boolean => isLineEnd(beside(text, 'previousSibling', root))
const endsLine = (text: Text, root: Element): boolean => isLineEnd(beside(text, 'nextSibling', root))

/** Removes a single break after words, if a block ends or begins there. Browsers do not show such a break. */
const dropLastBreaks = (root: Element): void => {
  for (const end of root.querySelectorAll('br')) {
    const next = beside(end, 'nextSibling', root)
    if (next === null || isBlock(next)) {
      const before = beside(end, 'previousSibling', root)
      if (before !== null && !isBlock(before) && !isBreak(before)) end.remove()
    }
  }
}

const marks = ['a', 'em', 's', 'span', 'strong', 'u']
const isWeight = ({ localName }: Element): boolean => localName === 'em' || localName === 'strong'
/**
 * Finds the mark that is the whole content of another mark. Returns undefined if there is none, or if both have the
 * same tag.
 */
const onlyMark = (outer: Element): Element | undefined => {
  const inner = outer.childNodes.length === 1 ? outer.firstElementChild : null
  return inner && marks.includes(inner.localName) && inner.localName !== outer.localName ? inner : undefined
}
/** Sorts nested marks, so that bold and italic are the inner marks. The order does not change how a text looks. */
const sortMarks = (root: Element): void => {
  for (const outer of [...root.querySelectorAll(marks.join(','))].toReversed()) {
    if (!isWeight(outer)) continue
    let inner = onlyMark(outer)
    while (inner && !(isWeight(inner) && outer.localName < inner.localName)) {
      outer.before(inner)
      outer.append(...inner.childNodes)
      inner.append(outer)
      inner = onlyMark(outer)
    }
  }
}

const sorted = (element: Element): void => {
  const style = (element as HTMLElement).style
  const looks = [...style].map((name) => `${name}:${style.getPropertyValue(name)}`).toSorted()
  const rest = [...element.attributes].filter(({ name, value }) => name !== 'style' && !isNeutral(name, value))
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
  for (const { name, value } of rest.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    element.setAttribute(name, value)
  if (looks.length > 0) element.setAttribute('style', looks.join(';'))
}

/** Brings HTML into one form. Two texts that look alike to a reader get the same form. */
export const looksOf = (html: string): string => {
  const body = inertBody(html)
  for (const element of body.querySelectorAll('*')) sorted(renamed(element))
  sortMarks(body)
  openParagraphs(body)
  openRowGroups(body)
  dropLastBreaks(body)
  trimmed(body)
  body.normalize()
  return body.innerHTML
}
