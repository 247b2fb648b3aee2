import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'

/** Removes values from the log's entries about a thing. The entries themselves stay. */
export const emptyLogOf = async (tx: Tx, raceid: number, target: string): Promise<void> => {
  await tx
    .updateTable('log')
    .set({ before: null, after: null })
    .where('raceid', '=', raceid)
    .where('target', '=', target)
    .execute()
}
/**
 * Removes old entries, the oldest first. Ids of the log follow time, so the first ids are the oldest. A result below
 * `limit` means that no old entry is left.
 */
export const removeLog = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from log
        where id in (select id from (select id, at from log order by id limit ${limit}) s where at < ${before})`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  )
export const countLog = (db: Db): Promise<number> => estimateRows(db, 'log')
