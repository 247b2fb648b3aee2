import type { Lang } from '#contract/words.ts'
import { dateText } from '#ui/language/clock.ts'

/** Formats a span on the race's clock: `09:00–09:30`. */
export const spanText = (
  { starts_at, ends_at, zone }: { starts_at: string; ends_at: string; zone: string },
  lang: Lang,
): string => [starts_at, ends_at].map((at) => dateText(at, lang, 'second', zone).slice(0, 5)).join('–')
