import type { CSSProperties } from 'react'

/** Tells whether a text brings colours of its own. Its author chose them on white. */
const ownColours = /style="[^"]*(?:color|background)\s*:|<font[^>]*\scolor=/i
/** White paper, also where the page is dark. Our own colours on it are those of a light page. */
const paper = {
  background: '#fff',
  color: '#1c1f23',
  colorScheme: 'light',
  '--c-strong': 'color-mix(in oklab, var(--c-accent) 60%, black)',
  '--c-line': '#dcdfe3',
  '--c-soft': '#565c64',
} as CSSProperties

/**
 * Text of an organiser. The server sanitises it when it is kept and when it is answered, and the page's policy runs no
 * script of it. It paints nothing outside its own box, whatever its margins and widths are.
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
