import { dayIn } from '#contract/days.ts'

/** Returns a moment on a calendar day in a time zone. For a text that is no day, the moment is in 1970. */
export const noonOn = (day: string, zone: string): Date => {
  const noon = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(noon.getTime())) return new Date(0)
  // No zone is more than 14 hours from UTC, so one of these three moments is on the day.
  return (
    [0, -12, 12].map((hours) => new Date(noon.getTime() + hours * 3_600_000)).find((at) => dayIn(zone, at) === day) ??
    noon
  )
}
