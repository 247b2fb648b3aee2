import type { Lang } from '#contract/words.ts'
import { dateText } from '#ui/language/clock.ts'

const DAY_MS = 86_400_000
const dayOf = (at: string | Date): string => dateText(at, 'en', 'day')

/**
 * Groups messages by the day of their arrival, in the given order. The arrival of a day's first message stands for the
 * day.
 */
export const messagesByDay = <One extends { created_at: string }>(
  messages: readonly One[],
): { day: string; items: One[] }[] => {
  const days: { day: string; items: One[] }[] = []
  for (const message of messages) {
    const last = days.at(-1)
    if (last && dayOf(last.day) === dayOf(message.created_at)) last.items.push(message)
    else days.push({ day: message.created_at, items: [message] })
  }
  return days
}

export const dayLabel = (day: string, now: Date, lang: Lang, words: { today: string; yesterday: string }): string => {
  if (dayOf(day) === dayOf(now)) return words.today
  return dayOf(day) === dayOf(new Date(now.getTime() - DAY_MS)) ? words.yesterday : dateText(day, lang, 'weekday')
}
