/**
 * Converts between an instant and the clock of a zone, as `<input type="datetime-local">` holds it. The code uses only
 * Intl, because webviews lack Temporal.
 */
const made = new Map<string, Intl.DateTimeFormat>()
const clockIn = (zone: string): Intl.DateTimeFormat => {
  let format = made.get(zone)
  if (!format)
    made.set(
      zone,
      (format = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        hourCycle: 'h23',
      })),
    )
  return format
}
const shownAt = (ms: number, zone: string): string => {
  const part = Object.fromEntries(
    clockIn(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** Returns an ISO instant as `2026-11-01T07:30`, or `…:15` with its seconds; '' for an empty or invalid text. */
export const localFrom = (iso: string | null | undefined, zone = 'Asia/Shanghai', seconds = false): string => {
  const ms = iso ? Date.parse(iso) : Number.NaN
  return Number.isNaN(ms) ? '' : shownAt(ms, zone).slice(0, seconds ? 19 : 16)
}

const DAY_MS = 86_400_000
/**
 * Returns the instant at which a clock in the zone shows this time; null for an empty or invalid text. The rule is that
 * of the server (`compatible` of Temporal). If a clock change leaves the time out, the clock has gone on, so 02:30 means
 * 03:30. If a clock shows the time twice, the first time counts.
 */
export const isoFrom = (local: string, zone = 'Asia/Shanghai'): string | null => {
  const clockMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(clockMs)) return null
  // The time by the offset of the day before, and by the offset of the day after. They differ only at a clock change.
  const [before, after] = [clockMs - DAY_MS, clockMs + DAY_MS].map(
    (ms) => clockMs - (Date.parse(`${shownAt(ms, zone)}Z`) - ms),
  ) as [number, number]
  const isShown = (ms: number): boolean => Date.parse(`${shownAt(ms, zone)}Z`) === clockMs
  return new Date(isShown(before) || !isShown(after) ? before : after).toISOString()
}
