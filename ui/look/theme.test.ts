import { describe, expect, test } from 'vitest'
import { defaultPrimary, eventColour, hexOf } from './colour.ts'
import { contrast, themeCss, themeFrom } from './theme.ts'

/** The default colour, and difficult colours of races: white, black, yellow, pastel, grey, pure and dark colours. */
const primaries = [
  defaultPrimary,
  '#ffffff',
  '#000000',
  '#ffff00',
  '#ffd1e8',
  '#808080',
  '#0000ff',
  '#ff0000',
  '#00ffff',
  '#7a1fa2',
  '#e0531f',
  '#d8a100',
  '#123456',
]
const states = ['success', 'warning', 'danger', 'info'] as const

describe.each(primaries)('a race in %s', (primary) => {
  const { light, dark } = themeFrom(primary)
  test.each([
    ['light', light],
    ['dark', dark],
  ])('every text is readable on every ground (%s)', (_mode, tokens) => {
    for (const ground of [tokens.ground, tokens.surface, tokens.sunk, tokens.tint]) {
      expect(contrast(tokens.ink, ground)).toBeGreaterThanOrEqual(10)
      for (const text of [tokens.soft, tokens.strong, ...states.map((state) => tokens[`${state}-ink`])])
        expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
    for (const state of states) {
      expect(contrast(tokens[`${state}-ink`], tokens[`${state}-tint`])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(tokens[`${state}-solid`], tokens[`${state}-tint`])).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(tokens['on-strong'], tokens.strong)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tokens['on-accent'], tokens.accent)).toBeGreaterThanOrEqual(3)
    expect(contrast(tokens.edge, tokens.surface)).toBeGreaterThanOrEqual(3)
  })
})

test.each([
  // The text colour that a race names is used if its contrast on the primary colour reaches 4.5:1.
  ['#ffd400', '#000000', '#ffd400', '#000000'],
  ['#123456', '#ffffff', '#123456', '#ffffff'],
  ['#ffd400', '#ffffff', undefined, undefined],
  ['#09bb07', '#ffffff', undefined, undefined],
  ['#123456', 'red;}', undefined, undefined],
])('%s under %s: %s', (primary, color, fill, on) => {
  for (const mode of ['light', 'dark'] as const) {
    const tokens = themeFrom(primary, { color })[mode]
    expect([tokens.fill, tokens['on-fill']]).toEqual([fill ?? tokens.strong, on ?? tokens['on-strong']])
    expect(contrast(tokens.fill, tokens['on-fill'])).toBeGreaterThanOrEqual(4.5)
  }
})
test('a menu has the colour that its race names, with visible icons, else the tint', () => {
  for (const menu of [...primaries, undefined]) {
    const { light } = themeFrom(defaultPrimary, { menu })
    expect(light.menu).toBe(menu ?? light.tint)
    expect(contrast(light.menu, light['on-menu'])).toBeGreaterThanOrEqual(3)
  }
})

test('white text on the default green is too weak, but its derived shade is strong enough', () => {
  expect(contrast('#ffffff', defaultPrimary)).toBeLessThan(2.7)
  expect(contrast('#ffffff', themeFrom(defaultPrimary).light.strong)).toBeGreaterThanOrEqual(4.5)
})

test('a colour has a sign or no sign, short or long; a wrong text gives the default', () => {
  expect(hexOf('09BB07')).toBe('#09bb07')
  expect(hexOf('#abc')).toBe('#aabbcc')
  expect(hexOf('red;}body{display:none')).toBeUndefined()
  expect(themeCss('}</style><script>')).toBe(themeCss(defaultPrimary))
})

test('the style sheet has both modes and only colours', () => {
  const css = themeCss('#1264c8')
  expect(css).toContain('prefers-color-scheme:dark')
  expect(css.replaceAll(/--c-[a-z-]+:#[0-9a-f]{6}/g, '').replaceAll(';', '')).toBe(
    ':root{color-scheme:light dark}@media(prefers-color-scheme:dark){:root{}}',
  )
})

test('the events of a race differ in colour', () => {
  expect(new Set([0, 1, 2, 3, 4, 5].map((at) => eventColour('#09bb07', at))).size).toBe(6)
})
