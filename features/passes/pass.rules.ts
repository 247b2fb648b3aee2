import { longDayIn } from '#contract/days.ts'
import type { Lang } from '#contract/words.ts'

/** Facts that a calendar file, a PDF and a wallet show of one ticket or registration. */
export type PassFacts = {
  /** The identifier of the pass. It is unique in the installation. */
  serial: string
  /** The identifier of the event or of the ticket's variant. All ended passes of a race share another identifier. */
  group: string
  /** The event of a registration. A ticket has none. */
  eventid?: number
  lang: Lang
  race: string
  raceDay: Date
  /** Time zone of the race. */
  zone: string
  title: string
  detail: string
  holder: string | null
  number: string | null
  startZone: string | null
  place: string
  starts_at: Date | null
  ends_at: Date | null
  /** The text of the code; null if the pass does not open a gate yet. */
  code: string | null
  link: string
  colour: string
  updated_at: Date
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (zone: string): Intl.DateTimeFormat => {
  let clock = clocks.get(zone)
  if (!clock)
    clocks.set(
      zone,
      (clock = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })),
    )
  return clock
}
/** Writes day and time in the zone of the race: `2026年11月1日 07:30–09:00`. */
export const passTimeText = ({ lang, zone, starts_at, ends_at, raceDay }: PassFacts): string => {
  if (!starts_at) return longDayIn(lang, zone, raceDay)
  const [day, from] = [longDayIn(lang, zone, starts_at), clockOf(zone).format(starts_at)]
  if (!ends_at) return `${day} ${from}`
  const [lastDay, until] = [longDayIn(lang, zone, ends_at), clockOf(zone).format(ends_at)]
  return day === lastDay ? `${day} ${from}–${until}` : `${day} ${from} – ${lastDay} ${until}`
}

const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
/**
 * Returns the colour of text on a background: black or white, whichever has more contrast (WCAG 2.2, relative
 * luminance).
 */
export const inkOn = (hex: string): '#000000' | '#ffffff' => {
  const light = 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? '#000000' : '#ffffff'
}
