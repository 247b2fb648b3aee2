import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import type { EntryDoubt, EntryKind } from './entries.rules.ts'

export type NewAidEntry = {
  entry: string
  deviceid: number
  kind: EntryKind
  bib: string | null
  clock: string | null
  note: Buffer | null
  undoes: string | null
  doubts: readonly EntryDoubt[]
  device_at: Date
  at: Date
}
/** Writes an entry. Returns false if the race has it already. The caller has locked the race's reads. */
export const insertEntry = async (
  tx: Tx,
  raceid: number,
  { doubts, ...row }: NewAidEntry,
  now: Date,
): Promise<boolean> => {
  const done = await tx
    .insertInto('timing_entries')
    .values({ raceid, ...row, doubts: jsonb(doubts), received_at: now })
    .onConflict((on) => on.columns(['raceid', 'entry']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type AidEntryRow = Omit<NewAidEntry, 'device_at'> & {
  id: number
  stationid: number
  station: string
  phone: string
  received_at: Date
  decision: 'dnf' | 'goes_on' | null
  decided_by: number | null
  decided_at: Date | null
  undone: boolean
}
const columns = `e.id, e.entry, e.deviceid, e.kind, e.bib, e.clock, e.note, e.undoes, e.doubts, e.at, e.received_at,
  e.decision, e.decided_by, e.decided_at, d.stationid, d.name as phone, s.name as station,
  exists (select from timing_entries u where u.raceid = e.raceid and u.undoes = e.entry) as undone`
const joined = `timing_entries e
  join timing_devices d on d.raceid = e.raceid and d.id = e.deviceid
  join timing_stations s on s.raceid = d.raceid and s.id = d.stationid`
export const findEntry = async (on: Db | Tx, raceid: number, entry: string): Promise<AidEntryRow | undefined> =>
  (
    await named<AidEntryRow>(
      on,
      'timing: entry',
      `select ${columns} from ${joined} where e.raceid = $1 and e.entry = $2`,
      [raceid, entry],
    )
  )[0]
/** Lists the entries of these bibs, with the entries that undo them. */
export const listOfBibs = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<AidEntryRow[]> =>
  named<AidEntryRow>(
    on,
    'timing: entries of bibs',
    `select ${columns} from ${joined} where e.raceid = $1 and e.bib = any($2::text[]) order by e.id`,
    [raceid, bibs],
  )
/**
 * Lists drop-outs, undecided drop-outs first. A drop-out that was taken back stays in the list if staff have decided
 * that the runner did not finish.
 */
export const listDrops = (on: Db | Tx, raceid: number): Promise<AidEntryRow[]> =>
  named<AidEntryRow>(
    on,
    'timing: drop-outs',
    `select ${columns} from ${joined} where e.raceid = $1 and e.kind = 'drop' and (e.decision = 'dnf'
       or not exists (select from timing_entries u where u.raceid = e.raceid and u.undoes = e.entry))
       order by e.decided_at is not null, e.at desc`,
    [raceid],
  )
/** Lists entries, the newest first. `odd` limits the list to live entries with a doubt. */
export const pageEntries = (
  on: Db | Tx,
  raceid: number,
  { odd, after, limit }: { odd: boolean; after: number | null; limit: number },
): Promise<AidEntryRow[]> =>
  named<AidEntryRow>(
    on,
    'timing: entries',
    `select ${columns} from ${joined} where e.raceid = $1 and ($2::bigint is null or e.id < $2)
       and (not $4 or (e.doubts <> '[]' and e.kind <> 'undo'
         and not exists (select from timing_entries u where u.raceid = e.raceid and u.undoes = e.entry)))
       order by e.id desc limit $3`,
    [raceid, after, limit, odd],
  )

/**
 * Counts the runners of each station by the live entries of each kind. `there` counts the runners who came in, and who
 * neither went out nor dropped out.
 */
export const countStations = (
  db: Db,
  raceid: number,
): Promise<{ stationid: number; ins: number; outs: number; drops: number; there: number; last_at: Date }[]> =>
  named(
    db,
    'timing: aid stations',
    `with live as (
       select d.stationid, e.kind, e.bib, e.at from timing_entries e
       join timing_devices d on d.raceid = e.raceid and d.id = e.deviceid
       where e.raceid = $1 and e.kind in ('in', 'out', 'drop')
         and not exists (select from timing_entries u where u.raceid = e.raceid and u.undoes = e.entry)),
     runners as (
       select stationid, bib, bool_or(kind = 'in') as came, bool_or(kind = 'out') as went,
         bool_or(kind = 'drop') as dropped, max(at) as at
       from live group by stationid, bib)
     select stationid, (count(*) filter (where came))::int as ins, (count(*) filter (where went))::int as outs,
       (count(*) filter (where dropped))::int as drops,
       (count(*) filter (where came and not went and not dropped))::int as there, max(at) as last_at
     from runners group by stationid`,
    [raceid],
  )
export const countOfPhones = (db: Db, raceid: number): Promise<{ deviceid: number; entries: number }[]> =>
  named(
    db,
    'timing: entries of phones',
    'select deviceid, count(*)::int as entries from timing_entries where raceid = $1 group by deviceid',
    [raceid],
  )
export const isTakenBack = async (tx: Tx, raceid: number, entry: string): Promise<boolean> =>
  (
    await named<{ entry: string }>(
      tx,
      'timing: entry taken back',
      'select entry from timing_entries where raceid = $1 and undoes = $2 limit 1',
      [raceid, entry],
    )
  ).length > 0
export const decideEntry = async (
  tx: Tx,
  raceid: number,
  entry: string,
  { decision, staffid, now }: { decision: 'dnf' | 'goes_on'; staffid: number | null; now: Date },
): Promise<boolean> => {
  const done = await tx
    .updateTable('timing_entries')
    .set({ decision, decided_by: staffid, decided_at: now })
    .where('raceid', '=', raceid)
    .where('entry', '=', entry)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}
