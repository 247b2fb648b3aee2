import { sql } from 'kysely'
import { isNoneOf, takeByRace } from '#db/sharing/byRace.ts'
import type { Db, Tx } from '#db/db.ts'
import type { FilmType } from './films.contract.ts'

export type FilmRow = {
  raceid: number
  id: number
  key: string
  name: string
  type: FilmType
  bytes: number
  received: number
  created_at: Date
  done_at: Date | null
}
const columns = ['raceid', 'id', 'key', 'name', 'type', 'bytes', 'received', 'created_at', 'done_at'] as const

export const listFilms = async (on: Db | Tx, raceid: number): Promise<FilmRow[]> =>
  (await on
    .selectFrom('result_films')
    .select(columns)
    .where('raceid', '=', raceid)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()) as FilmRow[]
export const findFilm = async (on: Db | Tx, raceid: number, id: number): Promise<FilmRow | undefined> =>
  (await on
    .selectFrom('result_films')
    .select(columns)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()) as FilmRow | undefined
export const findFilmByKey = async (db: Db, raceid: number, key: string): Promise<FilmRow | undefined> =>
  (await db
    .selectFrom('result_films')
    .select(columns)
    .where('raceid', '=', raceid)
    .where('key', '=', key)
    .executeTakeFirst()) as FilmRow | undefined

export const insertFilm = async (tx: Tx, row: Omit<FilmRow, 'id'> & { staffid: number | null }): Promise<FilmRow> =>
  (await tx.insertInto('result_films').values(row).returning(columns).executeTakeFirstOrThrow()) as FilmRow
/**
 * Records in a film's row that one more piece is stored. Returns undefined if the piece does not begin at the end of
 * the bytes that the server already has.
 */
export const addPiece = async (
  tx: Tx,
  raceid: number,
  id: number,
  at: number,
  until: number,
  now: Date,
): Promise<FilmRow | undefined> =>
  (await tx
    .updateTable('result_films')
    .set({ received: until, done_at: sql<Date | null>`case when bytes = ${until} then ${now}::timestamptz end` })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('received', '=', at)
    .returning(columns)
    .executeTakeFirst()) as FilmRow | undefined
/**
 * Removes the rows of films whose upload began before a moment and never ended, at most `limit`. Returns the removed
 * rows.
 */
export const takeBrokenOff = async (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<Pick<FilmRow, 'raceid' | 'key' | 'bytes'>[]> => {
  const old = tx.selectFrom('result_films').where('done_at', 'is', null).where('created_at', '<', before)
  const rows = await takeByRace(
    limit,
    async (but) => (await old.select('raceid').where(isNoneOf('raceid', but)).limit(1).executeTakeFirst())?.raceid,
    async (raceid, most) =>
      (
        await sql<Pick<FilmRow, 'raceid' | 'key' | 'bytes'>>`
          delete from result_films f using (
            select id from result_films
            where raceid = ${raceid} and done_at is null and created_at < ${before}
            limit ${most} for update skip locked) old
          where f.raceid = ${raceid} and f.id = old.id returning f.raceid, f.key, f.bytes`.execute(tx)
      ).rows,
  )
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
}
export const removeFilm = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('result_films').where('raceid', '=', raceid).where('id', '=', id).execute()
}
