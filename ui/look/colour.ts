export const defaultPrimary = '#09bb07'

/**
 * Reads `#rgb` or `#rrggbb`, with or without `#`, because the `color` link parameter has none. Returns `#rrggbb`, or
 * undefined for any other text.
 */
export const hexOf = (given: unknown): string | undefined => {
  if (typeof given !== 'string') return undefined
  const found = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(given.trim())?.[1]?.toLowerCase()
  if (!found) return undefined
  return `#${found.length === 3 ? [...found].map((digit) => digit + digit).join('') : found}`
}

const bars = ['#1e88e5', '#f59e0b', '#d6336c', '#0d9488', '#7c4dff'] as const
/**
 * Returns the colour of the n-th event's bar: first the race's own colour, then five other colours in turn. The colour
 * only decorates.
 */
export const eventColour = (primary: unknown, at: number): string =>
  at === 0 ? (hexOf(primary) ?? defaultPrimary) : bars[(Math.abs(at) - 1) % bars.length]!
