import { sql } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'
import { entered, registrationRows } from '#features/registrations/public.store.ts'
import { type CoursePoint, type TimingRules, type Wave, rulesOf } from './course/course.contract.ts'
import type { Gender } from '#features/results/rules.ts'

export type CourseRow = {
  raceid: number
  eventid: number
  points: CoursePoint[]
  waves: Wave[]
  rules: TimingRules
  live: boolean
  closed_at: Date | null
  updated_at: Date
}
const courseOf = (
  row: Omit<CourseRow, 'points' | 'waves' | 'rules'> & { points: unknown; waves: unknown; rules: unknown },
): CourseRow => ({ ...row, points: row.points as CoursePoint[], waves: row.waves as Wave[], rules: rulesOf(row.rules) })
export const listCourses = async (on: Db | Tx, raceid: number): Promise<CourseRow[]> =>
  (await on.selectFrom('timing_courses').selectAll().where('raceid', '=', raceid).orderBy('eventid').execute()).map(
    courseOf,
  )
export const findCourse = async (on: Db | Tx, raceid: number, eventid: number): Promise<CourseRow | undefined> =>
  (await listCourses(on, raceid)).find((one) => one.eventid === eventid)
export const saveCourse = async (tx: Tx, { points, waves, rules, ...row }: CourseRow): Promise<void> => {
  const { raceid, eventid, ...kept } = { ...row, points: jsonb(points), waves: jsonb(waves), rules: jsonb(rules) }
  await tx
    .insertInto('timing_courses')
    .values({ raceid, eventid, ...kept })
    .onConflict((on) => on.columns(['raceid', 'eventid']).doUpdateSet(kept))
    .execute()
}
/** Lists races with an open event that has a cut-off. The event's points and waves tell when it ends. */
export const listOpenCourses = async (db: Db): Promise<CourseRow[]> =>
  (await db.selectFrom('timing_courses').selectAll().where('closed_at', 'is', null).execute()).map(courseOf)

export type StationRow = { raceid: number; id: number; name: string; metres: number | null }
export const listStations = (on: Db | Tx, raceid: number): Promise<StationRow[]> =>
  on.selectFrom('timing_stations').selectAll().where('raceid', '=', raceid).orderBy('metres').orderBy('id').execute()
export const upsertStation = async (tx: Tx, { raceid, id, name, metres }: StationRow): Promise<void> => {
  await tx
    .insertInto('timing_stations')
    .values({ raceid, id, name, metres })
    .onConflict((on) => on.columns(['raceid', 'id']).doUpdateSet({ name, metres }))
    .execute()
}
export const deleteStation = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('timing_stations').where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type DeviceRow = {
  raceid: number
  id: number
  stationid: number
  name: string
  offset_ms: number
  seen_at: Date | null
  retired_at: Date | null
}
const deviceColumns = ['raceid', 'id', 'stationid', 'name', 'offset_ms', 'seen_at', 'retired_at'] as const
export const listDevices = (on: Db | Tx, raceid: number): Promise<DeviceRow[]> =>
  on.selectFrom('timing_devices').select(deviceColumns).where('raceid', '=', raceid).orderBy('id').execute()
export const findDeviceByKey = async (db: Db, raceid: number, key_hash: Buffer): Promise<DeviceRow | undefined> =>
  (
    await named<DeviceRow>(
      db,
      'timing: device by key',
      `select ${deviceColumns.join(', ')}
        from timing_devices
        where key_hash = $2 and raceid = $1 and retired_at is null`,
      [raceid, key_hash],
    )
  )[0]
export const insertDevice = async (
  tx: Tx,
  row: { raceid: number; stationid: number; name: string; key_hash: Buffer; created_at: Date },
): Promise<number> =>
  (
    await named<{ id: number }>(
      tx,
      'timing: device',
      `insert into timing_devices (raceid, id, stationid, name, key_hash, created_at) select $1, coalesce(max(id), 0) + 1, $2, $3, $4, $5
        from timing_devices
        where raceid = $1
        returning id`,
      [row.raceid, row.stationid, row.name, row.key_hash, row.created_at],
    )
  )[0]!.id
