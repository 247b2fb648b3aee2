import type { Lang } from '#contract/words.ts'
import { dateText } from '#ui/language/clock.ts'

/**
 * Writes a moment of a race as a time of day. If the moment lies on another day than `now`, the text has the day too,
 * because a long race goes on over midnight.
 */
export const liveMoment = (at: string | Date, now: string | number | Date, lang: Lang, zone: string): string => {
  const time = dateText(at, lang, 'second', zone)
  const day = dateText(at, lang, 'short', zone)
  return day === dateText(new Date(now), lang, 'short', zone) ? time : `${day} ${time}`
}
