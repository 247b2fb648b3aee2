import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { readable } from '#db/readable.ts'

export const raceRows = readable('races')

export const hasNoRace = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('races').select('id').limit(1).executeTakeFirst()) === undefined

/** Counts how often people opened the homes of races, many in one write. */
export const addPopularity = async (db: Db, raceids: readonly number[]): Promise<void> => {
  await sql`update races set popularity = popularity + seen.count
    from (select id, count(*) as count from unnest(${raceids}::int[]) as id group by id order by id) as seen
    where races.id = seen.id`.execute(db)
}
