import type { StoryOf } from '#contract/story.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { chipsByBib, resultsByBib } from '../public.store.ts'
import type { RunChange, HeldBib } from './runs.rules.ts'

type Runner = { id: number; eventid: number; name: string; prefix: string; bib: string | null; bib_at: Date | null }
const columns = `r.id, r.eventid, r.name, coalesce(r.prefix_bib, '') as prefix, r.bib, r.bib_at`
/** Lists the entered runners of an event who have a number. */
export const listWearers = (tx: Tx, raceid: number, eventid: number): Promise<Runner[]> =>
  named<Runner>(
    tx,
    'bibs: wearers of event',
    `select ${columns} from ${registrationRows.text} r
     where r.raceid = $1 and r.eventid = $2 and r.bib is not null and ${entered('r')}`,
    [raceid, eventid],
  )
/** Lists the live registrations of a run, each as it is now. */
export const listOfRun = (tx: Tx, raceid: number, runid: number): Promise<(Runner & { due: boolean })[]> =>
  named<Runner & { due: boolean }>(
    tx,
    'bibs: registrations of run',
    `select ${columns}, (${entered('r')}) as due
     from bib_run_rows w join ${registrationRows.text} r on r.raceid = w.raceid and r.id = w.registrationid
     where w.raceid = $1 and w.runid = $2 and r.deleted_at is null and r.closed_at is null`,
    [raceid, runid],
  )

export type BibRunRow = {
  id: number
  kind: 'given' | 'renumbered' | 'undone'
  bulkid: number | null
  undoes: number | null
  count: number
  first: string | null
  last: string | null
  at: Date
}
export type RunLine = BibRunRow & { by: string | null; undone: boolean }
export const listRuns = (
  db: Db,
  raceid: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<RunLine[]> =>
  named<RunLine>(
    db,
    'bibs: runs',
    `select n.id, n.kind, n.bulkid, n.undoes, n.count, n.first, n.last, n.at, s.name as by, u.id is not null as undone
     from bib_runs n
     left join ${staffRows.text} s on s.staffid = n.staffid
     left join bib_runs u on u.raceid = n.raceid and u.undoes = n.id
     where n.raceid = $1 and ($2::bigint is null or n.id < $2)
     order by n.id desc limit $3`,
    [raceid, before ?? null, limit],
  )
/** Finds a run, and whether somebody has undone it. A caller that writes holds the lock on the numbers. */
export const findRun = async (
  on: Db | Tx,
  raceid: number,
  id: number,
): Promise<(BibRunRow & { undone: boolean }) | undefined> =>
  (
    await named<BibRunRow & { undone: boolean }>(
      on,
      'bibs: run',
      `select n.id, n.kind, n.bulkid, n.undoes, n.count, n.first, n.last, n.at,
         exists (select from bib_runs u where u.raceid = n.raceid and u.undoes = n.id) as undone
       from bib_runs n where n.raceid = $1 and n.id = $2`,
      [raceid, id],
    )
  )[0]
export const listChanges = async (tx: Tx, raceid: number, runid: number): Promise<RunChange[]> =>
  (
    await named<{
      id: number
      before_prefix: string | null
      before_bib: string | null
      prefix: string | null
      bib: string | null
    }>(
      tx,
      'bibs: changes of run',
      `select registrationid as id, before_prefix, before_bib, prefix, bib from bib_run_rows
       where raceid = $1 and runid = $2 order by registrationid`,
      [raceid, runid],
    )
  ).map(({ id, before_prefix, before_bib, prefix, bib }) => ({
    id,
    before: { id, prefix: before_prefix ?? '', bib: before_bib },
    after: { id, prefix: prefix ?? '', bib },
  }))

export type NewRun = {
  raceid: number
  kind: BibRunRow['kind']
  staffid: number | null
  bulkid?: number | undefined
  undoes?: number | undefined
  first: string | null
  last: string | null
  at: Date
}
/** Saves a run. All parts of one bulk action go into the same run. */
export const insertRun = async (tx: Tx, run: NewRun, changes: readonly RunChange[]): Promise<number> => {
  const [row] = await named<{ id: number }>(
    tx,
    'bibs: new run',
    `insert into bib_runs (raceid, kind, staffid, bulkid, undoes, count, first, last, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (raceid, bulkid) do update set count = bib_runs.count + excluded.count, last = excluded.last
     returning id`,
    [
      run.raceid,
      run.kind,
      run.staffid,
      run.bulkid ?? null,
      run.undoes ?? null,
      changes.length,
      run.first,
      run.last,
      run.at,
    ],
  )
  const text = (held: HeldBib) => (held.prefix === '' ? null : held.prefix)
  await named(
    tx,
    'bibs: rows of run',
    `insert into bib_run_rows (raceid, runid, registrationid, before_prefix, before_bib, prefix, bib)
     select $1, $2, * from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[])
     on conflict do nothing`,
    [
      run.raceid,
      row!.id,
      changes.map(({ id }) => id),
      changes.map(({ before }) => text(before)),
      changes.map(({ before }) => before.bib),
      changes.map(({ after }) => text(after)),
      changes.map(({ after }) => after.bib),
    ],
  )
  return row!.id
}

export type Printed = { eventid: number | null; at: Date }
/** Finds the time of the last file for the print shop, for each event. `eventid` null means a file with all events. */
export const lastPrints = (on: Db | Tx, raceid: number): Promise<Printed[]> =>
  named<Printed>(
    on,
    'bibs: last prints',
    'select eventid, max(at) as at from bib_prints where raceid = $1 group by eventid',
    [raceid],
  )
export const insertPrint = async (
  db: Db,
  row: { raceid: number; eventid: number | null; staffid: number | null; rows: number; at: Date },
): Promise<void> => {
  await db.insertInto('bib_prints').values(row).execute()
}

/** Counts the results and the chips that belong to these bibs. */
export const countNamed = async (
  tx: Tx,
  raceid: number,
  printed: readonly string[],
): Promise<{ results: number; chips: number }> =>
  (
    await named<{ results: number; chips: number }>(
      tx,
      'bibs: named by results and chips',
      `select (select count(*)::int from ${resultsByBib.get().text} t where t.raceid = $1 and t.bib = any($2::text[])) as results,
         (select count(*)::int from ${chipsByBib.get().text} c where c.raceid = $1 and c.bib = any($2::text[])) as chips`,
      [raceid, printed],
    )
  )[0]!

/**
 * Lists the bibs (at most 200) that a registration got when staff gave bibs to whole events. The log does not name the
 * runners of such an assignment. For every other change of a bib the log names the runner.
 */
export const listGivenForStory = (
  db: Db,
  { raceid, id }: StoryOf,
): Promise<{ at: Date; staff: string | null; bib: string }[]> =>
  named<{ at: Date; staff: string | null; bib: string }>(
    db,
    'bibs: given to registration',
    `select n.at, s.name as staff, coalesce(w.prefix, '') || w.bib as bib
     from bib_run_rows w
     join bib_runs n on n.raceid = w.raceid and n.id = w.runid
     left join ${staffRows.text} s on s.staffid = n.staffid
     where w.raceid = $1 and w.registrationid = $2 and n.kind = 'given' and n.bulkid is null and w.bib is not null
     order by n.id desc limit 200`,
    [raceid, id],
  )

export const eraseRunRows = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await tx
    .deleteFrom('bib_run_rows')
    .where('raceid', '=', raceid)
    .where('registrationid', '=', registrationid)
    .execute()
}
