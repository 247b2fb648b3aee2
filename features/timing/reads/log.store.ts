import { rowsFor } from '#db/pages.ts'
import { type Db, named } from '#db/db.ts'
import { namePattern } from '#contract/names/han.ts'
import { staffRows } from '#features/staff/public.store.ts'
import { resultRows, sheetRows, rankingInputRows } from '#features/results/public.store.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import type { GenderLetter, ResultOutcome } from '#features/results/rules.ts'
import { inLike } from '#db/names/nameSearch.ts'
import type { ChipLine } from './chips.store.ts'

export type StationCount = {
  stationid: number
  deviceid: number
  reads: number
  runners: number
  first_ms: number
  last_ms: number
}
/**
 * Counts the reads and the chips of each reader of a race, with the first and the last corrected time. A reader without
 * reads is left out.
 */
export const countReads = (db: Db, raceid: number): Promise<StationCount[]> =>
  named<StationCount>(
    db,
    'timing: reads counted',
    `select d.stationid, d.id as deviceid, count(*) as reads, count(distinct r.chip) as runners,
        min(r.at_ms) + d.offset_ms as first_ms, max(r.at_ms) + d.offset_ms as last_ms
     from timing_devices d
     join timing_reads r on r.raceid = d.raceid and r.deviceid = d.id
     where d.raceid = $1
     group by d.stationid, d.id, d.offset_ms`,
    [raceid],
  )
/** Counts the different chips that the readers of a station have seen. */
export const countRunners = (db: Db, raceid: number): Promise<{ stationid: number; runners: number }[]> =>
  named(
    db,
    'timing: runners by station',
    `select d.stationid, count(distinct r.chip) as runners
      from timing_devices d
      join timing_reads r on r.raceid = d.raceid and r.deviceid = d.id
      where d.raceid = $1
      group by d.stationid`,
    [raceid],
  )
export const countBehind = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'timing: reads behind',
      `select count(*) as n
        from timing_reads
        where raceid = $1 and id > coalesce((select read_upto from timing_progress where raceid = $1), 0)`,
      [raceid],
    )
  )[0]!.n

const nobodys = `not exists (select 1 from timing_runners l where l.raceid = $1 and l.bib = coalesce(c.bib, r.chip))
  and not exists (select 1 from ${registrationRows.text} g where g.raceid = $1
    and coalesce(g.prefix_bib, '') || g.bib = coalesce(c.bib, r.chip)
    and g.bib is not null and g.deleted_at is null and g.closed_at is null)`
/** Lists chips that were read and whose bib belongs to nobody. */
export const listUnclaimed = (db: Db, raceid: number): Promise<ChipLine[]> =>
  named<ChipLine>(
    db,
    'timing: unclaimed chips',
    `select r.chip, coalesce(c.bib, r.chip) as bib from (select distinct chip from timing_reads where raceid = $1) r
     left join timing_chips c on c.raceid = $1 and c.chip = r.chip where ${nobodys}`,
    [raceid],
  )

export type LoggedRead = {
  id: number
  deviceid: number
  device: string
  stationid: number
  station: string
  chip: string
  bib: string | null
  at_ms: number
  offset_ms: number
  kind: string | null
  margin_ms: number | null
  ignored: boolean
  received_at: Date
}
/** Lists raw reads, newest first. One row more than `limit` shows that there is another page. */
export const listLogged = (
  db: Db,
  filter: {
    raceid: number
    stationid: number | null
    deviceid: number | null
    /** Limits the list to these chips. */
    chips: readonly string[] | null
    after: number | null
    limit: number
  },
): Promise<LoggedRead[]> =>
  named<LoggedRead>(
    db,
    'timing: log',
    `select r.id, r.deviceid, d.name as device, d.stationid, s.name as station, r.chip, c.bib, r.at_ms, d.offset_ms,
        r.kind, r.margin_ms, r.ignored, r.received_at
     from timing_reads r
     join timing_devices d on d.raceid = r.raceid and d.id = r.deviceid
     join timing_stations s on s.raceid = d.raceid and s.id = d.stationid
     left join timing_chips c on c.raceid = r.raceid and c.chip = r.chip
     where r.raceid = $1 and ($2::int is null or d.stationid = $2) and ($3::int is null or r.deviceid = $3)
       and ($4::bigint is null or r.id < $4) 
       and ($6::text[] is null or r.chip = any($6)) order by r.id desc limit $5`,
    [filter.raceid, filter.stationid, filter.deviceid, filter.after, rowsFor(filter.limit), filter.chips],
  )

