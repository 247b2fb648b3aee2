import pg from 'pg'
import { clientConfig } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { emptyTables, isReached, reach } from '#db/milestones.ts'
import { hasNoRace } from '#features/races/public.store.ts'

/** Of several servers that start together over one empty database, one fills it while the others wait. */
const LOCK = 20_261_122

/** Runs `seed` once on an empty database; again from the beginning where it was killed halfway. Says whether it ran. */
export const fillOnce = async (
  db: Db,
  connection: Connection,
  now: () => Date,
  seed: () => Promise<void>,
): Promise<boolean> => {
  const lock = new pg.Client(clientConfig(connection))
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [LOCK])
    const begun = await isReached(db, 'demo_begun')
    if (await isReached(db, 'demo_done')) return false
    if (!begun && !(await hasNoRace(db))) return false
    // Half a demo is left only by a start that was killed: nobody has been served from it yet.
    if (begun) await emptyTables(db)
    await reach(db, 'demo_begun', now())
    await seed()
    await reach(db, 'demo_done', now())
    return true
  } finally {
    await lock.end()
  }
}

/**
 * A server that starts without the demo is used in earnest from now on: half a demo in it is never cleared away any
 * more.
 */
export const keepAsIs = async (db: Db, now: Date): Promise<void> => {
  if (await isReached(db, 'demo_begun')) await reach(db, 'demo_done', now)
}
