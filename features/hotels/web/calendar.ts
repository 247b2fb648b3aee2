import type { Lang } from '#contract/words.ts'
import { dayAfter } from '#contract/days.ts'
import type { Night } from '../stay.rules.ts'

/** Returns the month after a month such as `2026-11`. */
export const monthAfter = (month: string): string => dayAfter(`${month}-28`, 7).slice(0, 7)

/**
 * Returns the months that the calendar shows, at most 24: from today to the last night, or to the race day if it is
 * later.
 */
export const monthsOf = (nights: readonly Pick<Night, 'night'>[], today: string, raceDay: string): string[] => {
  const last = [raceDay, today, ...nights.map(({ night }) => night)].toSorted().at(-1)!.slice(0, 7)
  const months = [today.slice(0, 7)]
  while (months.at(-1)! < last && months.length < 24) months.push(monthAfter(months.at(-1)!))
  return months
}

/** Returns the days of a month, with empty places before the first day. A week begins on Monday. */
export const daysOfMonth = (month: string): { blanks: number; days: string[] } => {
  const first = `${month}-01`
  const days: string[] = []
  for (let day = first; day.startsWith(month); day = dayAfter(day)) days.push(day)
  return { blanks: (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7, days }
}

const names: Record<Lang, readonly string[]> = {
  'zh-cn': ['一', '二', '三', '四', '五', '六', '日'],
  'zh-tw': ['一', '二', '三', '四', '五', '六', '日'],
  en: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
}
export const weekdayNames = (lang: Lang): readonly string[] => names[lang]
