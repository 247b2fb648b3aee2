/**
 * Tells a device with a wrong clock by its requests (docs/decisions: clocks of devices). A fix of the future proves that
 * the clock is ahead. Fixes of the past may be late ones, so a clock counts as behind only where they all come equally
 * late for minutes and the device was never on time.
 */

/** How far the newest fix of a request lies ahead of the server, in milliseconds, and the arrival of the request. */
export type Lead = { came: number; lead: number }

/** The error of a clock that does no harm. The server takes fixes as far ahead as this. */
const RIGHT_MS = 60_000
/** The number of requests that must agree, the least time between them, and the most by which they may differ. */
const AGREEING = 3
const APART_MS = 5_000
const JITTER_MS = 20_000
/**
 * The number of requests that must agree for a clock that is behind, the least time over which they come, the least
 * delay, and the most by which they may differ. A device that catches up after a time without network gets faster.
 */
const BEHIND = { agreeing: 8, spanMs: 180_000, leastMs: 120_000, jitterMs: 5_000 }

/** Tells whether a request is a reason to watch the clock of its device. */
export const isWrong = ({ lead }: Lead): boolean => lead > RIGHT_MS || lead < -BEHIND.leastMs

/**
 * Adds a request to the latest leads of a device. A request that follows at once does not count, because a device sends
 * the fixes that it kept without network in such requests.
 */
export const leadsAfter = (known: readonly Lead[], fixes: readonly { at: number }[], came: number): Lead[] => {
  const newest = Math.max(...fixes.map(({ at }) => at))
  const last = known.at(-1)
  if (!Number.isFinite(newest) || (last && came - last.came < APART_MS)) return [...known]
  return [...known.slice(1 - BEHIND.agreeing), { came, lead: newest - came }]
}

/** Finds the seconds, as a negative number, by which a clock is behind. */
const behindBy = (leads: readonly Lead[]): number | undefined => {
  if (leads.length < BEHIND.agreeing || leads.at(-1)!.came - leads[0]!.came < BEHIND.spanMs) return undefined
  const all = leads.map(({ lead }) => lead)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return most < -BEHIND.leastMs && most - least <= BEHIND.jitterMs ? Math.round(most / 1000) : undefined
}
/**
 * Finds the seconds by which a clock is ahead, where the latest requests agree on another value than the known one. A
 * negative number means behind; it needs a device that was `never` on time. The largest lead is the one with the least
 * delay on its way.
 */
export const clockBy = (leads: readonly Lead[], known: number, never = false): number | undefined => {
  const behind = never ? behindBy(leads) : undefined
  if (behind !== undefined) return Math.abs(behind - known) * 1000 > RIGHT_MS ? behind : undefined
  const all = leads.slice(-AGREEING).map(({ lead }) => lead)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  if (all.length < AGREEING || most - least > JITTER_MS || most < -RIGHT_MS) return undefined
  if (Math.abs(most - known * 1000) <= RIGHT_MS) return undefined
  return most > RIGHT_MS ? Math.round(most / 1000) : 0
}
