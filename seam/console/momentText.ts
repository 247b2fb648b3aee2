import type { Lang } from '#contract/words.ts'
import { dateText } from '#ui/language/clock.ts'

/** Writes a moment in the race's zone. Its year is left out only in that year, because set-up looks far ahead. */
export const momentText = (
  at: string | Date | null | undefined,
  lang: Lang,
  zone = 'Asia/Shanghai',
  now = new Date(),
): string => {
  const yearOf = (when: string | Date | null | undefined) => dateText(when, 'en', 'day', zone).slice(-4)
  return dateText(at, lang, yearOf(at) === yearOf(now) ? 'deadline' : 'minute', zone)
}
