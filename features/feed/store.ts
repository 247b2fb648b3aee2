import type { Selectable } from 'kysely'
import { byRace } from '#db/sharing/byRace.ts'
import { type Db, type Tx, named } from '#db/db.ts'
import type { FeedEntries, FeedMutes, FeedReporters, FeedSettings } from '#db/schema.ts'
import type { EntryState } from './feed.rules.ts'

export type SettingsRow = Selectable<FeedSettings>
export type EntryRow = Selectable<FeedEntries>
export type ReporterRow = Selectable<FeedReporters>

export const findSettings = (on: Db | Tx, raceid: number): Promise<SettingsRow | undefined> =>
  on.selectFrom('feed_settings').selectAll().where('raceid', '=', raceid).executeTakeFirst()
export const saveSettings = async (
  tx: Tx,
  raceid: number,
  set: Pick<SettingsRow, 'open' | 'comments' | 'cheers' | 'words' | 'keep_days' | 'entry_days'>,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('feed_settings')
    .values({ raceid, ...set, version: 1, updated_at: now })
    .onConflict((on) =>
      on.column('raceid').doUpdateSet((eb) => ({
        ...set,
        version: eb('feed_settings.version', '+', eb.lit(1)),
        updated_at: now,
      })),
    )
    .execute()
  await tellListeners(tx, raceid)
}
/** Notifies the listeners of every server when the transaction commits. */
const tellListeners = async (tx: Tx, raceid: number): Promise<void> => {
  await named(tx, 'feed: tell', `select pg_notify('startline_feed', $1)`, [String(raceid)])
}
/**
 * Returns the next version of a race's feed. It locks the row of the settings until the transaction ends. Versions
 * therefore become visible in order, and no listener misses a version.
 */
export const nextVersion = async (tx: Tx, raceid: number, now: Date): Promise<number> => {
  const [row] = await named<{ version: number }>(
    tx,
    'feed: next version',
    `insert into feed_settings (raceid, version, updated_at) values ($1, 1, $2)
      on conflict (raceid) do update set version = feed_settings.version + 1 returning version`,
    [raceid, now],
  )
  await tellListeners(tx, raceid)
  return Number(row!.version)
}

type Written = Pick<
  EntryRow,
  'raceid' | 'uid' | 'staffid' | 'author' | 'body' | 'km' | 'state' | 'why' | 'pinned_at'
