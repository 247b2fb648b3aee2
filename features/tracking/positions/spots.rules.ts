/** The place of a carrier at a moment, worked out from the fixes of its device. */
import type { DotSpot } from './frame.rules.ts'

/** The last place of a track: `at` in milliseconds, degrees, metres along and beside the course. */
export type Position = { at: number; lat: number; lon: number; along: number | null; off: number | null }

/** The age of a fix, in milliseconds, above which the place of the runner is estimated from mats. */
export const FRESH_MS = 600_000
/**
 * The age of a fix, in milliseconds, up to which its carrier moves forward by its speed. With an older fix the carrier
 * stands at the place of the fix.
 */
const MOVED_MS = 60_000
/** The distance from the course, in metres, above which a carrier is shown at the place of its fix. */
export const OFF_COURSE_M = 120

/** Returns the name of a carrier in the frames of the stream: its bib, or `~` and the number of its track. */
export const nameOfCarrier = ({ bib, id }: { bib: string | null; id: number }): string => bib ?? `~${id}`

/**
 * Works out the spot of a carrier at the moment `now` from its last fix. `metres` is the length of the carrier's
 * course.
 */
export const spotOfFix = (
  of: { bib: string | null; id: number; eventid: number | null },
  position: Position,
  speed: number,
  { now, metres }: { now: number; metres: number | null },
): DotSpot => {
  const who = { bib: nameOfCarrier(of), eventid: of.eventid ?? 0, by: 'gps' as const }
  const { along, off, lat, lon } = position
  if (along === null || metres === null || (off ?? 0) > OFF_COURSE_M) return { ...who, what: 'beside', lat, lon }
  const age = now - position.at
  const moved = age > MOVED_MS ? 0 : Math.max(0, age / 1000) * speed
  const ended = along + moved >= metres
  return {
    ...who,
    what: 'along',
    metres: ended ? metres : Math.max(0, along + moved),
    speed: ended || age > MOVED_MS ? 0 : speed,
  }
}

/**
 * Computes the speed of a carrier after a further fix, in metres a second. `metres` and `seconds` lie between the last
 * two fixes. The longer `seconds` is, the less `before` counts. If no time or more than five minutes have
 * passed, the function returns `before`, even if it is null.
 */
export const speedAfter = (before: number | null, metres: number, seconds: number, fastest: number): number | null => {
  if (seconds <= 0 || seconds > 300) return before
  const now = Math.max(0, Math.min(fastest, metres / seconds))
  return before === null ? now : before + (1 - Math.exp(-seconds / 30)) * (now - before)
}
