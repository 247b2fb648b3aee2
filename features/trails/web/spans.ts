import type { Lang, Text } from '#contract/words.ts'
import { dateText, unitText } from '#ui/language/clock.ts'
import { trailWords as words } from './trails.words.ts'

type Span = { opens_at: string | null; closes_at: string | null }
type Say = (text: Text, values?: Record<string, string | number>) => string
/** Writes when a trail or a point is open. The text is empty for a trail or point that is open and never closes. */
export const openSpanText = ({ opens_at, closes_at }: Span, now: number, t: Say, lang: Lang, zone?: string): string => {
  const at = (moment: string) => dateText(moment, lang, 'deadline', zone)
  if (closes_at !== null && Date.parse(closes_at) <= now) return t(words.over)
  if (opens_at !== null && Date.parse(opens_at) > now) return t(words.opens, { time: at(opens_at) })
  return closes_at === null ? '' : t(words.closes, { time: at(closes_at) })
}
export const awayText = (metres: number, lang: Lang): string =>
  metres < 1000
    ? `${Math.round(metres)} ${unitText('m', lang)}`
    : `${(metres / 1000).toFixed(1)} ${unitText('km', lang)}`
