/** Rules for the quiet hours of a browser. The JavaScript runtime knows the time zones. */

export type Quiet = { from: number; to: number }
export const USUAL_ZONE = 'Asia/Shanghai'

/** Returns a time zone that the runtime knows: the given zone, or else the zone of most of our runners. */
export const knownZone = (given: string | undefined): string => {
  if (given === undefined || /^[+-]/.test(given)) return USUAL_ZONE
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return USUAL_ZONE
  }
}

export const isNight = (hour: number, { from, to }: Quiet): boolean =>
  from <= to ? hour >= from && hour < to : hour >= from || hour < to

/** Returns the end of the quiet hours, or `now` if it is day. */
export const morningAfter = (zone: string, now: Date, quiet: Quiet): Date => {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  if (!isNight(local.hour, quiet)) return now
  const morning = local.with({ hour: quiet.to, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
  const next = Temporal.ZonedDateTime.compare(morning, local) > 0 ? morning : morning.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}
