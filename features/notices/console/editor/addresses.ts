import { isFilmAddress, isLinkAddress } from './inert.ts'

/**
 * Completes a typed link: `example.com` gets https://, and a mail address gets mailto. Returns undefined if the text is
 * not a link.
 */
export const writtenLink = (typed: string): string | undefined => {
  const text = typed.trim()
  if (text === '' || /\s/.test(text)) return undefined
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(text)) return `mailto:${text}`
  const address = /^[a-z][a-z0-9+.-]*:|^\/|^[?#]/i.test(text) ? text : `https://${text}`
  return isLinkAddress(address) && !/^[?#]/.test(address) ? address : undefined
}

/** Sites whose pages play films. The address of such a page is not the address of a film. */
const filmPages =
  /(^|\.)(v\.qq\.com|bilibili\.com|b23\.tv|youku\.com|iqiyi\.com|douyin\.com|youtube\.com|youtu\.be|vimeo\.com)$/i

/** Returns the reason why an address is not a film of an article. Returns undefined for a film. */
export const whyNoFilm = (address: string): 'film_wrong' | 'film_page' | undefined => {
  if (!/^(https:\/\/|\/(?!\/))/i.test(address) || !isFilmAddress(address)) return 'film_wrong'
  return filmPages.test(new URL(address, 'https://own.invalid').hostname) ? 'film_page' : undefined
}
