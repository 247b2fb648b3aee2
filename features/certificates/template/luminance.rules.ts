const linear = (channel: number): number => (channel <= 0.03928 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4)
/** Returns the relative luminance of a colour, 0 to 1 (WCAG 2.2). The channels go from 0 to 255. */
export const luminance = (red: number, green: number, blue: number): number =>
  0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255)
