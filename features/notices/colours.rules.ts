/** Colours of words that everybody can read on white paper (WCAG 2.2 AA: 4.5:1). */
export const textColours = {
  red: '#b42318',
  orange: '#b54708',
  green: '#18794e',
  blue: '#175cd3',
  purple: '#6941c6',
  grey: '#565c64',
} as const
export type TextColour = keyof typeof textColours

const ENOUGH = 4.5
/** The smallest difference between the channels of a colour that does not count as grey. */
const GREY = 24

type Rgb = readonly [number, number, number]
const rgbIn = (colour: string): Rgb | undefined => {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(colour.trim())?.[1]
  if (hex) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const parts = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/i.exec(colour.trim())
  return parts ? (parts.slice(1, 4).map(Number) as unknown as Rgb) : undefined
}
/**
 * Returns a typed colour as `#rrggbb`, and undefined for any other text. A person may type three or six digits, with or
 * without #, or `rgb(…)`.
 */
export const inkText = (colour: string): string | undefined => {
  const text = colour.trim()
  const rgb = rgbIn(/^[0-9a-f]{3}([0-9a-f]{3})?$/i.test(text) ? `#${text}` : text)
  return rgb?.every((channel) => channel <= 255)
    ? `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    : undefined
}
const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const readsOnWhite = (rgb: Rgb): boolean => 1.05 / (luminance(rgb) + 0.05) >= ENOUGH
/** Tells whether a colour of words can be read on white. */
export const isChosenInk = (colour: string): boolean => {
  const rgb = rgbIn(colour)
  return rgb !== undefined && readsOnWhite(rgb)
}
/**
 * Tells whether pasted words keep their colour. The colour must be readable on white, and must not be a grey, because
 * the usual colour of a text is grey already.
 */
export const isInkColour = (colour: string): boolean => {
  const rgb = rgbIn(colour)
  return rgb !== undefined && Math.max(...rgb) - Math.min(...rgb) >= GREY && readsOnWhite(rgb)
}
