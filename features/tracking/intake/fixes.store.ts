import { BinaryRows } from '#db/copying/binary.ts'
import type { CopyBinary } from '#db/copying/copying.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import type { FactKind } from '../matching/facts.rules.ts'
import type { RefusalReason } from './fix.rules.ts'

/** A fix in the form of the table: whole numbers in the units of the columns. */
export type KeptFix = {
  trackid: number
  at: number
  delay_ms: number
  lat: number
  lon: number
  along: number | null
  accuracy: number | null
  altitude: number | null
  speed: number | null
  heading: number | null
  off: number | null
  sure: boolean
}
const columns = [
  ['trackid', 'int'],
  ['at', 'bigint'],
  ['delay_ms', 'int'],
  ['lat', 'int'],
  ['lon', 'int'],
  ['along', 'int'],
  ['accuracy', 'smallint'],
  ['altitude', 'smallint'],
  ['speed', 'smallint'],
  ['heading', 'smallint'],
  ['off', 'smallint'],
  ['sure', 'boolean'],
] as const
const names = columns.map(([name]) => name).join(', ')
const moment = (name: string) => `timestamptz 'epoch' + ${name} * interval '1 millisecond'`
const insertText = `insert into fixes (raceid, version, ${names})
  select $1, $2, ${columns.map(([name]) => (name === 'at' ? moment('one.at') : `one.${name}`)).join(', ')}
  from unnest(${columns.map(([, type], n) => `$${n + 3}::${type}[]`).join(', ')}) as one (${names})
  on conflict (raceid, trackid, at) do nothing
  returning trackid, at`
/**
 * Writes a column as an array of PostgreSQL. No value is a text, so no value needs quotes. The general function of pg
 * takes four times as long.
 */
const arrayOf = (fixes: readonly KeptFix[], name: keyof KeptFix): string => {
  let text = '{'
  for (const [n, fix] of fixes.entries()) text += `${n === 0 ? '' : ','}${fix[name] ?? 'null'}`
  return `${text}}`
}

const copiedColumns = ['raceid', 'version', ...columns.map(([name]) => name)]
/** The largest number of bytes of one row: its number of columns, and the length and the value of each column. */
const ROW_BYTES = 120
/**
 * Writes fixes that the caller believes to be new, by COPY, which costs the database half as much as `insertFixes`. A
 * known fix breaks the transaction. The caller has taken the next version of the race, as for `insertFixes`.
 */
export const copyFixes = async (
  copy: CopyBinary,
  raceid: number,
  version: number,
  fixes: readonly KeptFix[],
): Promise<void> => {
  const rows = new BinaryRows((fixes.length + 1) * ROW_BYTES)
  for (const one of fixes) {
    rows.row(copiedColumns.length)
    rows.int4(raceid)
    rows.int8(version)
    rows.int4(one.trackid)
    rows.moment(one.at)
    rows.int4(one.delay_ms)
    rows.int4(one.lat)
    rows.int4(one.lon)
    rows.int4(one.along)
    rows.int2(one.accuracy)
    rows.int2(one.altitude)
    rows.int2(one.speed)
    rows.int2(one.heading)
    rows.int2(one.off)
    rows.bool(one.sure)
  }
  await copy('fixes', copiedColumns, rows.end())
}

/**
 * Writes fixes and returns the fixes that were known already. The caller has taken the next version of the race
 * (`nextVersion`), and so holds the lock on the race's versions.
 */
export const insertFixes = async (
  tx: Tx,
  raceid: number,
  version: number,
  fixes: readonly KeptFix[],
): Promise<KeptFix[]> => {
  const arrays = columns.map(([name]) => arrayOf(fixes, name))
  // A distributed database counts the known fixes as written, so the statement returns the rows that it wrote.
  const written = await named<{ trackid: number; at: Date }>(tx, 'tracking: fixes', insertText, [
    raceid,
    version,
    ...arrays,
  ])
  const fresh = new Set(written.map(({ trackid, at }) => `${trackid} ${at.getTime()}`))
  // If a fix is given twice, only the first of the two counts as new.
  return fixes.filter(({ trackid, at }) => !fresh.delete(`${trackid} ${at}`))
}

export type KeptFact = { trackid: number; kind: FactKind; at: number; from: number; to: number }
/**
 * Writes the facts of tracks. Two processes may find the same fact at slightly different fixes. The fact is stored
 * once.
 */
