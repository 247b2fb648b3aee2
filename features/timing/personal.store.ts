import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

/**
 * Removes the name, the ages and the club of a runner from a start list of another source. If the list is uploaded
 * again, they stay removed. In `others`, the events in which another person has the bib, the row stays.
 */
export const eraseRunner = async (
  tx: Tx,
  raceid: number,
  bib: string,
  others: readonly number[],
  now: Date,
): Promise<void> => {
  await sql`update timing_runners
    set name = null, age = null, age_in_year = null, club = null, erased_at = ${now}
    where raceid = ${raceid} and bib = ${bib} and eventid <> all(${others}::int[])`.execute(tx)
}

/** Empties the notes that people at aid stations wrote about these bibs. */
export const eraseNotes = async (tx: Tx, raceid: number, bibs: readonly string[]): Promise<number> => {
  const done = await tx
    .updateTable('timing_entries')
    .set({ note: null })
    .where('raceid', '=', raceid)
    .where('bib', 'in', [...bibs])
    .where('note', 'is not', null)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}
/** Lists the printed bibs of registrations after one id and up to another. */
export const bibsBetween = async (
  tx: Tx,
  raceid: number,
  { after, upto }: { after: number; upto: number },
): Promise<string[]> =>
  (
    await named<{ bib: string }>(
      tx,
      'timing: bibs of registrations',
      `select coalesce(prefix_bib, '') || bib as bib from ${registrationRows.text} registrations
        where raceid = $1 and id > $2 and id <= $3 and bib is not null`,
      [raceid, after, upto],
    )
  ).map(({ bib }) => bib)
/** Empties notes about bibs that no registration has, such as the bibs on a start list of another source. */
export const eraseStrangersNotes = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`update timing_entries e set note = null where e.raceid = ${raceid} and e.note is not null
    and not exists (select from ${sql.raw(registrationRows.text)} r where r.raceid = e.raceid
      and coalesce(r.prefix_bib, '') || r.bib = e.bib)`.execute(tx)
}
export const countNotes = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'timing: notes kept',
      'select count(*)::int as n from timing_entries where raceid = $1 and note is not null',
      [raceid],
    )
  )[0]!.n
/** Lists the entries about a registration's bib that nobody took back. */
export const listWritten = (
  db: Db,
  raceid: number,
  registrationid: number,
): Promise<{ kind: 'in' | 'out' | 'drop' | 'note'; at: Date; station: string; bib: string }[]> =>
  named(
    db,
    'timing: written on a person',
    `select e.kind, e.at, s.name as station, e.bib from timing_entries e
      join timing_devices d on d.raceid = e.raceid and d.id = e.deviceid
      join timing_stations s on s.raceid = d.raceid and s.id = d.stationid
      join ${registrationRows.text} r on r.raceid = e.raceid and coalesce(r.prefix_bib, '') || r.bib = e.bib
      where e.raceid = $1 and r.id = $2
        and not exists (select from timing_entries u where u.raceid = e.raceid and u.undoes = e.entry)
      order by e.id`,
    [raceid, registrationid],
  )
