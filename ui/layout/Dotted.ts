import { createElement as h } from 'react'

/** The sign between the parts of a line, as callers write it. */
const DOT = ' · '

/**
 * A line of parts with dots between them. A part moves to the next line as a whole, and no line begins or ends with a
 * dot: each part carries its dot in front of it, and the line hides a dot at its own begin. The file uses no JSX, because
 * the server draws it too (server/banner.ts).
 */
export const Dotted = ({ text }: { text: string }) =>
  text.includes(DOT)
    ? h(
        'span',
        { className: 'block overflow-x-clip' },
        h(
          'span',
          { className: '-ml-[1.1em] block' },
          text
            .split(DOT)
            .map((part, at) =>
              h(
                'span',
                { key: at, className: 'relative inline-block pl-[1.1em] text-pretty' },
                at === 0 ? null : h('span', { className: 'absolute left-[0.1em] w-[0.9em] text-center' }, DOT),
                part,
              ),
            ),
        ),
      )
    : text
