import { two } from '#contract/written.ts'
import { isDay } from '#contract/days.ts'

/** A birth date from a list: the year, and the day as `1986-02-28` if the list has it. */
export type Birth = { year: number; day: string | null }

/**
 * Finds the day of `28/2/1986` or `2/28/1986`, as year, month and day. If both numbers can be the month, and they
 * differ, only the year is certain.
 */
const slashed = (text: string): string[] | undefined => {
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(text) ?? []
  if (year === '') return undefined
  if (Number(a) > 12 || Number(a) === Number(b)) return [year, b, a]
  return Number(b) > 12 ? [year, a, b] : [year]
}

/** Reads the year of a month, such as `1986-02`, `1986年2月` or `198602`. */
const yearOfMonth = (text: string): string | undefined =>
  (/^(\d{4})[-/.年](?:0?[1-9]|1[0-2])月?$/.exec(text) ?? /^((?:19|20)\d{2})(?:0[1-9]|1[0-2])$/.exec(text))?.[1]

/**
 * Reads `1986`, `86`, `1986-02`, `1986-02-28`, `1986/2/28 0:00`, `19860228`, `1986年2月28日`, `28.2.1986` or `28/2/1986`.
 * Null if the text is not a date, or cannot be a birth date of a runner in the race.
 */
export const birthIn = (given: string, raceDay: string): Birth | null => {
  // A spreadsheet writes midnight behind a date.
  const text = given.trim().replace(/[T ]0?0:00(?::00(?:\.0+)?)?$/, '')
  const raceYear = Number(raceDay.slice(0, 4))
  const short = /^\d{2}$/.exec(text)
  // A year of two digits is the last such year before the race.
  if (short) {
    const year = Math.floor(raceYear / 100) * 100 + Number(text)
    return { year: year >= raceYear ? year - 100 : year, day: null }
  }
  const alone = /^(\d{4})年?$/.exec(text)?.[1] ?? yearOfMonth(text)
  const first = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const last = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const parts = first
    ? [first[1]!, first[2]!, first[3]!]
    : last
      ? [last[3]!, last[2]!, last[1]!]
      : alone
        ? [alone]
        : slashed(text)
  if (!parts) return null
  const [year, month, date] = [Number(parts[0]), parts[1], parts[2]]
  if (year <= raceYear - 120 || year > raceYear) return null
  if (month === undefined || date === undefined) return { year, day: null }
  const day = `${parts[0]}-${two(month)}-${two(date)}`
  return isDay(day) && day <= raceDay ? { year, day } : null
}
