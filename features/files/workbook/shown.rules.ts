import { dateFromSerial, format, getFormatDateInfo, isDateFormat } from 'numfmt'
import { two } from '#contract/written.ts'

/**
 * Formats that a workbook names by number only. The list also has the formats that Chinese and Japanese programs use
 * for dates and times.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'yyyy-mm-dd',
  16: 'mm-dd',
  17: 'yyyy-mm',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm',
  35: 'h:mm:ss',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
  55: 'h:mm',
  56: 'h:mm:ss',
}
const isEasternDate = (id: number): boolean => (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)

export const formatOf = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? builtIn[id] ?? (isEasternDate(id) ? 'yyyy-mm-dd' : 'General')

/** Writes a number without a format. It keeps all digits, because the number may be a bib or a document's number. */
const plainNumber = (value: number): string => {
  if (Number.isInteger(value) && Math.abs(value) >= 1e15) return BigInt(value).toString()
  const short = String(Number(value.toPrecision(15)))
  return short.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : short
}

/**
 * Writes a number under its format. Under a format with powers of ten a whole number is written in full, because it may
 * be a bib or a document's number.
 */
const numberText = (code: string, value: number): string => {
  const text = format(code, value).trim()
  return /\de[+-]\d/i.test(text) && Number.isInteger(value) ? plainNumber(value) : text
}

/**
 * The largest number of days of a running time. Up to this limit a number under a format of hours is a running time,
 * even if the format hides the days.
 */
const LONGEST_RUN = 1000

type Clocked = { hours: boolean; seconds: boolean; decimals: number }
/**
 * Writes a time. A format may hide hours or seconds. The text still has hours that are not zero, and seconds that are
 * not zero.
 */
const timeText = (value: number, shows: Clocked): string => {
  const day = Math.abs(value) < LONGEST_RUN ? Math.abs(value) : Math.abs(value) % 1
  const { decimals } = shows
  const unit = 1000 / 10 ** decimals
  const ms = Math.round((day * 86_400_000) / unit) * unit
  const [hours, minutes, seconds] = [
    Math.floor(ms / 3_600_000),
    Math.floor(ms / 60_000) % 60,
    Math.floor(ms / 1000) % 60,
  ]
  const sign = value < 0 ? '-' : ''
  const fraction =
    decimals > 0
      ? `.${String(Math.round(ms % 1000))
          .padStart(3, '0')
          .slice(0, decimals)}`
      : ''
  if (!shows.hours && hours === 0) return `${sign}${minutes}:${two(seconds)}${fraction}`
  const whole = `${sign}${hours}:${two(minutes)}`
  return shows.seconds || seconds > 0 || fraction ? `${whole}:${two(seconds)}${fraction}` : whole
}

/**
 * Counts the decimals of the seconds of a time, which a workbook stores as a part of a day. If the time is no multiple
 * of a hundredth of a second, the number of the stored digits decides.
 */
const decimalsOf = (value: number): number => {
  const ms = Math.abs(value) * 86_400_000
  const digits = String(value).split('.')[1]?.length ?? 0
  const unitNear = (near: number): number =>
    [1000, 100, 10].findIndex((unit) => Math.abs(ms - Math.round(ms / unit) * unit) <= near)
  const exact = unitNear(0.01)
  const found = exact >= 0 ? exact : unitNear(Math.max(0.5, 0.5 * 10 ** -digits * 86_400_000))
  return found < 0 ? 3 : found
}
/** Writes a running time in full. A format of whole seconds would hide the tenths that decide the ranks. */
const ranText = (value: number, shows: Clocked): string =>
  timeText(value, { ...shows, decimals: Math.max(shows.decimals, decimalsOf(value)) })

const EPOCH_1904 = 1462

type Shape = { kind: 'general' | 'text' | 'number' | 'date' | 'time'; code: string; info: ReturnType<typeof infoOf> }
const infoOf = (code: string) => {
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(code)
  const decimals = /s\.(0{1,3})/i.exec(code)?.[1]?.length ?? 0
  return { year, month, day, clock: hours || minutes || seconds, hours, seconds, decimals }
}
const shapes = new Map<string, Shape>()
const shapeOf = (code: string): Shape => {
  const known = shapes.get(code)
  if (known) return known
  const shape = ((): Shape => {
    const none = { year: false, month: false, day: false, clock: false, hours: false, seconds: false, decimals: 0 }
    if (/^general/i.test(code)) return { kind: 'general', code, info: none }
    if (code === '@') return { kind: 'text', code, info: none }
    try {
      if (!isDateFormat(code)) return { kind: 'number', code, info: none }
      const info = infoOf(code)
      return { kind: info.year || info.day || (info.month && !info.clock) ? 'date' : 'time', code, info }
    } catch {
      return { kind: 'general', code, info: none }
    }
  })()
  if (shapes.size < 2000) shapes.set(code, shape)
  return shape
}

/**
 * Writes a number under the format of its cell. Dates become `2026-11-22`. A running time keeps the hours, the seconds
 * and the tenths that the format hides. A running time of more than a day is written in hours.
 */
export const shownNumber = (value: number, code: string, epoch1904: boolean): string => {
  const { kind, info } = shapeOf(code)
  if (!Number.isFinite(value)) return ''
  if (kind === 'time') return ranText(value, info)
  if (kind === 'general' || kind === 'text') return plainNumber(value)
  if (kind === 'number') return numberText(code, value)
  // A value of less than a day has no date, so only the time is written, even if the format has a date.
  if (info.clock && value < 1) return ranText(value, info)
  const serial = value + (epoch1904 ? EPOCH_1904 : 0)
  if (serial < 0 || serial > 2_958_465) return plainNumber(value)
  const [year = 0, month = 0, day = 0] = dateFromSerial(Math.floor(serial))
  if (info.year && !info.month && !info.day) return String(year)
  const date = `${String(year).padStart(4, '0')}-${two(month)}${info.day ? `-${two(day)}` : ''}`
  if (!info.clock) return date
  const within = serial - Math.floor(serial)
  return `${date} ${timeText(within, { ...info, hours: true }).padStart(info.seconds ? 8 + (info.decimals && info.decimals + 1) : 5, '0')}`
}
