const HOUR = 3_600_000

/**
 * The least time between the reminder and the end of the time to pay. A runner with less time to pay is still at the
 * checkout and needs no reminder.
 */
export const LEAST_MS = 2 * HOUR
export const EARLIEST_MS = 17 * HOUR

/**
 * Returns the time of the reminder for an unpaid order: six hours before the end, or the beginning of the last quarter
 * if the whole time to pay is shorter than a day. If that time is at night, the reminder comes at 21:00 before the
 * night, unless the order was opened after 20:00.
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
