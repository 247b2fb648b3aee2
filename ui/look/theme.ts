/**
 * The look of a race, made from its one primary colour: every token of both modes, with the contrast that each use
 * needs (WCAG 2.2 AA).
 */

import { hexOfBytes } from '#contract/written.ts'
import { defaultPrimary, hexOf } from './colour.ts'

type Rgb = readonly [number, number, number]
type Oklch = { l: number; c: number; h: number }

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
const gamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

const rgbOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Rgb

const oklchOf = (hex: string): Oklch => {
  const [r, g, b] = rgbOf(hex).map(linear) as unknown as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  }
}

const linearRgb = ({ l, c, h }: Oklch): Rgb => {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** Finds the nearest colour that a screen can show. It reduces chroma and keeps lightness and hue. */
const hexFrom = (colour: Oklch): string => {
  let { c } = colour
  let rgb = linearRgb(colour)
  while (c > 0 && rgb.some((channel) => channel < -0.0001 || channel > 1.0001)) {
    c = Math.max(0, c - 0.004)
    rgb = linearRgb({ ...colour, c })
  }
  const share = (channel: number) => Math.min(1, Math.max(0, channel))
  return `#${hexOfBytes(rgb.map((channel) => Math.round(share(gamma(share(channel))) * 255)))}`
}

const luminance = (hex: string): number => {
  const [r, g, b] = rgbOf(hex).map(linear) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** Returns the WCAG contrast ratio of two `#rrggbb` colours, 1–21. */
export const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Moves lightness by `step` until the contrast reaches `ratio` on every ground, or until black or white is near. */
const reach = (start: Oklch, grounds: readonly string[], ratio: number, step: number): string => {
  let colour = start
  let hex = hexFrom(colour)
  while (grounds.some((ground) => contrast(hex, ground) < ratio) && colour.l + step > 0 && colour.l + step < 1) {
    colour = { ...colour, l: colour.l + step }
    hex = hexFrom(colour)
  }
  return hex
}

const states = {
  success: { h: 152, c: 0.14 },
  warning: { h: 70, c: 0.13 },
  danger: { h: 25, c: 0.18 },
  info: { h: 250, c: 0.13 },
} as const
type State = keyof typeof states

/**
 * `accent` is the race's own colour, for decoration only. `strong` is a shade of `accent` for text and buttons, and
 * `on-strong` is the colour of text on `strong`. `fill` is a button's ground, and `on-fill` is the colour of its text:
 * the race's own pair of colours if the pair is readable, otherwise `strong` and `on-strong`. `menu` is the ground of a
 * menu's icons. `tint` is a selected surface. `edge` bounds inputs (3:1). `soft` is secondary text. Each state has
 * `-ink` (text), `-tint` (ground) and `-solid` (icons, fills).
 */
export type Token =
  | 'ground'
  | 'surface'
  | 'sunk'
  | 'line'
  | 'edge'
  | 'ink'
  | 'soft'
  | 'accent'
  | 'on-accent'
  | 'strong'
  | 'on-strong'
  | 'fill'
  | 'on-fill'
  | 'menu'
  | 'on-menu'
  | 'tint'
  | 'tint-line'
  | `${State}-ink`
  | `${State}-tint`
  | `${State}-solid`
export type Tokens = Record<Token, string>

/** The look that a race sets beside the primary colour: the text colour on it, and the colour of its menu. */
export type Look = { color?: unknown; menu?: unknown }

/**
 * Returns the colours of filled buttons and of a menu's icons. A button has the race's own pair of colours if the
 * contrast of the pair reaches 4.5:1, otherwise the colours of `shade` (docs/behaviour/screens.md, Look of a race).
 */
const pairFor = (
  primary: string,
  { color, menu }: Look,
  shade: { strong: string; 'on-strong': string; tint: string },
) => {
  const text = hexOf(color)
  const icons = hexOf(menu)
  const reads = text !== undefined && contrast(text, primary) >= 4.5
  return {
    fill: reads ? primary : shade.strong,
    'on-fill': reads ? text : shade['on-strong'],
    menu: icons ?? shade.tint,
    'on-menu': icons === undefined ? shade.strong : contrast('#ffffff', icons) >= 3 ? '#ffffff' : '#1b1b1b',
  }
}

const tokensFor = (primary: string, look: Look, dark: boolean): Tokens => {
  const race = oklchOf(primary)
  const { h } = race
  // A grey primary colour has no hue of its own, so its neutral colours stay grey.
  const tinted = Math.min(1, race.c / 0.08)
  const grey = (l: number, c: number) => hexFrom({ l, c: c * tinted, h })
  const surface = dark ? grey(0.22, 0.012) : '#ffffff'
  const ground = dark ? grey(0.17, 0.01) : grey(0.982, 0.004)
  const sunk = dark ? grey(0.265, 0.014) : grey(0.958, 0.006)
  const tint = hexFrom(dark ? { l: 0.29, c: Math.min(race.c, 0.05), h } : { l: 0.962, c: Math.min(race.c, 0.032), h })
  const grounds = [surface, ground, sunk, tint]
  const step = dark ? 0.01 : -0.01
  const onStrong = dark ? grey(0.16, 0.02) : '#ffffff'
  const strongStart = { ...race, l: dark ? Math.max(race.l, 0.74) : Math.min(race.l, 0.66) }
  const both = {
    ground,
    surface,
    sunk,
    line: dark ? grey(0.33, 0.014) : grey(0.915, 0.008),
    edge: reach({ l: dark ? 0.5 : 0.68, c: 0.012 * tinted, h }, [surface, ground], 3.1, step),
    ink: dark ? grey(0.955, 0.006) : grey(0.22, 0.018),
    soft: reach({ l: dark ? 0.68 : 0.54, c: 0.014 * tinted, h }, grounds, 4.6, step),
    accent: primary,
    'on-accent': contrast('#ffffff', primary) >= 3 ? '#ffffff' : hexFrom({ l: 0.2, c: 0.03 * tinted, h }),
    strong: reach(strongStart, [...grounds, onStrong], 4.6, step),
    'on-strong': onStrong,
    tint,
    'tint-line': hexFrom(dark ? { l: 0.42, c: Math.min(race.c, 0.08), h } : { l: 0.87, c: Math.min(race.c, 0.08), h }),
  }
  const ofStates = Object.entries(states).flatMap(([state, hue]) => {
    const ground = hexFrom(dark ? { l: 0.28, c: 0.045, h: hue.h } : { l: 0.962, c: 0.03, h: hue.h })
    return [
      [`${state}-tint`, ground],
      [`${state}-ink`, reach({ l: dark ? 0.74 : 0.52, ...hue }, [...grounds, ground], 4.6, step)],
      [`${state}-solid`, reach({ l: dark ? 0.7 : 0.6, ...hue }, [...grounds, ground], 3.1, step)],
    ]
  })
  return { ...both, ...pairFor(primary, look, both), ...Object.fromEntries(ofStates) } as Tokens
}

/** Returns all tokens of a race in light and dark. A primary colour that is no hexadecimal colour gives the default. */
export const themeFrom = (primary: unknown, look: Look = {}): { light: Tokens; dark: Tokens } => {
  const hex = hexOf(primary) ?? defaultPrimary
  return { light: tokensFor(hex, look, false), dark: tokensFor(hex, look, true) }
}

const declarations = (tokens: Tokens): string =>
  Object.entries(tokens)
    .map(([name, value]) => `--c-${name}:${value}`)
    .join(';')
/** Returns the theme as a style sheet, for the server's first paint. */
export const themeCss = (primary: unknown, look: Look = {}): string => {
  const { light, dark } = themeFrom(primary, look)
  return (
    `:root{color-scheme:light dark;${declarations(light)}}` +
    `@media(prefers-color-scheme:dark){:root{${declarations(dark)}}}`
  )
}
