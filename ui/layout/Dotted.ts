import { createElement as h } from 'react'

/** The sign between the parts of a line, as callers write it. */
const DOT = ' · '

/**
 * A line of parts with dots between them. A part moves to the next line as a whole, and no line begins or ends with a
 * dot: each part carries its dot in front of it, and the line hides a dot at its beginning. The styles are in
 * ui/look/look.css. The file uses no JSX, because the server also runs this file (server/banner.ts), and Node cannot
 * read JSX.
 */
export const Dotted = ({ text }: { text: string }) =>
  text.includes(DOT)
    ? h(
        'span',
        { className: 'dots' },
        h(
          'span',
          null,
          text.split(DOT).map((part, at) => h('span', { key: at }, at ? h('i', null, DOT) : null, part)),
        ),
      )
    : text

/**
 * A sentence whose lines break between its clauses. Without this, a browser breaks Chinese within any word. A clause
 * moves to the next line as a whole. A clause that is longer than a line breaks as usual.
 */
export const Clauses = ({ text }: { text: string }) =>
  text.split(/(?<=[，；。])/).map((clause, at) => h('span', { key: at, className: 'inline-block' }, clause))
