import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import type { Races } from '#db/schema.ts'

export type RaceRow = Selectable<Races>

/** Reads a race, published or not. */
export const findRace = async (db: Db | Tx, raceid: number): Promise<RaceRow | undefined> =>
  db.selectFrom('races').selectAll().where('id', '=', raceid).executeTakeFirst()

export const lockRace = async (tx: Tx, raceid: number): Promise<RaceRow | undefined> =>
  tx.selectFrom('races').selectAll().where('id', '=', raceid).forUpdate().executeTakeFirst()

/** Lists the races with these ids, or all races. The race with the latest start comes first. */
export const listRaces = async (db: Db, ids: readonly number[] | 'all'): Promise<RaceRow[]> => {
  const query = db.selectFrom('races').selectAll().orderBy('time', 'desc').orderBy('id', 'desc')
  if (ids === 'all') return query.execute()
  return ids.length === 0 ? [] : query.where('id', 'in', ids).execute()
}

export const deleteRace = async (tx: Tx, raceid: number): Promise<void> => {
  await tx.deleteFrom('races').where('id', '=', raceid).execute()
}

/** Takes a race out of the lists. With `archived_at` null it puts the race back. */
export const setArchived = async (tx: Tx, raceid: number, archived_at: Date | null, now: Date): Promise<void> => {
  await tx.updateTable('races').set({ archived_at, updated_at: now }).where('id', '=', raceid).execute()
}

export const nextNumber = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('races')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  return Math.min((row?.last ?? 0) + 1, 2_147_483_647)
}

/** Writes a new race; undefined if another race has the id already. */
export const insertRace = async (tx: Tx, row: Insertable<Races>): Promise<RaceRow | undefined> =>
  tx
    .insertInto('races')
    .values(row)
    .onConflict((on) => on.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()

export const upsertRace = async (tx: Tx, row: Insertable<Races>): Promise<RaceRow> => {
  const { id: _, ...kept } = row
  return tx
    .insertInto('races')
    .values(row)
    .onConflict((on) => on.column('id').doUpdateSet(kept))
    .returningAll()
    .executeTakeFirstOrThrow()
}
