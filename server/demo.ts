import pg from 'pg'
import { clientConfig } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'
import { emptyTables, isReached, reachMilestone } from '#db/milestones.ts'
import { hasNoRace } from '#features/races/public.store.ts'

/**
 * The number of a lock. If several servers start together over one empty database, one server holds the lock and fills
 * the database while the other servers wait.
 */
const LOCK = 20_261_122

/**
 * Runs `seed` once on an empty database. If the last run was killed, `seed` starts again from the beginning. Returns
 * whether `seed` ran.
 */
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
    // Only a killed start leaves half a demo, and no server has used that database yet.
    if (begun) await emptyTables(db)
    await reachMilestone(db, 'demo_begun', now())
    await seed()
    await reachMilestone(db, 'demo_done', now())
    return true
  } finally {
    await lock.end()
  }
}

/**
 * Marks the demo as done if an earlier start began to write it. The server now starts without the demo, and the
 * database may hold real data. Without this mark, a later start would take the real data for half a demo and remove
 * them.
 */
export const keepAsIs = async (db: Db, now: Date): Promise<void> => {
  if (await isReached(db, 'demo_begun')) await reachMilestone(db, 'demo_done', now)
}
