/**
 * The moments of entries that a device writes without network. A person can set the clock of a device at any time, so
 * each entry keeps a reading of two clocks. At the next contact, the device learns the server's time and works out the
 * moment of each entry.
 */

/**
 * The clocks of a device, in milliseconds. A person can set `device`. Nobody can set `steady`, which begins anew with
 * each load of the page and may stand still while the device sleeps. `page` names the load of the page.
 */
export type Clocks = { device: () => number; steady: () => number; page: () => string }
const page = crypto.randomUUID()
export const deviceClocks: Clocks = { device: () => Date.now(), steady: () => performance.now(), page: () => page }

export type ClockReading = { page: string; steady: number; device: number }
export const readClocks = ({ device, steady, page }: Clocks): ClockReading => ({
  page: page(),
  steady: steady(),
  device: device(),
})
/** A reading at the moment of an answer of the server. `server` is the moment by the clock of the server. */
export type Anchor = ClockReading & { server: number }

/** Moves an anchor to the present moment, within one load of the page. */
export const anchorNow = (anchor: Anchor, clocks: Clocks): Anchor => {
  const read = readClocks(clocks)
  return { ...read, server: anchor.server + (read.steady - anchor.steady) }
}

/**
 * Two clocks may differ by less than this because of drift or the time of a call. A larger difference means that
 * somebody has set a clock.
 */
const DRIFT_MS = 120_000
/** A moment by the clock of the server, and the milliseconds by which it may be wrong. */
export type Dated = { at: number; unsure: number }

/**
 * Returns the moment of a reading. `before` is the last contact before the reading, and `now` the present contact.
 *
 * The steady clock gives the earliest and the latest possible moment: it never runs too fast. The clock `device` gives
 * one moment if nobody has set it between the contacts, or else two moments: one in case somebody set it before the
 * reading, one in case somebody set it afterwards. A moment that the steady clock excludes cannot be right. Two
 * moments may be left only if the page was loaded anew both before and after the reading.
 */
export const dateOf = (reading: ClockReading, before: Anchor | null, now: Anchor): Dated => {
  const sinceBefore = before?.page === reading.page ? reading.steady - before.steady : null
  const untilNow = now.page === reading.page ? now.steady - reading.steady : null
  const least = before === null ? -Infinity : before.server + (sinceBefore ?? 0)
  const most = now.server - (untilNow ?? 0)
  const steady = untilNow === null ? (sinceBefore === null ? null : least) : most
  if (before === null && steady !== null) return { at: steady, unsure: 0 }
  const offsets = [now, ...(before ? [before] : [])].map(({ server, device }) => server - device)
  const isSet = Math.max(...offsets) - Math.min(...offsets) > DRIFT_MS
  const read = (isSet ? offsets : offsets.slice(0, 1)).map((offset) => reading.device + offset)
  const possible = read.filter((at) => at >= least - DRIFT_MS && at <= most + DRIFT_MS)
  if (possible.length === 0) return { at: steady ?? most, unsure: steady === null ? finite(most - least) : 0 }
  const nearest =
    steady === null ? possible[0]! : possible.toSorted((a, b) => Math.abs(a - steady) - Math.abs(b - steady))[0]!
  const unsure = steady === null ? Math.max(...possible) - Math.min(...possible) : 0
  return { at: Math.min(nearest, now.server), unsure }
}
const DAY_MS = 86_400_000
const finite = (ms: number): number => Math.max(0, Math.min(ms, DAY_MS))

/**
 * Returns the moment by the present clock of the device. The server knows by how much this clock is wrong, and corrects
 * the moment.
 */
export const deviceMomentOf = ({ at }: Dated, now: Anchor): string =>
  new Date(now.device - (now.server - at)).toISOString()
