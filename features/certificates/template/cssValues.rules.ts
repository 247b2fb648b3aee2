import { hexOfBytes } from '#contract/written.ts'
import type { TextBox } from './boxes.contract.ts'

/**
 * Reads a CSS length in px or pt, and returns pixels. It reads em only if `size` is given. The number 0 needs no unit.
 * Any other text gives undefined.
 */
export const cssLengthOf = (value: string, size?: number): number | undefined => {
  const found = /^(-?[\d.]+)(px|pt|em)?$/.exec(value)
  if (!found) return undefined
  const amount = Number(found[1])
  if (!Number.isFinite(amount)) return undefined
  if (found[2] === undefined) return amount === 0 ? 0 : undefined
  if (found[2] === 'pt') return (amount * 4) / 3
  if (found[2] === 'em') return size === undefined ? undefined : amount * size
  return amount
}

const names: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  gold: '#ffd700',
  orange: '#ffa500',
  yellow: '#ffff00',
  brown: '#a52a2a',
  maroon: '#800000',
  navy: '#000080',
  purple: '#800080',
  teal: '#008080',
  transparent: '#00000000',
}

const hex = (share: number) => hexOfBytes([Math.round(Math.min(255, Math.max(0, share)))])

/** Reads a CSS colour and returns it as `#rrggbb` or `#rrggbbaa`, or undefined if the function cannot read it. */
export const readColour = (value: string): string | undefined => {
  const said = value.trim().toLowerCase()
  if (names[said]) return names[said]
  if (/^#([0-9a-f]{3,4})$/.test(said)) return `#${said.slice(1).replace(/./g, '$&$&')}`
  if (/^#([0-9a-f]{6}|[0-9a-f]{8})$/.test(said)) return said
  const found = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+)(%)?)?\s*\)$/.exec(said)
  if (!found) return undefined
  const alpha = found[4] === undefined ? '' : hex((Number(found[4]) / (found[5] ? 100 : 1)) * 255)
  return `#${hex(Number(found[1]))}${hex(Number(found[2]))}${hex(Number(found[3]))}${alpha}`
}

export const readFont = (style: ReadonlyMap<string, string>): Pick<TextBox, 'font' | 'weight' | 'italic'> => {
  const weight = style.get('font-weight') ?? '400'
  return {
    font: style.get('font-family') ?? 'sans-serif',
    weight: weight === 'bold' ? 700 : weight === 'normal' ? 400 : Math.min(900, Math.max(100, Number(weight) || 400)),
    italic: /^(italic|oblique)/.test(style.get('font-style') ?? ''),
  }
}

/**
 * Reads one text-shadow. Returns undefined for several shadows and for any other text. CSS and canvas blur alike: the
 * standard deviation is half of the given length.
 */
export const readShadow = (value: string): TextBox['shadow'] | undefined => {
  const found = /^(-?[\d.]+(?:px)?) (-?[\d.]+(?:px)?)(?: ([\d.]+(?:px)?))? ?(#[0-9a-f]+|rgba?\([^)]*\)|[a-z]+)?$/i.exec(
    value.trim(),
  )
  if (!found) return undefined
  const [x, y, blur] = [cssLengthOf(found[1]!), cssLengthOf(found[2]!), cssLengthOf(found[3] ?? '0')]
  const colour = readColour(found[4] ?? '#000000')
  return x === undefined || y === undefined || blur === undefined || !colour ? undefined : { x, y, blur, colour }
}
