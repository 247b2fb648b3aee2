import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './Button.tsx'

test('a button that is wide on a phone stays wide while it cannot be used', () => {
  const drawn = (disabledReason?: string) =>
    renderToStaticMarkup(createElement(Button, { wide: 'phone', disabledReason } as never, 'Save'))
  expect(drawn()).toMatch(/<button[^>]*w-full md:w-auto/)
  expect(drawn('Nothing has changed')).toMatch(/<span class="[^"]*w-full md:w-auto[^"]*"><button[^>]*w-full/)
})
