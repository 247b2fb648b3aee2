import type { InsertObject, Selectable, UpdateObject } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import type { DB, Posters } from '#db/schema.ts'

export type PosterRow = Selectable<Posters>

export const listPosters = (db: Db | Tx, raceid: number): Promise<PosterRow[]> =>
  db.selectFrom('posters').selectAll().where('raceid', '=', raceid).orderBy('position').orderBy('id').execute()

export const listShown = (db: Db, raceids: readonly number[], now: Date): Promise<PosterRow[]> =>
  raceids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('posters')
        .selectAll()
        .where('raceid', 'in', [...raceids])
        .where('published_at', '<=', now)
        .orderBy('raceid')
        .orderBy('position')
        .orderBy('id')
        .execute()

export const findPoster = (db: Db | Tx, raceid: number, id: number): Promise<PosterRow | undefined> =>
  db.selectFrom('posters').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()

/**
 * Locks a race's templates until the transaction ends, and returns them in the order of their ids. The lock also stops
 * new templates, because the posters of an event depend on all templates.
 */
export const lockPosters = async (tx: Tx, raceid: number): Promise<PosterRow[]> => {
  await lockAll(tx, [{ kind: 'posters', raceid, id: 0 }])
  return tx.selectFrom('posters').selectAll().where('raceid', '=', raceid).orderBy('id').execute()
}

export const insertPoster = (tx: Tx, row: InsertObject<DB, 'posters'>): Promise<PosterRow> =>
  tx.insertInto('posters').values(row).returningAll().executeTakeFirstOrThrow()

export const updatePoster = (
  tx: Tx,
  raceid: number,
  id: number,
  row: UpdateObject<DB, 'posters'>,
): Promise<PosterRow> =>
  tx
    .updateTable('posters')
    .set(row)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removePoster = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('posters').where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type PosterOffer = Pick<PosterRow, 'id' | 'eventid' | 'use'>
/** Lists the published templates in their order: the id, the event and the use of each, without its design. */
export const listOffers = (db: Db, raceid: number, now: Date): Promise<PosterOffer[]> =>
  named<PosterOffer>(
    db,
    'posters offered',
    'select id, eventid, use from posters where raceid = $1 and published_at <= $2 order by position, id',
    [raceid, now],
  )
