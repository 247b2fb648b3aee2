/** The least difference between two clocks that counts. A smaller difference may come from a slow network. */
const LEAST_MS = 30_000

let ahead = 0
/**
 * Learns how far the server's clock is ahead of the device's clock. A difference below `LEAST_MS` counts as none. The
 * server writes its time into the header `server-timing` of a page (server/shell.ts), in milliseconds.
 */
export const learnClock = (said: string | undefined, device = Date.now()): void => {
  const server = Number(said)
  if (said && Number.isFinite(server)) ahead = Math.abs(server - device) < LEAST_MS ? 0 : server - device
}
/** Learns the server's clock from the page that is open. */
export const learnPageClock = (): void => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  learnClock(page?.serverTiming?.find(({ name }) => name === 'now')?.description)
}
/** Returns the present moment by the server's clock, for pages that count down. A device may have a wrong clock. */
export const serverNow = (): number => Date.now() + ahead
