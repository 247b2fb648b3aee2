import type { Lang } from './words.ts'

/** Returns the date and time on China's clock, without a zone: `2026-11-21T18:30:05`. */
export const inChina = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)
/** Returns the calendar day in China: `2026-11-21`. */
export const chinaDay = (at: Date): string => inChina(at).slice(0, 10)

/** Reads a date with its time from the wire. Null if there is none. */
export const momentFrom = (iso: string | null | undefined): Date | null => (iso ? new Date(iso) : null)

const writers = new Map<string, Intl.DateTimeFormat>()
const writerFor = (locale: string, zone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${zone}`
  let writer = writers.get(key)
  if (!writer) writers.set(key, (writer = new Intl.DateTimeFormat(locale, { ...style, timeZone: zone })))
  return writer
}
/** Returns the calendar day of an instant in a time zone, as `2026-11-21`. */
export const dayIn = (zone: string, at: Date): string =>
  writerFor('en-CA', zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

const locales = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en-GB' } as const
/** Returns the calendar day of an instant in a time zone, in words: `2026年11月21日`, `21 November 2026`. */
export const longDayIn = (lang: Lang, zone: string, at: Date): string =>
  writerFor(locales[lang], zone, { dateStyle: 'long' }).format(at)

/** Returns a calendar day such as `2026-11-21` in words: `2026年11月21日`, `21 November 2026`. */
export const longDay = (lang: Lang, day: string): string => longDayIn(lang, 'UTC', new Date(`${day}T00:00:00Z`))

const DAY = 86_400_000
/** Returns the number of a calendar day, counted from 1970. NaN if the text is no date. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY
/** Returns the calendar day that is this number of days after a day such as `2026-11-21`. */
export const dayAfter = (day: string, days = 1): string =>
  new Date((dayNumber(day) + days) * DAY).toISOString().slice(0, 10)
/** Returns the number of calendar days from one day to another. It is negative if the second day comes first. */
export const daysTo = (from: string, to: string): number => dayNumber(to) - dayNumber(from)
/** Lists every calendar day from the first day to the last day. */
export const daysFrom = (first: string, last: string): string[] =>
  Array.from({ length: Math.max(0, daysTo(first, last) + 1) }, (_, n) => dayAfter(first, n))
/** Tells whether a text is a day of the calendar. 29 February is such a day only in leap years. */
export const isDay = (day: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(dayNumber(day)) && dayAfter(day, 0) === day
