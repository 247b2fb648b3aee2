import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Timeline } from './Timeline.tsx'

test('a failed step has a sign and a word, like every other step', () => {
  const drawn = (state: 'done' | 'now' | 'later' | 'failed') =>
    renderToStaticMarkup(createElement(Timeline, { steps: [{ state, title: 'Payment' }] }))
  const words = (['done', 'now', 'later', 'failed'] as const).map(
    (state) => /sr-only[^>]*>([^<]*)/.exec(drawn(state))?.[1],
  )
  expect(new Set(words).size).toBe(4)
  expect(words.every((word) => word !== undefined && word.trim() !== '')).toBe(true)
  expect(drawn('failed')).toContain('<svg')
})
