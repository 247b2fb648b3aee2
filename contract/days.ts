import type { Lang } from './words.ts'

/** Returns the date and time on China's clock, without a zone: `2026-11-21T18:30:05`. */
export const inChina = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)
/** Returns the calendar day in China: `2026-11-21`. */
export const chinaDay = (at: Date): string => inChina(at).slice(0, 10)

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
