import { serverNow } from './serverClock.ts'

/**
 * A window in which every call waits a random time, at most `most_ms`, so that not all phones call in the same second.
 * `from` and `until` are in ISO 8601.
 */
export type DelayWindow = { from: string; until: string; most_ms: number }

/**
 * Returns the milliseconds to wait before a call at `now`. `random` is from 0 to below 1. If windows overlap, the
 * longest wait counts.
 */
export const delayAt = (windows: readonly DelayWindow[], now: number, random: number): number =>
  Math.max(
    0,
    ...windows
      .filter(({ from, until }) => now >= Date.parse(from) && now < Date.parse(until))
      .map(({ most_ms }) => Math.floor(most_ms * random)),
  )

let windows: readonly DelayWindow[] = []
/**
 * Sets the windows in which the race of the open page spreads its calls (docs/behaviour/sign-up.md, Request delays).
 */
export const setDelays = (given: readonly DelayWindow[]): void => void (windows = given)

/** Waits as the race's windows demand. The wait ends early when the caller gives up the call. */
export const waitMyTurn = async (signal: AbortSignal | undefined): Promise<void> => {
  const ms = windows.length ? delayAt(windows, serverNow(), Math.random()) : 0
  if (ms === 0) return
  await new Promise<void>((done) => {
    const over = setTimeout(done, ms)
    signal?.addEventListener('abort', () => (clearTimeout(over), done()), { once: true })
  })
}
