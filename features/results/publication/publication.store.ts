import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { DifferenceCounts } from './differences.rules.ts'
import type { PublicationState } from './publication.rules.ts'

export type SheetPublication = {
  raceid: number
  eventid: number
  published_at: Date | null
  official_at: Date | null
  protest_until: Date | null
  publish_at: Date | null
  publish_as: 'provisional' | 'official' | null
  publish_note: string | null
  publish_by: number | null
}
export const findPublication = async (
  on: Db | Tx,
  raceid: number,
  eventid: number,
): Promise<SheetPublication | undefined> =>
  (await on
    .selectFrom('result_sheets')
    .select([
      'raceid',
      'eventid',
      'published_at',
      'official_at',
      'protest_until',
      'publish_at',
      'publish_as',
      'publish_note',
      'publish_by',
    ])
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .executeTakeFirst()) as SheetPublication | undefined

/** Saves a publication. Every publication cancels the plan for a later publication. */
export const savePublication = async (
  tx: Tx,
  { raceid, eventid }: { raceid: number; eventid: number },
  to: Pick<SheetPublication, 'published_at' | 'official_at' | 'protest_until'>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('result_sheets')
    .set({ ...to, publish_at: null, publish_as: null, publish_note: null, publish_by: null, updated_at: now })
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .execute()
}
export const saveSchedule = async (
  tx: Tx,
  { raceid, eventid }: { raceid: number; eventid: number },
  schedule: Pick<SheetPublication, 'publish_at' | 'publish_as' | 'publish_note' | 'publish_by'>,
): Promise<void> => {
  await tx
    .updateTable('result_sheets')
    .set(schedule)
    .where('raceid', '=', raceid)
    .where('eventid', '=', eventid)
    .execute()
}

const NAME_MARK = "('x' || substr(md5(id || ' ' || coalesce(name, '')), 1, 8))::bit(32)::bigint"
/**
 * Reads all results of an event as one text, in the order of their ids. ranking/rankingInputs.store.ts tells why it is
 * one text. The text has a mark instead of each name, so an erasure need not change it. If a name changes, its mark
 * changes.
 */
export const readListText = async (on: Db | Tx, raceid: number, eventid: number): Promise<string> =>
  (
    await named<{ lines: string | null }>(
      on,
      'results: everybody of a version',
      `select string_agg(concat(id, E'\\x1f', translate(bib, E'\\x1e\\x1f', ''), E'\\x1f', outcome, E'\\x1f', gun_ms, E'\\x1f', net_ms, E'\\x1f', ${NAME_MARK}), E'\\x1e' order by id) as lines
        from results
        where raceid = $1 and eventid = $2`,
      [raceid, eventid],
    )
  )[0]?.lines ?? ''

export type SavedVersion = {
  raceid: number
  id: number
  eventid: number
  state: PublicationState
  note: string
  staffid: number | null
  counts: DifferenceCounts
  created_at: Date
  kept: boolean
}
const columns = 'raceid, id, eventid, state, note, staffid, counts, created_at, list is not null as kept'
export const listVersions = (on: Db | Tx, raceid: number, eventid: number, limit: number): Promise<SavedVersion[]> =>
  named<SavedVersion>(
    on,
    'results: versions',
    `select ${columns} from result_versions where raceid = $1 and eventid = $2 order by id desc limit $3`,
    [raceid, eventid, limit],
  )
/**
 * Finds the list of a version. With `before`: the newest stored list that is older than this version. With null: the
 * newest stored list.
 */
export const findList = async (
  on: Db | Tx,
  raceid: number,
  eventid: number,
  which: { id: number } | { before: number | null },
): Promise<{ id: number; list: Buffer; created_at: Date } | undefined> =>
  (
    await named<{ id: number; list: Buffer; created_at: Date }>(
      on,
      'results: list of a version',
      `select id, list, created_at from result_versions
        where raceid = $1 and eventid = $2 and list is not null and ($3::bigint is null or id = $3)
          and ($4::bigint is null or id < $4)
        order by id desc
        limit 1`,
      [raceid, eventid, 'id' in which ? which.id : null, 'id' in which ? null : which.before],
    )
  )[0]

export const insertVersion = async (
  tx: Tx,
  version: {
    raceid: number
    eventid: number
    state: PublicationState
    note: string
    staffid: number | null
    counts: DifferenceCounts
    list: Buffer | null
    created_at: Date
  },
): Promise<number> =>
  (
    await tx
      .insertInto('result_versions')
      .values({ ...version, counts: jsonb(version.counts) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
/** Tells whether a version showed results to runners. With `before` only older versions count. */
export const wasPublished = async (db: Db, raceid: number, eventid: number, before: number | null): Promise<boolean> =>
  (
    await named(
      db,
      'results: published before',
      `select 1 from result_versions
        where raceid = $1 and eventid = $2 and state <> 'none' and ($3::bigint is null or id < $3)
        limit 1`,
      [raceid, eventid, before],
    )
  ).length > 0
/** Removes the oldest lists of an event. Their versions keep the author, the moment and the counts. */
export const dropOldLists = async (tx: Tx, raceid: number, eventid: number, keep: number): Promise<void> => {
  await named(
    tx,
    'results: old lists dropped',
    `update result_versions set list = null
      where raceid = $1 and eventid = $2 and list is not null and id not in (
        select id from result_versions
        where raceid = $1 and eventid = $2 and list is not null
        order by id desc
        limit $3)`,
    [raceid, eventid, keep],
  )
}

export const namesOfResults = async (
  db: Db,
  raceid: number,
  ids: readonly number[],
): Promise<Map<number, string | null>> =>
  new Map(
    (
      await named<{ id: number; name: string | null }>(
        db,
        'results: names of some',
        'select id, name from results where raceid = $1 and id = any($2::bigint[])',
        [raceid, ids],
      )
    ).map(({ id, name }) => [id, name]),
  )
export const staffNamesOf = async (
  db: Db,
  ids: readonly (number | null)[],
): Promise<(staffid: number | null) => string | null> => {
  const known = ids.filter((id) => id !== null)
  const rows =
    known.length === 0
      ? []
      : await db
          .selectFrom(staffRows.as('staff'))
          .select(['staffid', 'name'])
          .where('staffid', 'in', [...new Set(known)])
          .execute()
  const names = new Map(rows.map(({ staffid, name }) => [staffid, name]))
  return (staffid) => (staffid === null ? null : (names.get(staffid) ?? null))
}
