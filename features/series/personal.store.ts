import { sql } from 'kysely'
import type { Merging } from '#contract/personal.ts'
import { type Db, type Tx, named } from '#db/db.ts'

export const readSeriesRecords = async (db: Db, uid: number): Promise<Record<string, unknown>> => ({
  series_numbers: await named(
    db,
    'series: numbers of an account',
    'select seriesid, name, number, given_at from series_numbers where uid = $1 order by seriesid',
    [uid],
  ),
  series_places: await named(
    db,
    'series: places of an account',
    'select raceid, seriesid, name, code, given_at from series_places where uid = $1 order by raceid, seriesid',
    [uid],
  ),
  series_joins: await named(
    db,
    'series: joins of an account, for its copy',
    `select seriesid, name, idnum_mask as idnum, consent, state, created_at from series_joins where uid = $1
      order by seriesid, id`,
    [uid],
  ),
})
export const eraseOfAccount = async (tx: Tx, uid: number): Promise<void> => {
  await tx.deleteFrom('series_join_races').where('uid', '=', uid).execute()
  await tx.deleteFrom('series_joins').where('uid', '=', uid).execute()
  await tx.deleteFrom('series_numbers').where('uid', '=', uid).execute()
  await tx.deleteFrom('series_places').where('uid', '=', uid).execute()
}
/**
 * Moves season numbers, places and joins from one account to another account of the same person. If both accounts have
 * a season number or a place for the same runner, the row of `to` stays.
 */
export const adoptOfAccount = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`delete from series_numbers gone where gone.uid = ${from} and exists (select 1 from series_numbers kept
    where kept.seriesid = gone.seriesid and kept.name = gone.name and kept.uid = ${to})`.execute(tx)
  await sql`update series_numbers set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`delete from series_places gone where gone.uid = ${from} and exists (select 1 from series_places kept
    where kept.raceid = gone.raceid and kept.seriesid = gone.seriesid and kept.name = gone.name
      and kept.uid = ${to})`.execute(tx)
  await sql`update series_places set uid = ${to} where uid = ${from}`.execute(tx)
  await adoptJoins(tx, { from, to })
}
/**
 * Moves joins. If both accounts joined a series with the same document number, the join with the state `joined`
 * stays. If both joins have this state, or none has it, the join of `to` stays.
 */
const adoptJoins = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  const gone = await sql<{
    id: number
  }>`delete from series_joins gone where gone.uid in (${from}, ${to}) and exists (select 1 from series_joins kept
    where kept.seriesid = gone.seriesid and kept.document_ix = gone.document_ix and kept.uid in (${from}, ${to})
      and kept.uid <> gone.uid and ((kept.state = 'joined') > (gone.state = 'joined')
        or ((kept.state = 'joined') = (gone.state = 'joined') and kept.uid = ${to})))
    returning gone.id`.execute(tx)
  const ids = gone.rows.map(({ id }) => id)
  await sql`delete from series_join_races where joinid = any(${ids}::bigint[])`.execute(tx)
  await sql`update series_joins set uid = ${to} where uid = ${from}`.execute(tx)
  await sql`update series_join_races set uid = ${to} where uid = ${from}`.execute(tx)
}
