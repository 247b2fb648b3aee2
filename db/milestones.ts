import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Tells whether a thing that happens once to a database has happened. */
export const isReached = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('milestones').select('name').where('name', '=', name).executeTakeFirst()) !== undefined

export const reachMilestone = async (db: Db, name: string, now: Date): Promise<void> => {
  await db
    .insertInto('milestones')
    .values({ name, at: now })
    .onConflict((clash) => clash.column('name').doNothing())
    .execute()
}

/** Removes all rows except the rows of migrations, keys and milestones. */
export const emptyTables = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('migrations', 'keys', 'milestones')`.execute(db)
  if (rows.length > 0)
    await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))} restart identity cascade`.execute(db)
}
