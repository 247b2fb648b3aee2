import { dayAfter } from '#contract/days.ts'
import { offsetAt } from '../rules.ts'

/** The largest number of active schedules of a race. */
export const MOST_SCHEDULES = 50
/** The number of days for which the server keeps a file for the member of staff who gets the file. */
export const SCHEDULED_KEPT_DAYS = 7
export const KEPT_MS = SCHEDULED_KEPT_DAYS * 86_400_000

const DAY_MS = 86_400_000
const parse = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Returns the moment at which a full hour of a day begins in a zone. If the clock goes forward over that hour, the
 * result is the moment of the change. If the hour comes twice, the result is the first of the two moments.
 */
export const momentOfHour = (zone: string, day: string, hour: number): Date => {
  const local = parse(day) + hour * 3_600_000
  const [before, after] = [offsetAt(zone, local - DAY_MS), offsetAt(zone, local + DAY_MS)]
  const fits = [local - before, local - after].filter((at) => at + offsetAt(zone, at) === local)
  if (fits.length > 0) return new Date(Math.min(...fits))
  // The clock jumps over this hour, so the hour does not exist on this day. The search finds the moment of the jump.
  // The offset before the jump would give a moment that is too late by the length of the jump.
  let [early, late] = [local - DAY_MS, local + DAY_MS]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (offsetAt(zone, middle) === before) early = middle
    else late = middle
  }
  return new Date(late)
}

/** The days and the hour of a schedule. In `weekdays` Sunday is 0. An empty list means every day. */
type When = { weekdays: readonly number[]; hour: number; until: string }
const suits = (day: string, weekdays: readonly number[]): boolean =>
  weekdays.length === 0 || weekdays.includes(new Date(parse(day)).getUTCDay())

/**
 * Returns the first suitable day that is not before a given day. Returns null if there is no such day up to the last
 * day of the schedule.
 */
export const dayFrom = (from: string, { weekdays, until }: When): string | null => {
  for (let at = parse(from); at <= parse(until); at += DAY_MS) if (suits(dayOf(at), weekdays)) return dayOf(at)
  return null
}

/** Returns the first suitable day whose hour has not come yet, or null if the schedule has no such day. */
export const firstScheduledDay = (zone: string, today: string, now: Date, when: When): string | null => {
  const day = dayFrom(today, when)
  return day !== null && momentOfHour(zone, day, when.hour) <= now ? dayFrom(dayAfter(day), when) : day
}
