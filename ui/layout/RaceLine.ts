import { createElement as h } from 'react'

/**
 * Whose page a list is, in letters: written without JSX, for the server draws it too (server/banner.ts), before any
 * script runs.
 */
export const RaceLine = ({ name, line }: { name: string; /** City and date. */ line: string }) =>
  h(
    'div',
    null,
    h('p', { className: 'text-balance text-28 font-bold' }, name),
    line ? h('p', { className: 'figures text-16 text-soft' }, line) : null,
  )
