import { attributes, filmSchemes, linkSchemes, pictureSchemes, styles, noticeTags } from '../../allowed.rules.ts'

/** Makes the body of a document that loads no picture and runs no script. */
export const inertBody = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** Elements that are removed with their content. Other unknown elements lose only their tags. */
const withContent = new Set(
  (
    'script style iframe object embed svg math template noscript form input button select textarea link meta title ' +
    'head base frame frameset audio canvas'
  ).split(' '),
)
const allowed = new Set(noticeTags)
const schemesOf = (tag: string): readonly string[] =>
  tag === 'img' ? pictureSchemes : tag === 'video' || tag === 'source' ? filmSchemes : linkSchemes

/** Tells whether an address leads to our own site or has one of the given schemes. */
const isAllowedAddress = (address: string, schemes: readonly string[]): boolean => {
  const own = 'https://own.invalid'
  if (!URL.canParse(address, own) || /^[\s\\]*[/\\]\s*[/\\]/.test(address)) return false
  const { origin, protocol } = new URL(address, own)
  return origin === own || schemes.includes(protocol.slice(0, -1))
}

export const isLinkAddress = (address: string): boolean => isAllowedAddress(address, linkSchemes)
export const isFilmAddress = (address: string): boolean => isAllowedAddress(address, filmSchemes)

const allowedStyle = (style: string): string =>
  style
    .split(';')
    .flatMap((declaration) => {
      const [name = '', ...rest] = declaration.split(':')
      const [property, value] = [name.trim().toLowerCase(), rest.join(':').trim()]
      return styles[property]?.some((fits) => fits.test(value)) ? [`${property}:${value}`] : []
    })
    .join(';')

const keepAllowedAttributes = (element: Element): void => {
  const tag = element.localName
  const names = new Set([...attributes['*']!, ...(attributes[tag] ?? [])])
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name)!
    const isAddress = ['href', 'src', 'poster'].includes(name)
    if (!names.has(name) || (isAddress && !isAllowedAddress(value, schemesOf(tag)))) element.removeAttribute(name)
    else if (name === 'style') {
      const style = allowedStyle(value)
      if (style === '') element.removeAttribute('style')
      else element.setAttribute('style', style)
    }
  }
}

/** Removes everything that the server's sanitiser would remove. */
export const keepAllowed = (root: Element): void => {
  for (const element of Array.from(root.children)) {
    if (withContent.has(element.localName)) {
      element.remove()
      continue
    }
    keepAllowed(element)
    if (allowed.has(element.localName)) keepAllowedAttributes(element)
    else element.replaceWith(...element.childNodes)
  }
}

/** Cleans any HTML, so that this page can show it safely. */
export const harmless = (html: string): string => {
  const body = inertBody(html)
  keepAllowed(body)
  return body.innerHTML
}
