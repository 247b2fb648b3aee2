import { dayIn } from '#contract/days.ts'

/** An instant on a calendar day of a time zone, about its noon. */
export const noonOn = (day: string, zone: string): Date => {
  const noon = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(noon.getTime())) return new Date(0)
  // No zone is more than 14 hours from UTC. One of the three days around is the day itself.
  return (
    [0, -12, 12].map((hours) => new Date(noon.getTime() + hours * 3_600_000)).find((at) => dayIn(zone, at) === day) ??
    noon
  )
}
