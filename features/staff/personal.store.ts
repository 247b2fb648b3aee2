import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'

/** Removes filled-in values from the log. The entry about the action stays. */
export const emptyLogOf = async (tx: Tx, raceid: number, target: string): Promise<void> => {
  await tx
    .updateTable('log')
    .set({ before: null, after: null })
    .where('raceid', '=', raceid)
    .where('target', '=', target)
    .execute()
}
/**
 * The log grows in the order of its ids: the first ones are the oldest. Fewer rows than `limit` mean that the rest is
 * younger.
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
