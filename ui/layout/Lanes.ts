import { createElement as h } from 'react'

/**
 * Draws the race's colour and the lanes of a track, for a race that has no picture. The file uses no JSX, because the
 * server also runs this file, and Node cannot read JSX.
 */
export const Lanes = ({ colour = 'var(--c-accent)' }: { colour?: string }) =>
  h(
    'svg',
    {
      'aria-hidden': true,
      className: 'absolute inset-0 size-full',
      viewBox: '0 0 800 400',
      preserveAspectRatio: 'xMidYMid slice',
    },
    h('rect', { width: 800, height: 400, fill: colour }),
    [0, 1, 2, 3, 4, 5].map((n) =>
      h('path', {
        key: n,
        d: `M${-120 + n * 70} 440C${160 + n * 60} ${300 - n * 6} ${420 + n * 40} ${210 - n * 22} 900 ${-40 + n * 64}`,
        fill: 'none',
        stroke: '#fff',
        strokeOpacity: 0.28,
        strokeWidth: 3,
      }),
    ),
  )
