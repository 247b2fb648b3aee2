const MINUTE = 60_000

/**
 * Finds the moment that a time of day means: the last such moment up to a few minutes after `typed`, the moment of the
 * writing. A person reads the time from a watch, so the clock of the phone does not matter.
 */
export const momentOfClock = (clock: string, typed: number, zone: string): number => {
  const latest = Temporal.Instant.fromEpochMilliseconds(typed + 10 * MINUTE).toZonedDateTimeISO(zone)
  const on = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone, plainTime: clock })
  const [shown, before] = [on(latest.toPlainDate()), on(latest.toPlainDate().subtract({ days: 1 }))]
  return (Temporal.ZonedDateTime.compare(shown, latest) > 0 ? before : shown).epochMilliseconds
}
