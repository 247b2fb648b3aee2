import { isInkColour } from '../../colours.rules.ts'
import { inertBody, isLinkAddress, keepAllowed } from './inert.ts'
import { makeWordLists } from './wordLists.ts'

/** A paste as cleaned HTML, with the number of pictures and the number of films that were left out. */
export type Pasted = { html: string; pictures: number; films: number }

const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr, div, section, article, figure, dl, video'
const containers = 'section, article, div, main, header, footer, center, figure, figcaption, address'
const kept = /^data:image\/(?:png|jpe?g|gif|bmp);base64,/i

const rename = (element: Element, name: string): Element => {
  const other = element.ownerDocument.createElement(name)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** Removes the tags of Word's own elements (`o:p`). Removes elements with the prefix v, w or m with their content. */
const dropOfficeElements = (body: Element): void => {
  for (const element of body.querySelectorAll('*')) {
    if (!element.localName.includes(':')) continue
    if (/^(v|w|m):/.test(element.localName)) element.remove()
    else element.replaceWith(...element.childNodes)
  }
}

/**
 * Keeps pictures of our own storage, and pictures whose bytes are in their address. Every reader would fetch a picture
 * of another site from that site. The function therefore removes and counts such pictures.
 */
const choosePictures = (body: Element, origin: string): number => {
  let left = 0
  for (const picture of body.querySelectorAll('img')) {
    const address = picture.getAttribute('data-src') ?? picture.getAttribute('src') ?? ''
    const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
    const alt = picture.getAttribute('alt') ?? ''
    const width = /^\d+%$/.exec((picture as HTMLElement).style.width)?.[0]
    const size = ['width', 'height'].map((name) => [name, picture.getAttribute(name)] as const)
    for (const name of picture.getAttributeNames()) picture.removeAttribute(name)
    if (path.startsWith('/files/') || kept.test(path)) {
      picture.setAttribute('src', path)
      picture.setAttribute('alt', alt)
      for (const [name, value] of size) if (value && /^\d+$/.test(value)) picture.setAttribute(name, value)
      if (width) picture.setAttribute('style', `width:${width}`)
    } else {
      if (address !== '') left++
      const line = picture.closest('p, section')
      picture.remove()
      if (line && !line.textContent?.trim() && !line.querySelector('img, br')) line.remove()
    }
  }
  return left
}

const dropFilms = (body: Element): number => {
  const films = body.querySelectorAll('video, iframe, embed, object, mp-common-videosnap, mpvideo, mpvoice')
  for (const film of films) film.remove()
  return films.length
}

const alignOf = (element: Element, body: Element): string => {
  for (let at: Element | null = element; at && at !== body; at = at.parentElement) {
    const align = (at as HTMLElement).style.textAlign || at.getAttribute('align') || ''
    if (/^(left|start)$/.test(align)) return ''
    if (/^(center|right|justify)$/.test(align)) return align
  }
  return ''
}

/** Turns the boxes of a page into paragraphs. A box with blocks in it is removed, and its content stays. */
const openBoxes = (body: Element): void => {
  for (const box of [...body.querySelectorAll(containers)].toReversed()) {
    if (box.querySelector(blocks)) {
      wrapLoose(box)
      box.replaceWith(...box.childNodes)
    } else if (box.textContent?.trim() || box.querySelector('img, br')) {
      const align = alignOf(box, body)
      const paragraph = rename(box, 'p')
      if (align) paragraph.setAttribute('style', `text-align:${align}`)
    } else box.remove()
  }
}
/** Puts the words and pictures between the blocks of a box into paragraphs. */
const wrapLoose = (box: Element): void => {
  let paragraph: Element | undefined
  for (const node of Array.from(box.childNodes)) {
    if (node instanceof Element && node.matches(blocks)) paragraph = undefined
    else if (paragraph) paragraph.append(node)
    else if (node.textContent?.trim() || node instanceof HTMLImageElement) {
      paragraph = box.ownerDocument.createElement('p')
      node.before(paragraph)
      paragraph.append(node)
    }
  }
}

/** Keeps alignment, readable colours, bold, italic, underlined and struck-out text. Removes every other style. */
const chooseLooks = (body: Element): void => {
  const lines = [...body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')]
  const aligned = new Map(lines.map((line) => [line, alignOf(line, body)]))
  for (const box of body.querySelectorAll(containers)) aligned.set(box, alignOf(box, body))
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (element.localName === 'img') continue
    const { style } = element
    const { color, fontWeight, fontStyle, textDecorationLine } = style
    const looks: string[] = []
    const align = aligned.get(element)
    if (align) looks.push(`text-align:${align}`)
    const ink = color || element.getAttribute('color') || ''
    if (isInkColour(ink)) looks.push(`color:${ink}`)
    if (/^(bold|[6-9]00)$/.test(fontWeight)) looks.push('font-weight:bold')
    if (fontWeight === 'normal' && element.matches('b, strong')) looks.push('font-weight:normal')
    if (fontStyle === 'italic') looks.push('font-style:italic')
    if (/underline|line-through/.test(textDecorationLine)) looks.push(`text-decoration:${textDecorationLine}`)
    for (const name of element.getAttributeNames())
      if (!['href', 'colspan', 'rowspan', 'start', 'data-raw'].includes(name)) element.removeAttribute(name)
    if (looks.length > 0) element.setAttribute('style', looks.join(';'))
    if (element.localName === 'font') rename(element, 'span').setAttribute('style', looks.join(';'))
  }
}

const fitHeadings = (body: Element): void => {
  for (const heading of body.querySelectorAll('h1, h5, h6')) {
    const { localName: name } = heading
    const style = heading.getAttribute('style')
    const other = rename(heading, name === 'h1' ? 'h2' : 'h4')
    if (style) other.setAttribute('style', style)
  }
}

const fitLinks = (body: Element): void => {
  for (const anchor of body.querySelectorAll('a')) {
    const address = anchor.getAttribute('href') ?? ''
    if (address === '' || address.startsWith('#') || !isLinkAddress(address)) anchor.replaceWith(...anchor.childNodes)
  }
}

/** Returns the blocks of HTML that a person copied from our editor. */
const keepRaw = (body: Element): ReadonlyMap<Element, string> =>
  new Map([...body.querySelectorAll('[data-raw]')].map((block) => [block, block.getAttribute('data-raw')!]))

/** Cleans HTML that was pasted from Word, from an article of WeChat or from any other page. Nothing is fetched. */
export const pasted = (html: string, origin: string): Pasted => {
  const body = inertBody(html)
  const raw = keepRaw(body)
  for (const block of raw.keys()) block.replaceChildren()
  dropOfficeElements(body)
  makeWordLists(body)
  const films = dropFilms(body)
  const pictures = choosePictures(body, origin)
  chooseLooks(body)
  fitHeadings(body)
  const markers = [...raw].map(([block, text]) => {
    const marker = body.ownerDocument.createElement('pre')
    block.replaceWith(marker)
    return [marker, text] as const
  })
  openBoxes(body)
  fitLinks(body)
  keepAllowed(body)
  for (const [marker, text] of markers) {
    const block = body.ownerDocument.createElement('div')
    block.setAttribute('data-raw', text)
    marker.replaceWith(block)
  }
  return { html: body.innerHTML, pictures, films }
}

/**
 * Splits typed text into paragraphs, and each paragraph into its lines. As everywhere in an article, an empty line
 * begins a paragraph, and any other line end begins a line.
 */
export const paragraphsOf = (text: string): string[][] =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^\n+|\n+$/g, '')
    .split(/\n[^\S\n]*(?:\n[^\S\n]*)+/)
    .map((paragraph) => paragraph.split('\n'))
