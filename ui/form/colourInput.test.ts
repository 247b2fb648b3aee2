import { expect, test } from 'vitest'
import { colourIn } from './ColourInput.tsx'

test('a colour is read in every common form; any other text is no colour', () => {
  for (const [typed, read] of [
    ['#C8102E', '#c8102e'],
    ['c8102e', '#c8102e'],
    [' #fff ', '#ffffff'],
    ['＃c8102e', '#c8102e'],
    ['#c8102e80', '#c8102e80'],
  ] as const)
    expect(colourIn(typed), typed).toBe(read)
  for (const typed of ['', 'red', '#12', '#12345', '#gggggg', 'rgb(1,2,3)', '#c8102e8'])
    expect(colourIn(typed), typed).toBeUndefined()
})
