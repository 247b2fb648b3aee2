/** The largest number of pictures that the head of a drawn page requests before the scripts. */
const MOST = 3

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]

/**
 * Returns a drawn page in two parts. `head` holds links to the first important pictures. These links belong at the top
 * of the page's head, because a browser with HTTP/1.1 has only six connections and the scripts would take all of them.
 * `body` is the drawn page without React's own links to the pictures.
 */
export const withPicturesFirst = (drawn: string): { head: string; body: string } => {
  const tags = [...drawn.matchAll(/<img\s[^>]*>/g)].map(([tag]) => tag)
  const first = tags.filter((tag) => attribute(tag, 'fetchpriority') === 'high').slice(0, MOST)
  const head = first.flatMap((tag) => {
    const [src, set, sizes] = [attribute(tag, 'src'), attribute(tag, 'srcset'), attribute(tag, 'sizes')]
    if (src === undefined) return []
    const choice = set ? ` imagesrcset="${set}"${sizes ? ` imagesizes="${sizes}"` : ''}` : ''
    return `<link rel="preload" as="image" href="${src}"${choice} fetchpriority="high">`
  })
  return { head: head.join(''), body: drawn.replaceAll(/<link rel="preload" as="image"[^>]*>/g, '') }
}
