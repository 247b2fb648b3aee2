import { type Db, type Tx, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { resultRows, sheetRows } from '#features/results/public.store.ts'

/** The finishers of all events that have published results. */
const finishers = `(select r.raceid, r.id, r._key, r.uid, r.name, coalesce(r.prefix_bib, '') || coalesce(r.bib, '') as bib
  from ${registrationRows.text} r
  join ${resultRows.text} x on x.raceid = r.raceid and x.registrationid = r.id
  join ${sheetRows.text} h on h.raceid = x.raceid and h.eventid = x.eventid
  where x.outcome = 'finished' and h.published_at is not null)`

export type FinisherRow = { id: number; _key: string; uid: number; name: string; bib: string }
export const listFinishersOf = (on: Db | Tx, raceid: number, uid: number): Promise<FinisherRow[]> =>
  named<FinisherRow>(
    on,
    'luckydraws: finishers of account',
    `select distinct id, _key, uid, name, bib from ${finishers} f where f.raceid = $1 and f.uid = $2`,
    [raceid, uid],
  )
export const finisherByBib = async (on: Db | Tx, raceid: number, bib: string): Promise<FinisherRow | undefined> =>
  (
    await named<FinisherRow>(
      on,
      'luckydraws: finisher by bib',
      `select id, _key, uid, name, bib from ${finishers} f where f.raceid = $1 and f.bib = $2 limit 1`,
      [raceid, bib],
    )
  )[0]
/** Lists everybody who takes part: all finishers, or only the finishers who are present. */
export const listToDraw = (tx: Tx, raceid: number, drawid: number, present: boolean): Promise<FinisherRow[]> =>
  named<FinisherRow>(
    tx,
    'luckydraws: to draw',
    `select distinct f.id, f._key, f.uid, f.name, f.bib from ${finishers} f where f.raceid = $1 and (not $3::boolean or
      exists (select from luckydraw_presences p where p.raceid = $1 and p.drawid = $2 and p.registrationid = f.id))`,
    [raceid, drawid, present],
  )
export const notePresence = async (
  on: Db | Tx,
  raceid: number,
  drawid: number,
  registrationids: readonly number[],
  staffid: number | null,
  now: Date,
): Promise<void> => {
  await named(
    on,
    'luckydraws: present',
    `insert into luckydraw_presences (raceid, drawid, registrationid, staffid, at)
      select $1, $2, id, $4, $5 from unnest($3::bigint[]) as one (id) on conflict do nothing`,
    [raceid, drawid, registrationids, staffid, now],
  )
}
export const isFinisherPresent = async (
  on: Db | Tx,
  raceid: number,
  drawid: number,
  registrationids: readonly number[],
): Promise<boolean> =>
  (
    await named(
      on,
      'luckydraws: is present',
      `select 1 from luckydraw_presences where raceid = $1 and drawid = $2 and registrationid = any($3::bigint[]) limit 1`,
      [raceid, drawid, registrationids],
    )
  ).length > 0
export const countPresent = async (on: Db | Tx, raceid: number, drawid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      on,
      'luckydraws: count present',
      'select count(*)::integer as n from luckydraw_presences where raceid = $1 and drawid = $2',
      [raceid, drawid],
    )
  )[0]!.n

export type StageEntryRow = {
  entry: Buffer
  registrationid: number
  uid: number
  salt: string
  rank: number | null
  fate: 'won' | 'absent' | null
  gift: number | null
  at: Date | null
}
export const insertEntries = async (
  tx: Tx,
  raceid: number,
  drawid: number,
  rows: readonly Pick<StageEntryRow, 'entry' | 'registrationid' | 'uid' | 'salt'>[],
): Promise<void> => {
  await named(
    tx,
    'luckydraws: entries',
    `insert into luckydraw_entries (raceid, drawid, entry, registrationid, uid, salt)
      select $1, $2, entry, registrationid, uid, salt
      from unnest($3::bytea[], $4::bigint[], $5::bigint[], $6::text[]) as one (entry, registrationid, uid, salt)`,
    [
      raceid,
      drawid,
      rows.map(({ entry }) => entry),
      rows.map(({ registrationid }) => registrationid),
      rows.map(({ uid }) => uid),
      rows.map(({ salt }) => salt),
    ],
  )
}
export const listEntries = (on: Db | Tx, raceid: number, drawid: number): Promise<StageEntryRow[]> =>
  named<StageEntryRow>(
    on,
    'luckydraws: list',
    `select entry, registrationid, uid, salt, rank, fate, gift, at from luckydraw_entries
      where raceid = $1 and drawid = $2 order by entry`,
    [raceid, drawid],
  )
export const saveRanks = async (tx: Tx, raceid: number, drawid: number, ids: readonly Buffer[]): Promise<void> => {
  await named(
    tx,
    'luckydraws: ranks',
    `update luckydraw_entries e set rank = one.rank
      from unnest($3::bytea[]) with ordinality as one (entry, rank)
      where e.raceid = $1 and e.drawid = $2 and e.entry = one.entry`,
    [raceid, drawid, ids],
  )
}
export const saveStageOutcome = async (
  tx: Tx,
  raceid: number,
  drawid: number,
  { rank, fate, gift }: { rank: number; fate: 'won' | 'absent'; gift: number | null },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'luckydraws: fate',
    `update luckydraw_entries set fate = $4, gift = $5, at = $6 where raceid = $1 and drawid = $2 and rank = $3`,
    [raceid, drawid, rank, fate, gift, now],
  )
}
export type CalledRow = StageEntryRow & { rank: number; name: string; bib: string }
/** Lists the entries that were called on stage, and the entry of the next rank if `next` is set. */
export const listCalled = (on: Db | Tx, raceid: number, drawid: number, next = false): Promise<CalledRow[]> =>
  named<CalledRow>(
    on,
    'luckydraws: called',
    `select e.entry, e.registrationid, e.uid, e.salt, e.rank, e.fate, e.gift, e.at, r.name,
        coalesce(r.prefix_bib, '') || coalesce(r.bib, '') as bib
      from luckydraw_entries e join ${registrationRows.text} r on r.raceid = e.raceid and r.id = e.registrationid
      where e.raceid = $1 and e.drawid = $2 and (e.fate is not null or ($3::boolean and e.rank = 1 + (select
        coalesce(max(rank), 0) from luckydraw_entries c where c.raceid = $1 and c.drawid = $2 and c.fate is not null)))
      order by e.rank`,
    [raceid, drawid, next],
  )
export const listToSeed = (db: Db): Promise<{ raceid: number; id: number }[]> =>
  named<{ raceid: number; id: number }>(
    db,
    'luckydraws: to seed',
    `select raceid, id from luckydraws where state = 'frozen' and source = 'beacon' order by raceid, id`,
    [],
  )
