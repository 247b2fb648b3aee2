const MINUTE = 60_000

/**
 * Finds the last moment with the time of day `clock` that is at most ten minutes after `typed`. `typed` is the moment
 * at which the person wrote the entry. The person reads the time from a watch, and not from the phone.
 */
export const momentOfClock = (clock: string, typed: number, zone: string): number => {
  const latest = Temporal.Instant.fromEpochMilliseconds(typed + 10 * MINUTE).toZonedDateTimeISO(zone)
  const on = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: zone, plainTime: clock })
  const [shown, before] = [on(latest.toPlainDate()), on(latest.toPlainDate().subtract({ days: 1 }))]
  return (Temporal.ZonedDateTime.compare(shown, latest) > 0 ? before : shown).epochMilliseconds
}
