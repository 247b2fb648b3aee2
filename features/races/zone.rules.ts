/** Finds a time zone by its IANA name and returns the official spelling; undefined if the name is unknown. */
export const zoneIn = (given: string): string | undefined => {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(given) || given.length > 60) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** Returns the start of a race until its organisers choose one: half a year ahead, at 7:30 on the race's own clock. */
export const proposedRaceTime = (now: Date, zone: string): Date =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO(zone)
      .add({ months: 6 })
      .withPlainTime('07:30').epochMilliseconds,
  )

export const onClock = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
/** Counts the calendar days between two moments on the clock of their place. */
export const daysBetween = (from: Date, to: Date, zone: string): number =>
  onClock(from, zone).toPlainDate().until(onClock(to, zone).toPlainDate()).days
/** Moves a moment by a number of days, to the same hour on the clock of its place. */
export const daysLater = (at: Date, days: number, zone: string): Date =>
  new Date(onClock(at, zone).add({ days }).epochMilliseconds)
