/** Of a drawn page so many pictures are asked for before its scripts. */
const MOST = 3

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]

/**
 * The pictures that a drawn page has in sight, asked for at the very top of its head: a browser that speaks HTTP/1.1
 * has six connections, which the scripts would take first. `body` lacks the links for them that React writes.
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
