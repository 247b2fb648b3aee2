import { expect, test } from 'vitest'
import { colourOfPage } from './pageColour.rules.ts'

test('pink and blue count on the pages of a result and nowhere else', () => {
  const race = { skins: { primary: '#0a7ea4' }, settings: { page_theme: 'pink' as const } }
  for (const page of ['/score', '/Score/', '/scorelist', '/crop']) expect(colourOfPage(page, race)).toBe('#d6336c')
  for (const page of ['/', '/home', '/query', '/report']) expect(colourOfPage(page, race)).toBe('#0a7ea4')
  expect(colourOfPage('/score', { ...race, settings: { page_theme: 'blue' } })).toBe('#1c6dd0')
  expect(colourOfPage('/score', { ...race, settings: { page_theme: null } })).toBe('#0a7ea4')
  expect(colourOfPage('/score', { skins: race.skins })).toBe('#0a7ea4')
})
