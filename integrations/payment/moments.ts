import { inChina } from '#contract/days.ts'

/** Moments as gateways write them: most in Beijing time and whole seconds. */

/** Writes a moment in the time of Beijing, such as `2026-11-20 08:31:36`. */
export const beijingText = (at: Date): string => inChina(at).replace('T', ' ')
/** Writes a moment in the time of Beijing, such as `20261120083136`. */
export const beijingDigits = (at: Date): string => inChina(at).replaceAll(/[-:T]/g, '')
/** Writes a moment as RFC 3339 does: `2026-11-20T08:31:36+08:00`. */
export const beijingRfc3339 = (at: Date): string => `${inChina(at)}+08:00`

export const validMoment = (text: string | undefined): Date | undefined => {
  const at = text === undefined ? undefined : new Date(text)
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}
/** Reads a time of Beijing, such as `2026-11-20 08:31:36`. Undefined if the text is no such time. */
export const momentOf = (text: string): Date | undefined => {
  const found = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.\d{1,3})?$/.exec(text)
  return validMoment(found ? `${found[1]}T${found[2]}+08:00` : undefined)
}

/**
 * The largest difference between the time of a notice and the server's clock, in either direction. The server refuses a
 * notice with a larger difference.
 */
const SKEW = 5 * 60_000
export const withinSkew = (at: Date | undefined, now: Date): boolean =>
  Math.abs((at?.getTime() ?? Number.NaN) - now.getTime()) <= SKEW