export type EventCount = { eventid: number; finished: number; running: number; doubtful: number }
export const countResults = (db: Db, raceid: number): Promise<EventCount[]> =>
  named<EventCount>(
    db,
    'timing: results counted',
    `select eventid, count(*) filter (where outcome = 'finished') as finished,
        count(*) filter (where outcome = 'running') as running, count(*) filter (where doubts <> '{}') as doubtful
      from ${resultRows.text} results
      where raceid = $1
      group by eventid`,
    [raceid],
  )
export const countEntrants = (db: Db, raceid: number): Promise<{ eventid: number; n: number }[]> =>
  named(
    db,
    'timing: entrants counted',
    `select eventid, count(*) as n
      from (select eventid from ${registrationRows.text} registrations where raceid = $1 and bib is not null and ${entered('registrations')}
      union all select eventid from timing_runners where raceid = $1) one group by eventid`,
    [raceid],
  )
export const countLists = async (db: Db, raceid: number): Promise<{ chips: number; listed: number }> =>
  (
    await named<{ chips: number; listed: number }>(
      db,
      'timing: lists counted',
      'select (select count(*) from timing_chips where raceid = $1) as chips, (select count(*) from timing_runners where raceid = $1) as listed',
      [raceid],
    )
  )[0]!

/** The values by which `withRanks` (results/ranking/ranks.service.ts) finds the ranks. */
type Ranked = { raceid: number; eventid: number; id: number; outcome: ResultOutcome; inputs_version: string | null }
export type TimedBib = Omit<Ranked, 'id' | 'outcome'> & {
  id: number | null
  outcome: ResultOutcome | null
  bib: string
  name: string | null
  gun_ms: number | null
  doubts: string[]
  corrected: boolean
}
const ofResult = `r.raceid, r.eventid, r.id, t.version as inputs_version, r.bib, r.name, r.outcome, r.gun_ms, r.doubts, r.original is not null as corrected from ${resultRows.text} r left join ${rankingInputRows.text} t on t.raceid = r.raceid and t.eventid = r.eventid`
const ofNobody = 'null::bigint, null::text'
/**
 * Finds results by bib, by the end of a bib, or by part of the name. It also finds people without a result, on start
 * lists and in registrations, by bib or by part of the name. With `doubtful` it finds only results with a doubt.
 */
export const searchTimed = (
  db: Db,
  {
    raceid,
    eventid,
    q,
    bibs,
    doubtful,
  }: {
    raceid: number
    eventid: number | null
    q: string
    /** The bibs that `q` could mean. */
    bibs: readonly string[]
    doubtful: boolean
  },
): Promise<TimedBib[]> => {
  const end = inLike(q)
  return named<TimedBib>(
    db,
    doubtful ? 'timing: search doubtful' : 'timing: search',
    doubtful
      ? `select ${ofResult} where r.raceid = $1 and ($2::int is null or r.eventid = $2) and r.doubts <> '{}'
           and ($3 = '' or r.bib = any($5::text[]) or r.name ~* $4)
         order by r.outcome <> 'finished', r.gun_ms, r.id limit 50`
      : `select * from (
           select ${ofResult} where r.raceid = $1 and ($2::int is null or r.eventid = $2)
             and ($3 = '' or r.bib = any($5::text[]) or r.bib like upper($6) or r.name ~* $4)
           union all
           select l.raceid, l.eventid, ${ofNobody}, l.bib, l.name, null, null, '{}'::text[], false from timing_runners l
           where l.raceid = $1 and ($2::int is null or l.eventid = $2) and $3 <> ''
             and (l.bib = any($5::text[]) or l.name ~* $4)
             and not exists (select 1 from ${resultRows.text} r where r.raceid = $1 and r.bib = l.bib)
             and not exists (select 1 from ${registrationRows.text} g where g.raceid = $1
               and coalesce(g.prefix_bib, '') || g.bib = l.bib
               and g.bib is not null and g.deleted_at is null and g.closed_at is null)
           union all
           select g.raceid, g.eventid, ${ofNobody}, coalesce(g.prefix_bib, '') || g.bib, g.name, null, null,
             '{}'::text[], false
           from ${registrationRows.text} g where g.raceid = $1 and ($2::int is null or g.eventid = $2)
             and $3 <> '' and g.bib is not null
             and (coalesce(g.prefix_bib, '') || g.bib = any($5::text[]) or g.name ~* $4)
             and g.deleted_at is null and g.closed_at is null
             and not exists (select 1 from ${resultRows.text} r where r.raceid = $1
               and r.bib = coalesce(g.prefix_bib, '') || g.bib)
         ) one order by (bib = any($5::text[])) desc, outcome is distinct from 'finished',
           gun_ms nulls last, bib limit 50`,
    [raceid, eventid, q, namePattern(q), bibs, ...(doubtful ? [] : [`%${end}`])],
  )
}