> & {
  pictures: string
  film: string | null
}
export const insertEntry = async (tx: Tx, entry: Written, now: Date): Promise<EntryRow> =>
  tx
    .insertInto('feed_entries')
    .values({ ...entry, version: await nextVersion(tx, entry.raceid, now), created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
/** Locks entries until the transaction ends, in the order of their keys. */
export const lockEntries = async (tx: Tx, entries: readonly { raceid: number; id: number }[]): Promise<void> => {
  for (const [raceid, some] of byRace(entries))
    await named(
      tx,
      'feed: lock entries',
      'select 1 from feed_entries where raceid = $1 and id = any($2::int[]) order by id for update',
      [raceid, some.map(({ id }) => id)],
    )
}
export const updateEntry = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<Pick<EntryRow, 'why' | 'pinned_at' | 'body'>> & {
    state?: EntryState
    pictures?: string
    film?: string | null
  },
  now: Date,
): Promise<EntryRow> => {
  // Every writer locks the entry before the settings, so that two writers never wait for each other.
  await lockEntries(tx, [{ raceid, id }])
  // A removed entry keeps neither its text nor its person.
  const gone = set.state === 'removed' ? { body: '', author: '', uid: null, why: null } : {}
  return tx
    .updateTable('feed_entries')
    .set({ ...set, ...gone, version: await nextVersion(tx, raceid, now), updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
export const findEntry = (on: Db | Tx, raceid: number, id: number): Promise<EntryRow | undefined> =>
  on
    .selectFrom('feed_entries')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .executeTakeFirst()
export const lockEntry = (tx: Tx, raceid: number, id: number): Promise<EntryRow | undefined> =>
  tx
    .selectFrom('feed_entries')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .forUpdate()
    .executeTakeFirst()

type EntryPage = {
  states: readonly EntryState[]
  before: number | undefined
  limit: number
  from?: number | undefined
  until?: number | undefined
  pinned?: boolean | undefined
}
export const listEntries = (
  db: Db,
  raceid: number,
  { states, before, limit, from, until, pinned }: EntryPage,
): Promise<EntryRow[]> => {
  let query = db
    .selectFrom('feed_entries')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('state', 'in', states)
    .orderBy('id', 'desc')
    .limit(limit)
  if (before !== undefined) query = query.where('id', '<', before)
  if (from !== undefined) query = query.where('km', '>=', from)
  if (until !== undefined) query = query.where('km', '<', until)
  if (pinned) query = query.where('pinned_at', 'is not', null)
  return query.execute()
}
export const listChanged = (db: Db, raceid: number, after: number, limit: number): Promise<EntryRow[]> =>
  db
    .selectFrom('feed_entries')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('version', '>', after)
    .orderBy('version')
    .limit(limit)
    .execute()
export const listOwn = async (db: Db, raceid: number, uid: number): Promise<number[]> =>
  (
    await db
      .selectFrom('feed_entries')
      .select('id')
      .where('raceid', '=', raceid)
      .where('uid', '=', uid)
      .where('state', '<>', 'removed')
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
  ).map(({ id }) => id)

/** Tells whether the entry of a film is shown, or waits for staff. Staff must be able to watch the film. */
export const isFilmShown = async (db: Db, raceid: number, key: string): Promise<boolean> =>
  (
    await named(
      db,
      'feed: film',
      `select 1 from feed_entries where raceid = $1 and film->>'key' = $2 and state in ('shown', 'waiting')`,
      [raceid, key],
    )
  ).length > 0

export const findReporter = (on: Db | Tx, raceid: number, uid: number): Promise<ReporterRow | undefined> =>
  on.selectFrom('feed_reporters').selectAll().where('raceid', '=', raceid).where('uid', '=', uid).executeTakeFirst()
export const saveReporter = (
  tx: Tx,
  row: Pick<ReporterRow, 'raceid' | 'uid' | 'name' | 'about'>,
  now: Date,
): Promise<ReporterRow> =>
  tx
    .insertInto('feed_reporters')
    .values({ ...row, created_at: now })
    .onConflict((on) => on.columns(['raceid', 'uid']).doUpdateSet({ name: row.name, about: row.about }))
    .returningAll()
    .executeTakeFirstOrThrow()
export const removeReporter = async (tx: Tx, raceid: number, uid: number): Promise<void> => {
  await tx.deleteFrom('feed_reporters').where('raceid', '=', raceid).where('uid', '=', uid).execute()
}
export const decideReporter = (
  tx: Tx,
  raceid: number,
  id: number,
  set: { state: string; decided_by: number | null; decided_at: Date },
): Promise<ReporterRow | undefined> =>
  tx
    .updateTable('feed_reporters')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
export type ListedReporter = ReporterRow & { entries: number; until: Date | null; muted: boolean }
export const listReporters = (db: Db, raceid: number): Promise<ListedReporter[]> =>
  named<ListedReporter>(
    db,
    'feed: reporters',
    `select r.*, m.uid is not null as muted, m.until,
        (select count(*)::int from feed_entries e where e.raceid = r.raceid and e.uid = r.uid
          and e.state <> 'removed') as entries
      from feed_reporters r left join feed_mutes m on m.raceid = r.raceid and m.uid = r.uid
      where r.raceid = $1 order by r.state = 'waiting' desc, r.id desc limit 500`,
    [raceid],
  )

export const findMute = (on: Db | Tx, raceid: number, uid: number): Promise<Selectable<FeedMutes> | undefined> =>
  on.selectFrom('feed_mutes').selectAll().where('raceid', '=', raceid).where('uid', '=', uid).executeTakeFirst()
export const saveMute = async (
  tx: Tx,
  mute: { raceid: number; uid: number; until: Date | null; staffid: number | null },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('feed_mutes')
    .values({ ...mute, created_at: now })
    .onConflict((on) => on.columns(['raceid', 'uid']).doUpdateSet({ until: mute.until, staffid: mute.staffid }))
    .execute()
}
export const removeMute = async (tx: Tx, raceid: number, uid: number): Promise<void> => {
  await tx.deleteFrom('feed_mutes').where('raceid', '=', raceid).where('uid', '=', uid).execute()
}
