/**
 * Tells a device with a wrong clock by its requests (docs/decisions: clocks of devices). A fix of the future proves that
 * the clock is ahead. Nothing proves that a clock is behind, because its fixes look like late ones.
 */

/** How far the newest fix of a request lies ahead of the server, in milliseconds, and the arrival of the request. */
export type Lead = { came: number; lead: number }

/** The error of a clock that does no harm. The server takes fixes as far ahead as this. */
const RIGHT_MS = 60_000
/** The number of requests that must agree, the least time between them, and the most by which they may differ. */
const AGREEING = 3
const APART_MS = 5_000
const JITTER_MS = 20_000

export const isAhead = ({ lead }: Lead): boolean => lead > RIGHT_MS

/**
 * Adds a request to the latest leads of a device. A request that follows at once does not count, because a device sends
 * the fixes that it kept without network in such requests.
 */
export const leadsAfter = (known: readonly Lead[], fixes: readonly { at: number }[], came: number): Lead[] => {
  const newest = Math.max(...fixes.map(({ at }) => at))
  const last = known.at(-1)
  if (!Number.isFinite(newest) || (last && came - last.came < APART_MS)) return [...known]
  return [...known.slice(1 - AGREEING), { came, lead: newest - came }]
}

/**
 * Finds the seconds by which a clock is ahead, where the latest requests agree on another value than the known one. The
 * largest lead is the one with the least delay on its way.
 */
export const clockBy = (leads: readonly Lead[], known: number): number | undefined => {
  const all = leads.map(({ lead }) => lead)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  if (all.length < AGREEING || most - least > JITTER_MS || most < -RIGHT_MS) return undefined
  if (Math.abs(most - known * 1000) <= RIGHT_MS) return undefined
  return most > RIGHT_MS ? Math.round(most / 1000) : 0
}