export const changeDevice = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: Partial<Pick<DeviceRow, 'stationid' | 'name' | 'offset_ms' | 'retired_at'>> & { key_hash?: Buffer },
): Promise<void> => {
  await tx.updateTable('timing_devices').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export type NewRead = { deviceid: number; seq: number; chip: string; at_ms: number; kind: string | null }
/** Writes new reads and returns them. The caller has locked the race's reads. */
export const insertReads = (
  tx: Tx,
  raceid: number,
  reads: readonly NewRead[],
  now: Date,
): Promise<{ deviceid: number; seq: number }[]> =>
  named(
    tx,
    'timing: reads',
    `insert into timing_reads (raceid, deviceid, seq, chip, at_ms, kind, received_at)
     select $1, one.deviceid, one.seq, one.chip, one.at_ms, one.kind, $2
     from unnest($3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::text[]) as one (deviceid, seq, chip, at_ms, kind)
     on conflict (raceid, deviceid, seq) do nothing returning deviceid, seq`,
    [
      raceid,
      now,
      reads.map(({ deviceid }) => deviceid),
      reads.map(({ seq }) => seq),
      reads.map(({ chip }) => chip),
      reads.map(({ at_ms }) => at_ms),
      reads.map(({ kind }) => kind),
    ],
  )
/**
 * Finds which of these reads have the number of another chip or moment. A number below 0 comes from the line of a file.
 * Such a read stays the same even if its gun was moved since.
 */
export const listRenumbered = (tx: Tx, raceid: number, reads: readonly NewRead[]): Promise<NewRead[]> =>
  named(
    tx,
    'timing: reads renumbered',
    `select distinct one.*
     from unnest($2::int[], $3::bigint[], $4::text[], $5::bigint[], $6::text[]) as one (deviceid, seq, chip, at_ms, kind)
     join timing_reads r on r.raceid = $1 and r.deviceid = one.deviceid and r.seq = one.seq
     where one.seq >= 0 and (r.chip <> one.chip or r.at_ms <> one.at_ms)`,
    [
      raceid,
      reads.map(({ deviceid }) => deviceid),
      reads.map(({ seq }) => seq),
      reads.map(({ chip }) => chip),
      reads.map(({ at_ms }) => at_ms),
      reads.map(({ kind }) => kind),
    ],
  )
export const sawDevices = async (tx: Tx, raceid: number, ids: readonly number[], now: Date): Promise<void> => {
  await named(
    tx,
    'timing: devices seen',
    'update timing_devices set seen_at = $3 where raceid = $1 and id = any($2::int[])',
    [raceid, ids, now],
  )
}
export const ignoreRead = async (
  tx: Tx,
  raceid: number,
  id: number,
  ignored: boolean,
): Promise<{ chip: string; deviceid: number; was: boolean } | undefined> =>
  (
    await named<{ chip: string; deviceid: number; was: boolean }>(
      tx,
      'timing: read ignored',
      `with before as (select id, chip, deviceid, ignored from timing_reads where raceid = $1 and id = $2 for update) update timing_reads r
        set ignored = $3
        from before
        where r.raceid = $1 and r.id = before.id
        returning before.chip, before.deviceid, before.ignored as was`,
      [raceid, id, ignored],
    )
  )[0]

export const progressOf = async (tx: Tx, raceid: number): Promise<{ read_upto: number; news_upto: number }> =>
  (
    await named<{ read_upto: number; news_upto: number }>(
      tx,
      'timing: progress',
      'select read_upto, news_upto from timing_progress where raceid = $1',
      [raceid],
    )
  )[0] ?? { read_upto: 0, news_upto: 0 }
export const saveProgress = async (
  tx: Tx,
  raceid: number,
  progress: { read_upto: number; news_upto: number },
): Promise<void> => {
  await tx
    .insertInto('timing_progress')
    .values({ raceid, ...progress })
    .onConflict((on) => on.column('raceid').doUpdateSet(progress))
    .execute()
}
/** Lists the chips of reads after `upto`, and the last id among these reads. */
export const chipsSince = async (tx: Tx, raceid: number, upto: number): Promise<{ chips: string[]; last: number }> => {
  const rows = await named<{ chip: string; last: number }>(
    tx,
    'timing: chips since',
    'select chip, max(id) as last from timing_reads where raceid = $1 and id > $2 group by chip',
    [raceid, upto],
  )
  return { chips: rows.map(({ chip }) => chip), last: rows.reduce((most, { last }) => Math.max(most, last), upto) }
}
/** Lists races with reads that no result includes yet. */
export const racesBehind = async (db: Db): Promise<number[]> =>
  (
    await sql<{
      raceid: number
    }>`select c.raceid
      from (select distinct raceid from timing_courses) c
      left join timing_progress p on p.raceid = c.raceid
      where exists (select 1 from timing_reads r where r.raceid = c.raceid and r.id > coalesce(p.read_upto, 0))`.execute(
      db,
    )
  ).rows.map(({ raceid }) => raceid)

export type RunnerRow = {
  bib: string
  eventid: number
  registrationid: number | null
  name: string | null
  gender: Gender | null
  age: number | null
  age_in_year: number | null
  club: string | null
  zone: string | null
  field: string
}
const entrants = `select coalesce(prefix_bib, '') || bib as bib, eventid, id as registrationid, name,
    case gender when 'male' then 'M' when 'female' then 'F' end as gender, age_on_race_day as age,
    age_in_race_year as age_in_year, null::text as club, runnerzone as zone, '' as field
  from ${registrationRows.text} registrations
  where raceid = $1 and bib is not null and ${entered('registrations')}`
const listed = `select bib, eventid, null::bigint as registrationid, name, gender, age, age_in_year, club, zone, field
    from timing_runners
    where raceid = $1`
/** Lists the runners with these bibs. A registration comes before a runner on a start list. */
export const listRunners = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<RunnerRow[]> =>
  named<RunnerRow>(
    on,
    'timing: runners of bibs',
    `select distinct on (bib) * from (
       ${entrants} and coalesce(prefix_bib, '') || bib = any($2::text[])
       union all ${listed} and bib = any($2::text[])) one order by bib, registrationid nulls last`,
    [raceid, bibs],
  )
/** Lists everybody who may run an event. */
export const listRunnersOf = (on: Db | Tx, raceid: number, eventid: number): Promise<RunnerRow[]> =>
  named<RunnerRow>(
    on,
    'timing: runners of an event',
    `select distinct on (bib) *
      from (${entrants} and eventid = $2 union all ${listed} and eventid = $2) one
      order by bib, registrationid nulls last`,
    [raceid, eventid],
  )
export const insertRunners = async (
  tx: Tx,
  raceid: number,
  rows: readonly Omit<RunnerRow, 'registrationid'>[],
): Promise<void> => {
  await named(
    tx,
    'timing: start list',
    `insert into timing_runners (raceid, bib, eventid, name, gender, age, club, zone, field, age_in_year)
     select $1, one.*
     from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[], $8::text[], $9::text[], $10::int[]) as one (bib, eventid, name, gender, age, club, zone, field, age_in_year)
     on conflict (raceid, bib) do update set eventid = excluded.eventid, gender = excluded.gender,
       zone = excluded.zone, field = excluded.field,
       name = case when timing_runners.erased_at is null then excluded.name end, age = case when timing_runners.erased_at is null then excluded.age end,
       age_in_year = case when timing_runners.erased_at is null then excluded.age_in_year end, club = case when timing_runners.erased_at is null then excluded.club end`,
    [
      raceid,
      rows.map(({ bib }) => bib),
      rows.map(({ eventid }) => eventid),
      rows.map(({ name }) => name),
      rows.map(({ gender }) => gender),
      rows.map(({ age }) => age),
      rows.map(({ club }) => club),
      rows.map(({ zone }) => zone),
      rows.map(({ field }) => field),
      rows.map(({ age_in_year }) => age_in_year),
    ],
  )
}

export const saveChips = async (
  tx: Tx,
  raceid: number,
  rows: readonly { chip: string; bib: string }[],
): Promise<void> => {
  await named(
    tx,
    'timing: chips',
    `insert into timing_chips (raceid, chip, bib) select $1, one.chip, one.bib
      from unnest($2::text[], $3::text[]) as one (chip, bib)
      on conflict (raceid, chip) do update set bib = excluded.bib`,
    [raceid, rows.map(({ chip }) => chip), rows.map(({ bib }) => bib)],
  )
}
export type ChipLine = { chip: string; bib: string }
export const linesOfChips = (on: Db | Tx, raceid: number, chips: readonly string[]): Promise<ChipLine[]> =>
  named<ChipLine>(
    on,
    'timing: bibs of chips',
    'select chip, bib from timing_chips where raceid = $1 and chip = any($2::text[])',
    [raceid, chips],
  )
export const linesOfBibs = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<ChipLine[]> =>
  named<ChipLine>(
    on,
    'timing: chips of bibs',
    'select chip, bib from timing_chips where raceid = $1 and bib = any($2::text[])',
    [raceid, bibs],
  )
/** Finds which of these bibs are on a start list of another source. */
export const listListed = async (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<string[]> =>
  (
    await named<{ bib: string }>(
      on,
      'timing: listed bibs',
      'select bib from timing_runners where raceid = $1 and bib = any($2::text[])',
      [raceid, bibs],
    )
  ).map(({ bib }) => bib)

export type ReadRow = {
  id: number
  deviceid: number
  chip: string
  at_ms: number
  kind: string | null
  ignored: boolean
  received_at: Date
}
export const listReads = (on: Db | Tx, raceid: number, chips: readonly string[]): Promise<ReadRow[]> =>
  named<ReadRow>(
    on,
    'timing: reads of chips',
    `select id, deviceid, chip, at_ms, kind, ignored, received_at
      from timing_reads
      where chip = any($2::text[]) and raceid = $1`,
    [raceid, chips],
  )

/** Lists the start zones of runners who may still come, whether they have started or nobody has seen them yet. */
export const zonesWaitedFor = (
  tx: Tx,
  raceid: number,
  eventid: number,
): Promise<{ zone: string | null; n: number }[]> =>
  named(
    tx,
    'timing: zones waited for',
    `select one.zone, count(*) as n
     from (select distinct on (bib) bib, zone, registrationid from (${entrants} and eventid = $2 union all ${listed} and eventid = $2) both_lists order by bib, registrationid nulls last) one
     left join ${resultRows.text} r on r.raceid = $1 and r.bib = one.bib and r.eventid = $2
     where r.outcome is null or r.outcome = 'running'
     group by one.zone`,
    [raceid, eventid],
  )

export const insertNews = async (tx: Tx, raceid: number, id: number, at: Date, news: object): Promise<void> => {
  await tx
    .insertInto('timing_news')
    .values({ raceid, id, at, news: jsonb(news) })
    .execute()
  await sql`select pg_notify('startline_timing', ${String(raceid)})`.execute(tx)
}
export const listNews = (
  db: Db,
  raceid: number,
  after: number,
  limit: number,
): Promise<{ id: number; news: unknown }[]> =>
  named(db, 'timing: news', 'select id, news from timing_news where raceid = $1 and id > $2 order by id limit $3', [
    raceid,
    after,
    limit,
  ])
export const lastNews = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ last: number | null }>(
      db,
      'timing: last news',
      'select max(id) as last from timing_news where raceid = $1',
      [raceid],
    )
  )[0]?.last ?? 0
export const forgetNews = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('timing_news').where('at', '<', before).execute()
}
export const chipsOfDevice = async (tx: Tx, raceid: number, deviceid: number): Promise<string[]> =>
  (
    await named<{ chip: string }>(
      tx,
      'timing: chips of a reader',
      'select distinct chip from timing_reads where raceid = $1 and deviceid = $2',
      [raceid, deviceid],
    )
  ).map(({ chip }) => chip)
