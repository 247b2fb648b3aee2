import { two } from '#contract/written.ts'
import { isRealDay } from '#features/people/rules.ts'

/** A birth date from a list: the year, and the day as `1986-02-28` if the list has it. */
export type Birth = { year: number; day: string | null }

/**
 * Reads `1986`, `86`, `1986-02-28`, `1986/2/28`, `19860228`, `1986年2月28日` or `28.2.1986`. Null if the text is not a
 * date, or cannot be a birth date of a runner in the race.
 */
export const birthIn = (given: string, raceDay: string): Birth | null => {
  const text = given.trim()
  const raceYear = Number(raceDay.slice(0, 4))
  const short = /^\d{2}$/.exec(text)
  // A year of two digits is the last such year before the race.
  if (short) {
    const year = Math.floor(raceYear / 100) * 100 + Number(text)
    return { year: year >= raceYear ? year - 100 : year, day: null }
  }
  const alone = /^(\d{4})年?$/.exec(text)
  const first = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const last = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  const parts = first
    ? [first[1]!, first[2]!, first[3]!]
    : last
      ? [last[3]!, last[2]!, last[1]!]
      : alone
        ? [alone[1]!]
        : undefined
  if (!parts) return null
  const [year, month, date] = [Number(parts[0]), parts[1], parts[2]]
  if (year <= raceYear - 120 || year > raceYear) return null
  if (month === undefined || date === undefined) return { year, day: null }
  const day = `${parts[0]}-${two(month)}-${two(date)}`
  return isRealDay(day) && day <= raceDay ? { year, day } : null
}
