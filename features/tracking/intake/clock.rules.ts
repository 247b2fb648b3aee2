/**
 * Detects a device with a wrong clock by its requests (docs/decisions: clocks of devices). A fix with a time after its
 * arrival proves that the clock is ahead. A fix with an earlier time may only be late. A clock therefore counts as
 * behind only if all fixes of some minutes have the same delay and the device was never on time.
 */

/**
 * The difference between the newest fix of a request and the server's clock, in milliseconds, and the arrival of the
 * request.
 */
export type Lead = { came: number; lead: number }

/**
 * The largest error of a clock that needs no correction, in milliseconds. The server also accepts fixes that are this
 * far ahead.
 */
const RIGHT_MS = 60_000
/**
 * The conditions for a clock that is ahead: the number of requests that must agree, the least time between two of these
 * requests, and the largest difference between their leads.
 */
const AGREEING = 3
const APART_MS = 5_000
const JITTER_MS = 20_000
/**
 * The conditions for a clock that is behind: the number of requests that must agree, the least time from the first to
 * the last, the least delay, and the largest difference between their delays. The delay of a device that catches up
 * after a time without network becomes smaller.
 */
const BEHIND = { agreeing: 8, spanMs: 180_000, leastMs: 120_000, jitterMs: 5_000 }

/** Tells whether the server must watch the clock of a device because of this request. */
export const needsWatching = ({ lead }: Lead): boolean => lead > RIGHT_MS || lead < -BEHIND.leastMs

/**
 * Adds a request to the latest leads of a device. A request immediately after another request does not count, because a
 * device sends the fixes of a time without network in such requests.
 */
export const leadsAfter = (known: readonly Lead[], fixes: readonly { at: number }[], came: number): Lead[] => {
  const newest = Math.max(...fixes.map(({ at }) => at))
  const last = known.at(-1)
  if (!Number.isFinite(newest) || (last && came - last.came < APART_MS)) return [...known]
  return [...known.slice(1 - BEHIND.agreeing), { came, lead: newest - came }]
}

/** Finds the number of seconds by which a clock is behind, as a negative number. */
const behindBy = (leads: readonly Lead[]): number | undefined => {
  if (leads.length < BEHIND.agreeing || leads.at(-1)!.came - leads[0]!.came < BEHIND.spanMs) return undefined
  const all = leads.map(({ lead }) => lead)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return most < -BEHIND.leastMs && most - least <= BEHIND.jitterMs ? Math.round(most / 1000) : undefined
}
/**
 * Finds the number of seconds by which a clock is ahead. Returns undefined if the latest requests do not agree, or if
 * they agree on the known number. The result 0 means that the clock is right again. A negative number means that the
 * clock is behind; only a device that was `never` on time can get it. Among the latest requests the largest lead
 * counts, because the request with this lead had the smallest delay.
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
