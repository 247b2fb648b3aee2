/** The least contrast between a dot and the line below it, as WCAG asks for graphics. */
const CONTRAST = 3
const STEP = 0.05

const channelsOf = (hex: string): number[] => {
  const digits = /^#([0-9a-f]{6})/i.exec(hex)?.[1] ?? '888888'
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}
const luminance = (channels: readonly number[]): number => {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** Returns the contrast of two colours by WCAG, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [one, other].map((hex) => luminance(channelsOf(hex))).toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * Returns the colour of the runners on a line: a darker tone of the line's colour, or a lighter tone if the line is
 * dark. A dot in the colour of its line would look like a piece of the line.
 */
export const dotColour = (line: string): string => {
  const channels = channelsOf(line)
  const towards = luminance(channels) + 0.05 > CONTRAST * 0.05 + 0.02 ? 0 : 255
  for (let share = STEP; share < 1; share += STEP) {
    const mixed = channels.map((value) => Math.round(value * (1 - share) + towards * share))
    const hex = `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
    if (contrastOf(hex, line) >= CONTRAST) return hex
  }
  return towards === 0 ? '#000000' : '#ffffff'
}
