import { type Quiet, isNight } from '#features/push/quiet.rules.ts'
import { type Template, urgent } from './words.ts'

/**
 * Rules for text messages that wait for the morning. They need no database and no network, because the JavaScript
 * runtime knows the time zones.
 */

/**
 * The time zones of a country, by its calling code. A wide country has its outermost zones. A message waits until it is
 * day in all of them. The numbers of other countries have the zone of most of our runners.
 */
const zones: readonly (readonly [code: string, zones: readonly string[]])[] = [
  ['852', ['Asia/Hong_Kong']],
  ['853', ['Asia/Macau']],
  ['886', ['Asia/Taipei']],
  ['81', ['Asia/Tokyo']],
  ['82', ['Asia/Seoul']],
  ['65', ['Asia/Singapore']],
  ['60', ['Asia/Kuala_Lumpur']],
  ['66', ['Asia/Bangkok']],
  ['84', ['Asia/Ho_Chi_Minh']],
  ['63', ['Asia/Manila']],
  ['62', ['Asia/Jakarta', 'Asia/Jayapura']],
  ['91', ['Asia/Kolkata']],
  ['971', ['Asia/Dubai']],
  ['61', ['Australia/Sydney', 'Australia/Perth']],
  ['64', ['Pacific/Auckland']],
  ['44', ['Europe/London']],
  ['353', ['Europe/Dublin']],
  ['351', ['Europe/Lisbon']],
  ['33', ['Europe/Paris']],
  ['34', ['Europe/Madrid']],
  ['39', ['Europe/Rome']],
  ['41', ['Europe/Zurich']],
  ['43', ['Europe/Vienna']],
  ['49', ['Europe/Berlin']],
  ['31', ['Europe/Amsterdam']],
  ['32', ['Europe/Brussels']],
  ['45', ['Europe/Copenhagen']],
  ['46', ['Europe/Stockholm']],
  ['47', ['Europe/Oslo']],
  ['48', ['Europe/Warsaw']],
  ['358', ['Europe/Helsinki']],
  ['7', ['Europe/Moscow', 'Asia/Vladivostok']],
  ['254', ['Africa/Nairobi']],
  ['251', ['Africa/Addis_Ababa']],
  ['27', ['Africa/Johannesburg']],
  ['52', ['America/Mexico_City']],
  ['55', ['America/Sao_Paulo']],
  ['1', ['America/New_York', 'America/Los_Angeles']],
]
export const zonesOf = (mobile: string): readonly string[] => {
  if (!mobile.startsWith('+')) return ['Asia/Shanghai']
  return zones.find(([code]) => mobile.startsWith(`+${code}`))?.[1] ?? ['Asia/Shanghai']
}

/**
 * Returns the next moment at which it is day in every possible time zone of the number. If it is day already, the
 * result is `now`. The result is also `now` if six rounds find no such moment.
 */
export const dayFor = (mobile: string, now: Date, quiet: Quiet): Date => {
  let at = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  // Each round moves to the end of the night in one zone. At that moment it is night in another zone, or day in all
  // zones.
  for (let round = 0; round < 6; round++) {
    const night = zonesOf(mobile)
      .map((zone) => at.toZonedDateTimeISO(zone))
      .find(({ hour }) => isNight(hour, quiet))
    if (!night) return new Date(at.epochMilliseconds)
    const morning = night.with({ hour: quiet.to, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
    at = (Temporal.ZonedDateTime.compare(morning, night) > 0 ? morning : morning.add({ days: 1 })).toInstant()
  }
  return now
}

/**
 * The seconds over which waiting messages are spread in the morning. A message has a fixed moment in this hour, by its
 * key.
 */
export const SPREAD_SECONDS = 3600
export const spreadOf = (key: string): number =>
  [...key].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1_000_003, 7) % SPREAD_SECONDS

/** The least time that a message sent in the morning must leave its reader. */
const LEAST_LEFT_MS = 3 * 3_600_000

/** Returns the time at which a text message may be sent: `now`, or a moment in the coming morning. */
export const sendAt = (
  message: { mobile: string; template: Template; key: string; deadline: Date | null },
  now: Date,
  quiet: Quiet,
): Date => {
  if (urgent.has(message.template)) return now
  const day = dayFor(message.mobile, now, quiet)
  if (day <= now) return now
  const morning = new Date(day.getTime() + spreadOf(message.key) * 1000)
  return message.deadline && message.deadline.getTime() < morning.getTime() + LEAST_LEFT_MS ? now : morning
}
