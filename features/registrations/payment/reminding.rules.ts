const HOUR = 3_600_000

/**
 * A person who was given less time to pay stands at the checkout, and needs no reminder; nobody is reminded earlier than
 * this before the end.
 */
export const LEAST_MS = 2 * HOUR
export const EARLIEST_MS = 17 * HOUR

/**
 * When somebody who has a place and has not paid is reminded: six hours before the end, or when a quarter of a shorter
 * time is left. Where that is at night, the evening before at nine, if the place was there by then.
 */
export const remindAt = ({ created_at, pay_end }: { created_at: Date; pay_end: Date }, zone: string): Date => {
  const window = pay_end.getTime() - created_at.getTime()
  const at = new Date(pay_end.getTime() - Math.min(6 * HOUR, window / 4))
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  if (local.hour >= 8 && local.hour < 22) return at
  const evening = (local.hour < 8 ? local.subtract({ days: 1 }) : local).with({
    hour: 21,
    minute: 0,
    second: 0,
    millisecond: 0,
  })
  return evening.epochMilliseconds >= created_at.getTime() + HOUR ? new Date(evening.epochMilliseconds) : at
}
