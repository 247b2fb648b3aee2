import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { jsonb, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { forgetIds, noteIds } from '#db/ids.ts'
import type { Point } from './import/reading/points.rules.ts'
import type { Clock, GenderLetter, ResultOutcome, Totals } from './rules.ts'
import type { StagedCell, Copy } from '#db/copying/copying.ts'

export type Sheet = {
  raceid: number
  eventid: number
  points: Point[]
  clock: Clock
  split_clock: Clock
  totals: Record<Clock, Totals>
  provisional: boolean
  corrected: boolean
  waiting_since: Date | null
  published_at: Date | null
  imported_at: Date | null
  updated_at: Date
}
const sheetColumns = [
  'raceid',
  'eventid',
  'points',
  'clock',
  'split_clock',
  'totals',
  'provisional',
  'corrected',
  'waiting_since',
  'published_at',
  'imported_at',
  'updated_at',
] as const
export const findSheet = async (db: Db | Tx, raceid: number, eventid: number): Promise<Sheet | undefined> =>
  (await db
    .selectFrom('result_sheets')
    .select(sheetColumns)
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .executeTakeFirst()) as Sheet | undefined

export const saveSheet = async (tx: Tx, given: Omit<Sheet, 'published_at'>): Promise<void> => {
  const { raceid, eventid, clock, split_clock, provisional, corrected, waiting_since, imported_at, updated_at } = given
  const row = {
    clock,
    split_clock,
    provisional,
    corrected,
    waiting_since,
    imported_at,
    updated_at,
    points: jsonb(given.points),
    totals: jsonb(given.totals),
  }
  await tx
    .insertInto('result_sheets')
    .values({ raceid, eventid, ...row })
    .onConflict((on) => on.columns(['raceid', 'eventid']).doUpdateSet(row))
    .execute()
}

/** Publishes or hides an event's results. False if the event has no results yet. */
export const setPublished = async (
  tx: Tx,
  raceid: number,
  eventid: number,
  published_at: Date | null,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('result_sheets')
    .set({ published_at, official_at: null, updated_at: now })
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const isAnyPublished = async (db: Db | Tx, raceid: number): Promise<boolean> =>
  (await db
    .selectFrom('result_sheets')
    .select('eventid')
    .where('raceid', '=', raceid)
    .where('published_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

const PAGE = 1000
/**
 * Reads all rows in pages, by id. The driver makes the objects of a whole answer in one go, and in this time the server
 * can answer no other call.
 */
const somePages = async <Row extends { id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> => {
  const all: Row[] = []
  for (;;) {
    const page = await read(all.at(-1)?.id ?? 0, PAGE)
    for (const row of page) all.push(row)
    if (page.length < PAGE) return all
  }
}

export type StoredResult = {
  id: number
  bib: string
  field: string
  gender: GenderLetter | null
  age: number | null
  agegroup: string | null
  agegroup_given: boolean
  registrationid: number | null
  handed_in: boolean
  outcome: ResultOutcome
  gun_ms: number | null
  net_ms: number | null
  published_overall: number | null
  /** The fingerprint of the imported row, in hexadecimal. */
  imported: string | null
}
const storedColumns = [
  'id',
  'bib',
  'field',
  'gender',
  'age',
  'agegroup',
  'agegroup_given',
  'registrationid',
  'handed_in',
  'outcome',
  'gun_ms',
  'net_ms',
  'published_overall',
] as const
export const listStored = (tx: Tx, raceid: number, eventid: number): Promise<StoredResult[]> =>
  somePages((after, limit) =>
    named<StoredResult>(
      tx,
      'results as an import compares',
      `select ${storedColumns.join(', ')}, encode(imported, 'hex') as imported
        from results
        where raceid = $1 and eventid = $2 and id > $3
        order by id
        limit $4`,
      [raceid, eventid, after, limit],
    ),
  )

export type Entrant = {
  id: number
  bib: string | null
  prefix_bib: string | null
  idnum_ix: Buffer
  name: string
  enname: string | null
  gender: 'male' | 'female' | null
  age_on_race_day: number | null
  age_in_race_year: number | null
}
/** Lists registrations that may belong to results of the event. */
export const listEntrants = (tx: Tx, raceid: number, eventid: number): Promise<Entrant[]> =>
  somePages((after, limit) =>
    named<Entrant>(
      tx,
      'entrants of an event',
      `select id, bib, prefix_bib, idnum_ix, name, enname, gender, age_on_race_day, age_in_race_year from ${registrationRows.text} registrations
       where raceid = $1 and eventid = $2 and deleted_at is null and closed_at is null and freed_at is null and id > $3
       order by id limit $4`,
      [raceid, eventid, after, limit],
    ),
  )

export const nextIds = async (tx: Tx, count: number): Promise<number[]> =>
  count === 0
    ? []
    : (
        await sql<{
          ids: string
        }>`select string_agg(nextval(pg_get_serial_sequence('results', 'id'))::text, ' ') as ids
          from generate_series(1, ${count}::int)`.execute(tx)
      ).rows[0]!.ids.split(' ').map(Number)

/** The columns that an import writes, in the order of its COPY. */
const written = [
  'id',
  'bib',
  '_key',
  'field',
  'registrationid',
  'document_ix',
  'name',
  'gender',
  'age',
  'age_in_year',
  'agegroup',
  'agegroup_given',
  'country',
  'city',
  'club',
  'outcome',
  'reason',
  'gun_ms',
  'net_ms',
  'stopped_ms',
  'splits',
  'published_overall',
  'published_overall_of',
  'published_gender',
  'published_gender_of',
  'published_agegroup',
  'published_agegroup_of',
  'imported',
  'updated_at',
] as const
export type WrittenRow = Record<(typeof written)[number], StagedCell>
/** Rows to write. Each row is made when it is sent, so that not all rows are in memory. */
export type ToWrite<Of extends { id: number }> = { of: readonly Of[]; rowOf: (one: Of) => WrittenRow }

/** Hides the name or the age in a result if the runner's registration asks to hide it. */
export const takeWishes = async (tx: Tx, raceid: number, eventid: number | null): Promise<void> => {
  await sql`
    update results
    set hide_name = results.hide_name or g.hide_name, hide_age = results.hide_age or g.hide_age
    from ${registrationRows.sql} g
    where results.raceid = ${raceid} and (${eventid}::integer is null or results.eventid = ${eventid})
      and g.raceid = ${raceid} and g.id = results.registrationid
      and ((g.hide_name and not results.hide_name) or (g.hide_age and not results.hide_age))`.execute(tx)
}

/** Writes new results straight into the table. */
export const insertResults = async <Of extends { id: number }>(
  tx: Tx,
  copy: Copy,
  raceid: number,
  eventid: number,
  { of, rowOf }: ToWrite<Of>,
  sent: (rows: number) => void,
): Promise<void> => {
  if (of.length === 0) return
  await copy(
    'results',
    [...written, 'raceid', 'eventid', 'created_at'],
    of,
    (one) => {
      const row = rowOf(one)
      return Object.assign(row, { raceid, eventid, created_at: row.updated_at })
    },
    sent,
  )
  await noteIds(
    tx,
    'score',
    of.map(({ id }) => id),
    raceid,
  )
  await takeWishes(tx, raceid, eventid)
}

/**
 * Changes existing rows: COPY puts them into a staging table, and one statement applies them. A submitted result then
 * counts as imported. With `splits` null the existing splits stay. A key never changes.
 */
export const changeResults = async <Of extends { id: number }>(
  tx: Tx,
  copy: Copy,
  raceid: number,
  { of, rowOf }: ToWrite<Of>,
  sent: (rows: number) => void,
): Promise<void> => {
  if (of.length === 0) return
  const changing = written.filter((name) => name !== '_key')
  await sql`create temp table results_changed on commit drop as select ${sql.raw(changing.join(', '))} from results with no data`.execute(
    tx,
  )
  await copy('results_changed', changing, of, rowOf, sent)
  await sql`analyze results_changed`.execute(tx)
  const sets = changing
    .filter((name) => name !== 'id' && name !== 'splits')
    .map((name) => `${name} = new.${name}`)
    .concat('timed = false', 'handed_in = false', 'original = null')
  await sql`update results
    set ${sql.raw(sets.join(', '))}, splits = coalesce(new.splits, results.splits)
    from results_changed as new
    where results.raceid = ${raceid} and results.id = new.id`.execute(tx)
  await takeWishes(tx, raceid, null)
}

/** Removes all times at checkpoints from these results, because the event has other checkpoints now. */
export const forgetSplits = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0)
    await sql`update results set splits = '{}' where raceid = ${raceid} and id = any(${ids}::bigint[])`.execute(tx)
}
export const removeResults = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`delete from results where raceid = ${raceid} and id = any(${ids}::bigint[])`.execute(tx)
  await forgetIds(tx, 'score', ids)
}

export type ResultImportRow = {
  raceid: number
  id: number
  eventid: number
  staffid: number | null
  filename: string
  counts: unknown
  problems: unknown
  created_at: Date
}
export const insertImport = async (
  tx: Tx,
  row: {
    raceid: number
    eventid: number
    staffid: number | null
    filename: string
    sha256: Buffer
    counts: object
    problems: readonly object[]
    created_at: Date
  },
): Promise<void> => {
  await tx
    .insertInto('result_imports')
    .values({ ...row, counts: jsonb(row.counts), problems: jsonb(row.problems) })
    .execute()
}
export const listImports = async (db: Db, raceid: number, limit: number): Promise<ResultImportRow[]> =>
  db
    .selectFrom('result_imports')
    .select(['raceid', 'id', 'eventid', 'staffid', 'filename', 'counts', 'problems', 'created_at'])
    .where('raceid', '=', raceid)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const listPointLabels = async (db: Db, raceid: number): Promise<string[]> =>
  (
    await sql<{
      label: string
    }>`select distinct point ->> 'label' as label
      from result_sheets, jsonb_array_elements(points) as point
      where raceid = ${raceid}
      order by 1`.execute(db)
  ).rows.map(({ label }) => label)
