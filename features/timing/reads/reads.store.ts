import { type Db, type Tx, named } from '#db/db.ts'
import { sql } from 'kysely'

export type NewRead = {
  deviceid: number
  seq: number
  chip: string
  at_ms: number
  kind: string | null
  /** The uncertainty of a read that a person wrote, in milliseconds. */
  margin_ms?: number
}
/**
 * Writes the reads that the race does not have yet, and returns them by device and number. The caller has locked the
 * race's reads.
 */
export const insertReads = (
  tx: Tx,
  raceid: number,
  reads: readonly NewRead[],
  now: Date,
): Promise<{ deviceid: number; seq: number }[]> =>
  named(
    tx,
    'timing: reads',
    `insert into timing_reads (raceid, deviceid, seq, chip, at_ms, kind, margin_ms, received_at)
     select $1, one.deviceid, one.seq, one.chip, one.at_ms, one.kind, one.margin_ms, $2
     from unnest($3::int[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::int[])
       as one (deviceid, seq, chip, at_ms, kind, margin_ms)
     on conflict (raceid, deviceid, seq) do nothing returning deviceid, seq`,
    [
      raceid,
      now,
      reads.map(({ deviceid }) => deviceid),
      reads.map(({ seq }) => seq),
      reads.map(({ chip }) => chip),
      reads.map(({ at_ms }) => at_ms),
      reads.map(({ kind }) => kind),
      reads.map(({ margin_ms }) => margin_ms ?? null),
    ],
  )
/**
 * Finds which of these reads have the number of a stored read with another chip or another moment. It leaves out
 * numbers below 0, which come from `fingerprint`. For example, a read from a file stays the same, even if staff have
 * moved the gun since the import.
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

/** Marks the reads with these numbers of one device as ignored, and returns their chips. */
export const ignoreNumbered = async (
  tx: Tx,
  raceid: number,
  deviceid: number,
  numbers: readonly number[],
): Promise<string[]> =>
  (
    await named<{ chip: string }>(
      tx,
      'timing: reads of numbers ignored',
      `update timing_reads set ignored = true
        where raceid = $1 and deviceid = $2 and seq = any($3::bigint[]) and not ignored returning chip`,
      [raceid, deviceid, numbers],
    )
  ).map(({ chip }) => chip)

export const readProgress = async (tx: Tx, raceid: number): Promise<{ read_upto: number; news_upto: number }> =>
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

export type ReadRow = {
  id: number
  deviceid: number
  chip: string
  at_ms: number
  kind: string | null
  ignored: boolean
  margin_ms: number | null
  received_at: Date
}
export const listReads = (on: Db | Tx, raceid: number, chips: readonly string[]): Promise<ReadRow[]> =>
  named<ReadRow>(
    on,
    'timing: reads of chips',
    `select id, deviceid, chip, at_ms, kind, ignored, margin_ms, received_at
      from timing_reads
      where chip = any($2::text[]) and raceid = $1`,
    [raceid, chips],
  )
