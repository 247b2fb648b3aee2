import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { entered, packRows, registrationRows } from '#features/registrations/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { DeskQuarter } from './figures.rules.ts'

const live = 'not exists (select from handouts u where u.raceid = h.raceid and u.undoes = h.entry)'
export const countQuarters = (db: Db, raceid: number): Promise<DeskQuarter[]> =>
  named<DeskQuarter>(
    db,
    'desks: quarters',
    `select h.deskid, date_bin('15 minutes', h.at, timestamptz '2000-01-01 00:00Z') as quarter, count(*)::int as packs
      from handouts h where h.raceid = $1 and h.kind = 'pack' and ${live}
      group by h.deskid, quarter order by quarter`,
    [raceid],
  )
/** Counts, for each event, the registrations that will run, and how many of their packs were handed out. */
export const countPacks = (db: Db, raceid: number): Promise<{ eventid: number; expected: number; handed: number }[]> =>
  named(
    db,
    'desks: packs counted',
    `select r.eventid, count(*)::int as expected, (count(*) filter (where exists (select from handouts h
          where h.raceid = r.raceid and h.registrationid = r.id and h.kind = 'pack' and ${live})))::int as handed
        from ${registrationRows.text} r where r.raceid = $1 and ${entered('r')} group by r.eventid order by r.eventid`,
    [raceid],
  )
export const hasHandouts = async (db: Db, raceid: number): Promise<boolean> =>
  (await named(db, 'desks: any entry', 'select 1 from handouts where raceid = $1 limit 1', [raceid])).length > 0
/** Lists the registrations whose pack was handed out more than once, the newest first. */
export const listClashing = async (db: Db, raceid: number, limit: number): Promise<number[]> =>
  (
    await named<{ registrationid: number }>(
      db,
      'desks: clashes',
      `select h.registrationid from handouts h where h.raceid = $1 and h.kind = 'pack' and ${live}
        group by h.registrationid having count(*) > 1 order by max(h.id) desc limit $2`,
      [raceid, limit],
    )
  ).map(({ registrationid }) => registrationid)
/** The condition of an entry in doubt. An undo that came before its entry is in doubt only until the entry comes. */
const doubtful = `h.doubts <> '[]'::jsonb and ${live}
  and not (h.doubts = '["entry_not_found"]'::jsonb
    and exists (select from handouts t where t.raceid = h.raceid and t.entry = h.undoes))`
export const countDoubtful = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'desks: doubtful',
      `select count(*)::int as n from handouts h where h.raceid = $1 and ${doubtful}`,
      [raceid],
    )
  )[0]!.n
/** Lists the registrations of the newest entries in doubt, with the numbers of these entries. */
export const listDoubtful = (
  db: Db,
  raceid: number,
  limit: number,
): Promise<{ entry: string; registrationid: number }[]> =>
  named(
    db,
    'desks: doubtful entries',
    `select h.entry::text as entry, h.registrationid from handouts h where h.raceid = $1 and ${doubtful}
      order by h.id desc limit $2`,
    [raceid, limit],
  )
/** Lists the bibs of a race's live registrations. */
export const listWorn = (tx: Tx, raceid: number): Promise<{ id: number; printed: string }[]> =>
  named(
    tx,
    'desks: worn bibs',
    `select id, printed from ${packRows.text} r where raceid = $1 and printed is not null and not over order by id`,
    [raceid],
  )

export type SettledRow = { registrationid: number; packs: string[]; note: string; staff: string | null; at: Date }
/** Lists the newest settlement of each of these registrations. */
export const listSettled = (db: Db, raceid: number, ids: readonly number[]): Promise<SettledRow[]> =>
  named<SettledRow>(
    db,
    'desks: settled',
    `select distinct on (e.registrationid) e.registrationid, e.packs, e.note, s.name as staff, e.at
      from desk_settlements e left join ${staffRows.text} s on s.staffid = e.staffid
      where e.raceid = $1 and e.registrationid = any($2::bigint[]) order by e.registrationid, e.id desc`,
    [raceid, ids],
  )
export const insertSettlement = async (
  tx: Tx,
  {
    packs,
    ...row
  }: {
    raceid: number
    registrationid: number
    packs: readonly string[]
    note: string
    staffid: number | null
    at: Date
  },
): Promise<void> => {
  await tx
    .insertInto('desk_settlements')
    .values({ ...row, packs: jsonb(packs) })
    .execute()
}
