import type { Lang } from '#contract/words.ts'
import { unitText } from '#ui/language/clock.ts'

/** Writes a price with as few characters as possible, for a calendar and a map. */
export const shortPrice = (fen: number): string =>
  `¥${(fen / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })}`

/** Writes a distance with few characters: metres in tens, then kilometres. */
export const farText = (metres: number, lang: Lang): string =>
  metres < 995
    ? `${Math.round(metres / 10) * 10} ${unitText('m', lang)}`
    : `${(metres / 1000).toFixed(metres < 9_950 ? 1 : 0)} ${unitText('km', lang)}`

/** Returns the minutes on foot. The way is longer than the straight line, and a person walks 80 metres a minute. */
export const walkMinutes = (metres: number): number => Math.max(1, Math.round((metres * 1.3) / 80))
