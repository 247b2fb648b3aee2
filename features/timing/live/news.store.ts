import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { sql } from 'kysely'

export const insertNews = async (tx: Tx, raceid: number, id: number, at: Date, news: object): Promise<void> => {
  await tx
    .insertInto('timing_news')
    .values({ raceid, id, at, news: jsonb(news) })
    .execute()
  await sql`select pg_notify('startline_timing', ${String(raceid)})`.execute(tx)
}
export const listNews = (
  db: Db,
  raceid: number,
  after: number,
  limit: number,
): Promise<{ id: number; news: unknown }[]> =>
  named(db, 'timing: news', 'select id, news from timing_news where raceid = $1 and id > $2 order by id limit $3', [
    raceid,
    after,
    limit,
  ])
export const lastNews = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ last: number | null }>(
      db,
      'timing: last news',
      'select max(id) as last from timing_news where raceid = $1',
      [raceid],
    )
  )[0]?.last ?? 0
export const forgetNews = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('timing_news').where('at', '<', before).execute()
}
