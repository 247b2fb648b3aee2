/** Decides whether a server is ready, by looks at its database and disk. A short failure does not change the answer. */

/** The time for which looks fail one after another before the server says that it is not ready. */
export const FAILING_MS = 3000
/** The time for which looks succeed one after another before the server says again that it is ready. */
export const RECOVERED_MS = 1000
/** A ready server with fewer free bytes than this becomes not ready. */
export const LEAST_BYTES = 512 * 1024 ** 2
/** A server that is not ready needs at least this many free bytes to become ready again. */
export const ENOUGH_BYTES = 768 * 1024 ** 2

export type ReadinessLook = { at: number; answered: boolean; freeBytes: number }
export type Readiness = {
  ready: boolean
  /** The moment since which every look contradicts `ready`. Undefined if the last look agrees with it. */
  since: number | undefined
  /** True if the disk was nearly full at the last look. */
  full: boolean
}

/** The state before the first look. The first look that succeeds makes the server ready at once. */
export const unseen: Readiness = { ready: false, since: -Infinity, full: false }

/**
 * Returns the state after one more look. `ready` changes only after two or more looks in a row that contradict it. The
 * first successful look, however, makes a server ready at once.
 */
export const readinessAfter = ({ ready, since, full }: Readiness, look: ReadinessLook): Readiness => {
  const stillFull = look.freeBytes < (full ? ENOUGH_BYTES : LEAST_BYTES)
  const isFirst = since === -Infinity
  if (look.answered === ready) return { ready, since: isFirst ? since : undefined, full: stillFull }
  const from = since ?? look.at
  const turns = look.at - from >= (ready ? FAILING_MS : RECOVERED_MS)
  return turns ? { ready: look.answered, since: undefined, full: stillFull } : { ready, since: from, full: stillFull }
}

export type ReadyWord = 'ready' | 'stopping' | 'disk_full' | 'database_away'
export const readyWordOf = ({ ready, full }: Readiness, stopping: boolean): ReadyWord =>
  stopping ? 'stopping' : full ? 'disk_full' : ready ? 'ready' : 'database_away'
/** The HTTP status of each word. A load balancer counts every status but 200 as not ready. */
export const httpStatusOf: Readonly<Record<ReadyWord, number>> = {
  ready: 200,
  stopping: 503,
  disk_full: 507,
  database_away: 503,
}
