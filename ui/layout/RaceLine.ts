import { createElement as h } from 'react'
import { Dotted } from './Dotted.ts'

/**
 * The name of the race above a list, without a picture. The server also draws the name (server/banner.ts), before any
 * script runs. The file uses no JSX, because Node cannot read JSX.
 */
export const RaceLine = ({ name, line }: { name: string; /** City and date. */ line: string }) =>
  h(
    'div',
    null,
    h('p', { className: 'text-balance text-20 font-bold md:text-28' }, name),
    line ? h('p', { className: 'figures text-14 text-soft md:text-16' }, h(Dotted, { text: line })) : null,
  )
