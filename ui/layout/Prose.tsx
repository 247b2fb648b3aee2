import type { CSSProperties } from 'react'

/** Whether a text brings colours of its own. Its author chose them on white. */
const ownColours = /style="[^"]*(?:color|background)\s*:|<font[^>]*\scolor=/i
/** White paper, also where the page is dark; our own colours upon it are those of a light page. */
const paper = {
  background: '#fff',
  color: '#1c1f23',
  colorScheme: 'light',
  '--c-strong': 'color-mix(in oklab, var(--c-accent) 60%, black)',
  '--c-line': '#dcdfe3',
  '--c-soft': '#565c64',
} as CSSProperties

/**
 * Text of an organiser, sanitised by the server when it was kept and when it was answered; the page's policy runs no
 * script of it. Whatever its margins and widths are, it paints nothing outside its own box.
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
