import { setTimeout as wait } from 'node:timers/promises'
import { type Db, named } from '#db/db.ts'
import { limitKey } from './limits.ts'
import { type UnreportedCalls, takeUnreported } from './rates.ts'

const EVERY_MS = 1000
/** The most subjects of one statement. */
const MOST = 5000

/**
 * The statement that adds counts. It writes rows in the order of their keys, so that two processes never wait for each
 * other in a circle.
 */
const ADD = `
  insert into limits (key, count, ends_at)
  select key, count, ends_at from unnest($1::bytea[], $2::integer[], $3::timestamptz[]) as unreported (key, count, ends_at)
  order by key
  on conflict (key) do update set
    count = case when limits.ends_at <= $4 then excluded.count else limits.count + excluded.count end,
    ends_at = case when limits.ends_at <= $4 then excluded.ends_at else limits.ends_at end
  returning key, count, ends_at`

const report = async (db: Db, unreported: readonly UnreportedCalls[], now: Date): Promise<void> => {
  const keys = unreported.map(({ rate, subject }) => limitKey({ kind: `rate ${rate}`, max: 0, seconds: 0 }, subject))
  const rows = await named<{ key: Buffer; count: number; ends_at: Date }>(db, 'limits: shared rates', ADD, [
    keys,
    unreported.map(({ count }) => count),
    unreported.map(({ until }) => new Date(until)),
    now,
  ])
  const totals = new Map(rows.map((row) => [row.key.toString('latin1'), row]))
  for (const [at, { put }] of unreported.entries()) {
    const total = totals.get(keys[at]!.toString('latin1'))
    if (total) put(total.count, total.ends_at.getTime())
  }
}

/**
 * Sends the counted calls of this process to the other processes, and reads their counts. Counts that could not be sent
 * go with the next exchange. Unsent counts cannot fill the memory: a rate remembers a limited number of subjects, and
 * the count of a subject is dropped when its time is over. If the database has stored the counts and only its answer is
 * lost, the calls count twice. A caller then must wait earlier.
 */
export const exchangeRates = async (db: Db, now: Date): Promise<void> => {
  const unreported = takeUnreported(now)
  for (let at = 0; at < unreported.length; at += MOST)
    try {
      await report(db, unreported.slice(at, at + MOST), now)
    } catch (error) {
      for (const { keep } of unreported.slice(at)) keep()
      throw error
    }
}

/**
 * Exchanges the counts of shared rates once a second until the returned function is called. The returned function
 * exchanges the counts a last time, so that a process that stops leaves its counts to the other processes. While the
 * database is away, a process learns of no new calls in the other processes.
 */
export const shareRates = (db: Db, clock: () => Date): (() => Promise<void>) => {
  const stop = new AbortController()
  const running = (async () => {
    while (!stop.signal.aborted) {
      await wait(EVERY_MS, undefined, { ref: false, signal: stop.signal }).catch(() => undefined)
      if (!stop.signal.aborted) await exchangeRates(db, clock()).catch(() => undefined)
    }
  })()
  return async () => {
    stop.abort()
    await running
    await exchangeRates(db, clock()).catch(() => undefined)
  }
}
