import type { Lang } from '#contract/words.ts'
import { hoursText, thousands } from '#contract/written.ts'

/**
 * Dates and times as screens show them: in the race's zone and in the form of each language. The code uses only Intl,
 * because webviews lack Temporal.
 */
const locales = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en-GB' } as const
const styles = {
  /** 2026年11月21日 · 21 November 2026 */
  day: { year: 'numeric', month: 'long', day: 'numeric' },
  /** 2026年11月21日星期六 · Saturday 21 November 2026 */
  weekday: { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' },
  /** 11月21日 · 21 Nov. A date in another year shows its year too, in the style `shortInYear`. */
  short: { month: 'short', day: 'numeric' },
  /** 2027年1月21日 · 21 Jan 2027 */
  shortInYear: { year: 'numeric', month: 'short', day: 'numeric' },
  /** 11月21日 · 21 Nov, without a year, for the columns of a table or chart. */
  column: { month: 'short', day: 'numeric' },
  /** 周六 · Sat */
  weekdayShort: { weekday: 'short' },
  /** 2026年11月21日 08:30 */
  minute: { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 11月21日 08:30 · 21 Nov, 08:30. A date in another year shows its year too, in the style `deadlineInYear`. */
  deadline: { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  /** 2027年1月21日 08:30 · 21 Jan 2027, 08:30 */
  deadlineInYear: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  year: { year: 'numeric' },
  /** 08:30:00 */
  second: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DateStyle = keyof typeof styles
/** The styles that show the year if it is not the present year. */
const inYear = { short: 'shortInYear', deadline: 'deadlineInYear' } as const satisfies Partial<
  Record<DateStyle, DateStyle>
>

const made = new Map<string, Intl.DateTimeFormat>()
/** Makes the formatter of a style. Without a zone it uses the device's own zone. */
const writer = (lang: Lang, style: DateStyle, timeZone: string | undefined): Intl.DateTimeFormat => {
  const key = `${lang} ${style} ${timeZone}`
  const kept = made.get(key) ?? new Intl.DateTimeFormat(locales[lang], { ...styles[style], timeZone })
  made.set(key, kept)
  return kept
}
let isAtRace = false
/**
 * Makes `dateText` leave out the names of time zones. The server calls this function, because it does not know the time
 * zones of its readers.
 */
export const readAtRace = (): void => void (isAtRace = true)

/**
 * Writes a date. `at` is an ISO instant, or a calendar day `2026-11-21`, which shows as that day in every zone. An
 * empty or invalid text gives ''.
 */
export const dateText = (
  at: string | Date | null | undefined,
  lang: Lang,
  style: DateStyle = 'day',
  timeZone = 'Asia/Shanghai',
): string => {
  if (!at) return ''
  const calendar = typeof at === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(at)
  const when = at instanceof Date ? at : new Date(calendar ? `${at}T00:00:00Z` : at)
  if (Number.isNaN(when.getTime())) return ''
  const zone = calendar ? 'UTC' : timeZone
  // The sign-up for a race may end in January of the next year. Without its year, this date could mean last January.
  const yearOf = (moment: Date) => writer('en', 'year', zone).format(moment)
  const full = style in inYear && yearOf(when) !== yearOf(new Date()) ? inYear[style as keyof typeof inYear] : style
  const said = writer(lang, full, zone).format(when)
  const away =
    !isAtRace &&
    !calendar &&
    (style === 'minute' || style === 'deadline') &&
    said !== writer(lang, full, undefined).format(when)
  return `${lang === 'en' ? said : said.replace(/(\d[日号號])(\d)/, '$1 $2')}${away ? zoneText(when, lang, zone) : ''}`
}

/**
 * Writes two calendar days with a dash: 11月21日 – 11月23日 · 21 Nov – 23 Nov. If both lie in one year that is
 * not the present one, the year stands once, where the language puts it.
 */
export const daysText = (from: string, to: string, lang: Lang): string => {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const [first, last] =
    lang === 'en' && isOneYear ? (['column', 'short'] as const) : (['short', isOneYear ? 'column' : 'short'] as const)
  return `${dateText(from, lang, first)} – ${dateText(to, lang, last)}`
}

/** Names the zone of a time of day, for a reader whose device shows another time. */
const zoneText = (when: Date, lang: Lang, zone: string): string => {
  const offset =
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
      .formatToParts(when)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  if (lang === 'en') return ` (${offset})`
  return `（${zone === 'Asia/Shanghai' ? { 'zh-cn': '北京时间', 'zh-tw': '北京時間' }[lang] : offset}）`
}

/**
 * Returns the time that is left until `to`, in whole units. All units are zero once `to` has passed. Both arguments are
 * in milliseconds since 1970.
 */
export const timeLeft = (
  to: number,
  now: number,
): { days: number; hours: number; minutes: number; seconds: number; over: boolean } => {
  const left = Math.max(0, Math.floor((to - now) / 1000))
  return {
    days: Math.floor(left / 86400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
    over: left === 0,
  }
}

/** Returns a race time in whole seconds as `h:mm:ss`. A missing or negative time gives ''. */
export const durationText = (seconds: number | null | undefined): string => {
  if (seconds === null || seconds === undefined || !(seconds >= 0)) return ''
  const whole = Math.floor(seconds)
  return hoursText(whole)
}
/** Returns a race time without an hour of zero: 33:35, but 3:04:05. */
export const shortDuration = (seconds: number | null | undefined): string => durationText(seconds).replace(/^0:0?/, '')
/** Writes a count with separators of thousands: 26,598. */
export const countText = (n: number): string => thousands(String(n))
/** The units of distances. A Chinese text has 公里 and never km. */
const units = {
  km: { 'zh-cn': '公里', 'zh-tw': '公里', en: 'km' },
  m: { 'zh-cn': '米', 'zh-tw': '公尺', en: 'm' },
} as const satisfies Record<string, Record<Lang, string>>
export const unitText = (unit: keyof typeof units, lang: Lang): string => units[unit][lang]
/** Splits a certified distance in metres into a number and its unit: 42.195 and km, 800 and m. */
export const distanceParts = (metres: number, lang: Lang): { n: string; unit: string } =>
  metres < 1000
    ? { n: String(metres), unit: unitText('m', lang) }
    : { n: String(Number((metres / 1000).toFixed(4))), unit: unitText('km', lang) }
/** Writes a certified distance, given in metres: 42.195 km, 800 m. */
export const distanceText = (metres: number, lang: Lang): string => {
  const { n, unit } = distanceParts(metres, lang)
  return `${n} ${unit}`
}
