import { daysTo } from '#contract/days.ts'

/**
 * Counts the calendar days by which a race moves. Both times are on the clock of the race's place: `2026-11-01T07:30`.
 */
export const movedDays = (from: string, to: string): number => {
  const days = daysTo(from.slice(0, 10), to.slice(0, 10))
  return Number.isFinite(days) ? days : 0
}
