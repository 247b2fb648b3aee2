import { sql } from 'kysely'
import pg from 'pg'
import { clientConfig } from '#db/db.ts'
import type { Connection, Db } from '#db/db.ts'

/** Of several servers that start together over one empty database, one fills it while the others wait. */
const LOCK = 20_261_122

const reached = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('milestones').select('name').where('name', '=', name).executeTakeFirst()) !== undefined

const reach = (db: Db, name: string, now: Date) =>
  db
    .insertInto('milestones')
    .values({ name, at: now })
    .onConflict((clash) => clash.column('name').doNothing())
    .execute()

const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('races').select('id').limit(1).executeTakeFirst()) === undefined

/** Takes back half a demo, which only a start that was killed leaves behind: nobody has been served from it yet. */
const clear = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migrations', 'keys', 'milestones')`.execute(
    db,
  )
  if (rows.length > 0)
    await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity cascade`.execute(db)
}

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
    const begun = await reached(db, 'demo_begun')
    if (await reached(db, 'demo_done')) return false
    if (!begun && !(await isEmpty(db))) return false
    if (begun) await clear(db)
    await reach(db, 'demo_begun', now())
    await seed()
    await reach(db, 'demo_done', now())
    return true
  } finally {
    await lock.end()
  }
}

/** A server that starts without the demo is used in earnest from now on: half a demo in it is never cleared away any more. */
export const keepAsIs = async (db: Db, now: Date): Promise<void> => {
  if (await reached(db, 'demo_begun')) await reach(db, 'demo_done', now)
}
