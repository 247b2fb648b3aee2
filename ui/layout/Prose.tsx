import type { CSSProperties } from 'react'

/** The sign that a text brings colours of its own. */
const ownColours = /style="[^"]*(?:color|background)\s*:|<font[^>]*\scolor=/i
/**
 * White paper, also on a dark page, because the author chose the colours on white. Our own colours on the paper are the
 * colours of a light page.
 */
const paper = {
  background: '#fff',
  color: '#1c1f23',
  colorScheme: 'light',
  '--c-strong': 'color-mix(in oklab, var(--c-accent) 60%, black)',
  '--c-line': '#dcdfe3',
  '--c-soft': '#565c64',
} as CSSProperties

/**
 * A text of an organiser. The server sanitises the text before it stores the text and before it sends the text. The
 * page's policy lets no script of the text run. The text paints nothing outside its own box.
 */
export const Prose = ({ html }: { html: string }) => {
  const own = ownColours.test(html)
  return (
    <div
      className={`prose overflow-hidden ${own ? '-mx-3 rounded p-3' : ''}`}
      {...(own ? { style: paper } : {})}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