export const insertFacts = async (
  tx: Tx,
  raceid: number,
  version: number,
  facts: readonly KeptFact[],
): Promise<void> => {
  await named(
    tx,
    'tracking: facts',
    `insert into track_facts (raceid, version, trackid, kind, at, from_m, to_m)
      select $1, $2, one.* from unnest($3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::int[])
        as one (trackid, kind, at, from_m, to_m)
      where not exists (
        select from track_facts f where f.raceid = $1 and f.trackid = one.trackid and f.kind = one.kind
          and abs(extract(epoch from f.at - one.at)) < 120)
      on conflict (raceid, trackid, kind, at) do nothing`,
    [
      raceid,
      version,
      facts.map(({ trackid }) => trackid),
      facts.map(({ kind }) => kind),
      facts.map(({ at }) => new Date(at).toISOString()),
      facts.map(({ from }) => Math.round(from)),
      facts.map(({ to }) => Math.round(to)),
    ],
  )
}
/** Lists the facts of one track or of all tracks of a race, in the order of their moments. */
export const listFacts = (on: Db | Tx, raceid: number, trackid: number | null = null) =>
  named<{ trackid: number; kind: FactKind; at: Date; from_m: number; to_m: number }>(
    on,
    'tracking: facts of a race',
    `select trackid, kind, at, from_m, to_m from track_facts
      where raceid = $1 and ($2::int is null or trackid = $2) order by at, trackid, kind`,
    [raceid, trackid],
  )

/** Lists the stopped tracks among the given tracks, in the transaction that writes their fixes. */
export const stoppedOf = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await named<{ id: number }>(
        tx,
        'tracking: stopped',
        'select id from tracks where raceid = $1 and id = any($2::int[]) and stopped_at is not null',
        [raceid, `{${ids.join(',')}}`],
      )
    ).map(({ id }) => id),
  )

/**
 * A contact. `farthest` and `upto` summarise the fixes so far. `clock` is a newly found error of the clock in seconds.
 */
export type DeviceContact = {
  id: number
  battery: number | null
  sos: boolean
  clock: number | null
  farthest: number | null
  upto: number | null
}
/**
 * Writes the last contact of tracks together with the summary of their fixes, so that a new process need not read all
 * fixes.
 */
export const touchTracks = async (
  tx: Tx,
  raceid: number,
  version: number,
  contacts: readonly DeviceContact[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'tracking: contact',
    `update tracks t set version = $2, contact_at = $3, battery = coalesce(one.battery, t.battery),
        started_at = coalesce(t.started_at, $3), sos_at = case when one.sos then $3 else t.sos_at end,
        clock_s = coalesce(one.clock, t.clock_s), farthest = greatest(t.farthest, one.farthest),
        farthest_at = greatest(t.farthest_at, one.upto)
      from unnest($4::int[], $5::smallint[], $6::boolean[], $7::int[], $8::int[], $9::timestamptz[])
        as one (id, battery, sos, clock, farthest, upto)
      where t.raceid = $1 and t.id = one.id`,
    [
      raceid,
      version,
      now,
      contacts.map(({ id }) => id),
      contacts.map(({ battery }) => battery),
      contacts.map(({ sos }) => sos),
      contacts.map(({ clock }) => clock),
      contacts.map(({ farthest }) => (farthest === null ? null : Math.round(farthest))),
      contacts.map(({ upto }) => (upto === null ? null : new Date(upto).toISOString())),
    ],
  )
}

export type RefusedFixes = { trackid: number; reason: RefusalReason; times: number }
export const countRefusals = async (
  tx: Tx,
  raceid: number,
  refused: readonly RefusedFixes[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'tracking: refusals',
    `insert into fix_refusals (raceid, trackid, reason, times, last_at)
      select $1, one.trackid, one.reason, one.times, $2 from unnest($3::int[], $4::text[], $5::int[])
        as one (trackid, reason, times)
      on conflict (raceid, trackid, reason) do update
        set times = fix_refusals.times + excluded.times, last_at = excluded.last_at`,
    [
      raceid,
      now,
      refused.map(({ trackid }) => trackid),
      refused.map(({ reason }) => reason),
      refused.map(({ times }) => times),
    ],
  )
}
export const listRefusals = (on: Db | Tx, raceid: number, trackid: number) =>
  on
    .selectFrom('fix_refusals')
    .select(['reason', 'times', 'last_at'])
    .where('raceid', '=', raceid)
    .where('trackid', '=', trackid)
    .orderBy('reason')
    .execute()

export type StoredFix = {
  trackid: number
  at: Date
  lat: number
  lon: number
  along: number | null
  off: number | null
  accuracy: number | null
  sure: boolean
}
/** Lists fixes of a race after a version, in the order of their versions. */
export const fixesSince = (on: Db | Tx, raceid: number, after: number): Promise<(StoredFix & { version: number })[]> =>
  named(
    on,
    'tracking: fixes since',
    `select trackid, at, lat, lon, along, off, accuracy, sure, version from fixes
      where raceid = $1 and version > $2 order by version, trackid, at`,
    [raceid, after],
  )