export type TimedResultRow = Ranked & {
  bib: string
  name: string | null
  reason: string | null
  gender: GenderLetter | null
  agegroup: string | null
  gun_ms: number | null
  net_ms: number | null
  splits: (number | null)[]
  doubts: string[]
  timed: boolean
  original: { gun_ms: number | null; net_ms: number | null; splits: (number | null)[] } | null
  points: { label: string; metres: number | null }[]
  clock: 'gun' | 'net'
}
export const findResult = async (
  db: Db,
  raceid: number,
  eventid: number,
  bib: string,
): Promise<TimedResultRow | undefined> =>
  (
    await named<TimedResultRow>(
      db,
      'timing: result of a bib',
      `select r.raceid, r.eventid, r.id, t.version as inputs_version, r.bib, r.name, r.outcome, r.reason, r.gender,
          r.agegroup, r.gun_ms, r.net_ms, r.splits, r.doubts, r.timed, r.original, s.points, s.clock
       from ${resultRows.text} r
       join ${sheetRows.text} s on s.raceid = r.raceid and s.eventid = r.eventid
       left join ${rankingInputRows.text} t on t.raceid = r.raceid and t.eventid = r.eventid
       where r.raceid = $1 and r.bib = $3 and r.eventid = $2`,
      [raceid, eventid, bib],
    )
  )[0]

export const findBibOfKey = async (
  db: Db,
  raceid: number,
  key: string,
): Promise<{ bib: string; eventid: number } | undefined> =>
  (
    await named<{ bib: string; eventid: number }>(
      db,
      'timing: bib of a key',
      `select coalesce(prefix_bib, '') || bib as bib, eventid
        from ${registrationRows.text} registrations
        where raceid = $1 and _key = $2 and bib is not null and deleted_at is null`,
      [raceid, key],
    )
  )[0]
type ShownTimed = Ranked & { gun_ms: number | null; net_ms: number | null }
/** Finds a published result of ours, to show it beside the result of another firm. */
export const findPublishedResult = async (
  db: Db,
  raceid: number,
  bib: string,
  now: Date,
): Promise<ShownTimed | undefined> =>
  (
    await named<ShownTimed>(
      db,
      'timing: shown result of a bib',
      `select r.raceid, r.eventid, r.id, t.version as inputs_version, r.outcome, r.gun_ms, r.net_ms
        from ${resultRows.text} r
        join ${sheetRows.text} s on s.raceid = r.raceid and s.eventid = r.eventid
        left join ${rankingInputRows.text} t on t.raceid = r.raceid and t.eventid = r.eventid
        where r.raceid = $1 and r.bib = $2 and s.published_at <= $3
        order by r.eventid
        limit 1`,
      [raceid, bib, now],
    )
  )[0]
/**
 * Finds the printed bibs of runners who hide their names. The wish to hide is in a result, in a live registration, or
 * in both.
 */
export const hiddenOf = async (db: Db, raceid: number, bibs: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await named<{ bib: string }>(
        db,
        'timing: bibs of hidden names',
        `select bib from ${resultRows.text} results where raceid = $1 and bib = any($2::text[]) and hide_name
         union select coalesce(prefix_bib, '') || bib from ${registrationRows.text} registrations where raceid = $1 and hide_name
           and coalesce(prefix_bib, '') || bib = any($2::text[]) and bib is not null
           and deleted_at is null and closed_at is null`,
        [raceid, bibs],
      )
    ).map(({ bib }) => bib),
  )
export const staffNames = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(staffRows.as('staff'))
    .select(['staffid', 'name'])
    .where('staffid', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ staffid, name }) => [staffid, name]))
}
