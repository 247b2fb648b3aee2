import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { estimateRows } from '#db/estimate.ts'
import type { Merging } from '#contract/personal.ts'

type Held = { raceid: number; bib: string; points: string; labels: string[]; created_at: Date }
export const listFollowRecords = (db: Db, uid: number): Promise<Held[]> =>
  named<Held>(
    db,
    'follows of holder',
    'select raceid, bib, points, labels, created_at from follows where uid = $1 order by created_at desc limit 1000',
    [uid],
  )
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('follows').where('uid', '=', uid).execute()
}
/**
 * Removes the follows of a bib, except in the events in which another person has the bib (`others`). A follow without
 * an event may mean the erased runner, so it is removed too.
 */
export const eraseOfRunner = async (tx: Tx, raceid: number, bib: string, others: readonly number[]): Promise<void> => {
  await sql`delete from follows where raceid = ${raceid} and bib = ${bib}
    and (eventid is null or eventid <> all(${others}::int[]))`.execute(tx)
  await sql`delete from follow_news where raceid = ${raceid} and bib = ${bib}
    and eventid <> all(${others}::int[])`.execute(tx)
}
/** Moves follows to another account of the same person. A follow that the other account already has is dropped. */
export const adoptFollows = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from follows gone where gone.uid = ${from} and exists (select 1 from follows kept
    where kept.raceid = gone.raceid and kept.bib = gone.bib and kept.eventid is not distinct from gone.eventid
      and kept.uid = ${to})`.execute(tx)
  await sql`update follows set uid = ${to} where uid = ${from}`.execute(tx)
}
export const removeOld = async (db: Db, before: Date, limit: number): Promise<number> =>
  Number(
    (
      await sql`delete from follows where (raceid, id) in (
        select raceid, id from follows where updated_at < ${before} order by updated_at limit ${limit})`.execute(db)
    ).numAffectedRows ?? 0,
  )
export const countFollowRows = (db: Db): Promise<number> => estimateRows(db, 'follows')
