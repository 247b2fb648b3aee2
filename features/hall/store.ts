import { rowsFor } from '#db/pages.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import type { HallJobs, HallStations } from '#db/schema.ts'
import type { HallSettings, JobKind, JobState } from './contract.ts'
import { counted, underWay } from './rules.ts'
import { isNoneOf, takeByRace } from '#db/sharing/byRace.ts'

export type JobRow = Selectable<HallJobs>
export type HallStationRow = Selectable<HallStations>

export const findHall = async (db: Db | Tx, raceid: number): Promise<unknown> => (await readHall(db, raceid))?.settings
type HallRow = { settings: unknown; updated_at: Date }
export const readHall = (db: Db | Tx, raceid: number): Promise<HallRow | undefined> =>
  db.selectFrom('halls').select(['settings', 'updated_at']).where('raceid', '=', raceid).executeTakeFirst()
/**
 * Finds and locks the hall, so that runners and staff change it one after the other. Returns undefined if the race
 * has no hall yet.
 */
export const lockHall = (tx: Tx, raceid: number): Promise<HallRow | undefined> =>
  tx.selectFrom('halls').select(['settings', 'updated_at']).where('raceid', '=', raceid).forUpdate().executeTakeFirst()
/**
 * Creates the hall with these settings if the race has no hall, and locks the hall. Returns true if it created
 * the hall.
 */
export const makeHall = async (tx: Tx, raceid: number, settings: HallSettings, now: Date): Promise<boolean> => {
  const made = await tx
    .insertInto('halls')
    .values({ raceid, settings: jsonb(settings), updated_at: now })
    .onConflict((on) => on.doNothing())
    .returning('raceid')
    .executeTakeFirst()
  if (!made) await lockHall(tx, raceid)
  return made !== undefined
}
export const saveHall = async (tx: Tx, raceid: number, settings: HallSettings, now: Date): Promise<void> => {
  const row = { settings: jsonb(settings), updated_at: now }
  await tx
    .insertInto('halls')
    .values({ raceid, ...row })
    .onConflict((on) => on.column('raceid').doUpdateSet(row))
    .execute()
}

const stations = (db: Db | Tx, raceid: number) =>
  db.selectFrom('hall_stations').selectAll().where('raceid', '=', raceid).where('removed_at', 'is', null)
export const listStations = (db: Db | Tx, raceid: number): Promise<HallStationRow[]> =>
  stations(db, raceid).orderBy('id').execute()
export const findStation = (db: Db | Tx, raceid: number, id: number): Promise<HallStationRow | undefined> =>
  stations(db, raceid).where('id', '=', id).executeTakeFirst()
export const findStationByKey = (db: Db, raceid: number, hash: Buffer): Promise<HallStationRow | undefined> =>
  stations(db, raceid).where('key_hash', '=', hash).executeTakeFirst()
export const lockStation = (tx: Tx, raceid: number, id: number): Promise<HallStationRow | undefined> =>
  stations(tx, raceid).where('id', '=', id).forUpdate().executeTakeFirst()
/** Saves a new station with the next number. The caller has locked the hall. */
export const insertStation = async (tx: Tx, row: Omit<Insertable<HallStations>, 'id'>): Promise<number> => {
  const { last } = await tx
    .selectFrom('hall_stations')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), sql<number>`0`).as('last'))
    .where('raceid', '=', row.raceid)
    .executeTakeFirstOrThrow()
  const id = Number(last) + 1
  await tx
    .insertInto('hall_stations')
    .values({ ...row, id })
    .execute()
  return id
}
export const updateStation = async (
  on: Db | Tx,
  raceid: number,
  id: number,
  set: Partial<Pick<HallStationRow, 'name' | 'code' | 'key_hash' | 'removed_at' | 'seen_at' | 'tested_at'>>,
): Promise<void> => {
  await on.updateTable('hall_stations').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export const insertJob = async (tx: Tx, row: Insertable<HallJobs>): Promise<JobRow> =>
  tx.insertInto('hall_jobs').values(row).returningAll().executeTakeFirstOrThrow()
export const lockJob = (tx: Tx, raceid: number, id: number): Promise<JobRow | undefined> =>
  tx
    .selectFrom('hall_jobs')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export const moveJob = async (
  tx: Tx,
  raceid: number,
  id: number,
  set: { state: JobState; state_at: Date; stationid?: number | null; picture?: null },
): Promise<void> => {
  await tx.updateTable('hall_jobs').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
}

const waiting = (db: Db | Tx, raceid: number, kind: JobKind, stationid: number | null) => {
  const query = db
    .selectFrom('hall_jobs')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('raceid', '=', raceid)
    .where('kind', '=', kind)
  return stationid === null ? query : query.where('stationid', '=', stationid)
}
/**
 * Finds and locks the picture that has waited longest: in the queue of a screen, or in the queue of the printers if
 * `stationid` is null. Returns undefined if no picture waits. The query skips pictures that another caller takes at the
 * same moment.
 */
export const claimNext = (
  tx: Tx,
  raceid: number,
  kind: JobKind,
  stationid: number | null,
): Promise<JobRow | undefined> =>
  waiting(tx, raceid, kind, stationid).orderBy('id').limit(1).forUpdate().skipLocked().executeTakeFirst()
export const listNext = (
  db: Db,
  raceid: number,
  kind: JobKind,
  stationid: number | null,
  limit: number,
): Promise<JobRow[]> => waiting(db, raceid, kind, stationid).orderBy('id').limit(limit).execute()
export const countWaitingJobs = async (
  db: Db | Tx,
  raceid: number,
  kind: JobKind,
  stationid: number | null,
): Promise<number> =>
  Number(
    (
      await waiting(db, raceid, kind, stationid)
        .clearSelect()
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
/** Finds the picture that a screen shows, or that a printer took or prints. Returns undefined if there is none. */
export const findInHand = (db: Db | Tx, raceid: number, stationid: number): Promise<JobRow | undefined> =>
  db
    .selectFrom('hall_jobs')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('stationid', '=', stationid)
    .where('state', 'in', ['showing', 'taken', 'printing'])
    .executeTakeFirst()
/** Locks the picture that `findInHand` finds, until the transaction ends. */
export const lockInHand = (tx: Tx, raceid: number, stationid: number): Promise<JobRow | undefined> =>
  tx
    .selectFrom('hall_jobs')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('stationid', '=', stationid)
    .where('state', 'in', ['showing', 'taken', 'printing'])
    .forUpdate()
    .executeTakeFirst()
/** Counts the pictures that wait or are held, by screen. A screen without such pictures has no count. */
export const lengthsOf = async (tx: Tx, raceid: number): Promise<Map<number, number>> => {
  const rows = await tx
    .selectFrom('hall_jobs')
    .select(['stationid', (eb) => eb.fn.countAll().as('n')])
    .where('state', 'in', ['waiting', 'held'])
    .where('raceid', '=', raceid)
    .where('kind', '=', 'cast')
    .groupBy('stationid')
    .execute()
  return new Map(rows.flatMap(({ stationid, n }) => (stationid === null ? [] : [[stationid, Number(n)]])))
}

export type Own = Pick<JobRow, 'id' | 'kind' | 'state' | 'stationid'>
export const listOfResult = (db: Db | Tx, raceid: number, resultid: number): Promise<Own[]> =>
  db
    .selectFrom('hall_jobs')
    .select(['id', 'kind', 'state', 'stationid'])
    .where('resultid', '=', resultid)
    .where('raceid', '=', raceid)
    .orderBy('id')
    .execute()
export const used = (own: readonly Own[], kind: JobKind): number =>
  own.filter((one) => one.kind === kind && counted.includes(one.state as JobState)).length
export const countBefore = async (db: Db, raceid: number, { id, kind, stationid }: Own): Promise<number> =>
  Number(
    (
      await waiting(db, raceid, kind as JobKind, kind === 'cast' ? stationid : null)
        .clearSelect()
        .select((eb) => eb.fn.countAll().as('n'))
        .where('id', '<', id)
        .executeTakeFirstOrThrow()
    ).n,
  )

export const isBlocked = async (db: Db | Tx, raceid: number, resultid: number): Promise<boolean> =>
  (await db
    .selectFrom('hall_blocks')
    .select('resultid')
    .where('raceid', '=', raceid)
    .where('resultid', '=', resultid)
    .executeTakeFirst()) !== undefined
export const setBlocked = async (
  tx: Tx,
  raceid: number,
  resultid: number,
  blocked: boolean,
  now: Date,
): Promise<void> => {
  if (blocked)
    await tx
      .insertInto('hall_blocks')
      .values({ raceid, resultid, created_at: now })
      .onConflict((on) => on.columns(['raceid', 'resultid']).doNothing())
      .execute()
  else await tx.deleteFrom('hall_blocks').where('raceid', '=', raceid).where('resultid', '=', resultid).execute()
}

export const countHallJobs = (db: Db, raceid: number): Promise<{ kind: string; state: string; n: number }[]> =>
  named<{ kind: string; state: string; n: number }>(
    db,
    'count of a hall',
    'select kind, state, count(*)::int as n from hall_jobs where raceid = $1 group by kind, state order by kind, state',
    [raceid],
  )

export type JobsWanted = {
  raceid: number
  kind?: JobKind | undefined
  only: 'open' | 'held' | 'doubt' | 'past'
  since: Date
  after?: number | undefined
  limit: number
}
/** Lists pictures for staff. Waiting pictures are in their order, and past pictures begin with the latest. */
export const pageJobs = (db: Db, { raceid, kind, only, since, after, limit }: JobsWanted): Promise<JobRow[]> => {
  let query = db.selectFrom('hall_jobs').selectAll().where('raceid', '=', raceid).limit(rowsFor(limit))
  if (kind) query = query.where('kind', '=', kind)
  if (only === 'past') {
    query = query.where('state', 'not in', underWay).orderBy('id', 'desc')
    return (after === undefined ? query : query.where('id', '<', after)).execute()
  }
  query =
    only === 'held'
      ? query.where('state', '=', 'held')
      : only === 'doubt'
        ? query.where('state', '=', 'printing').where('state_at', '<=', since)
        : query.where('state', 'in', underWay)
  query = query.orderBy('id')
  return (after === undefined ? query : query.where('id', '>', after)).execute()
}

export type UserRow = {
  resultid: number
  game: boolean
  key: string
  bib: string
  casts: number
  prints: number
  last_at: Date
  last: number
  blocked: boolean
}
export const pageUsers = (db: Db, raceid: number, after: number | null, limit: number): Promise<UserRow[]> =>
  named<UserRow>(
    db,
    'users of a hall',
    `select j.resultid, bool_or(j.game) as game, min(j.key) as key, min(j.bib) as bib,
        count(*) filter (where j.kind = 'cast' and j.state = any($4))::int as casts,
        count(*) filter (where j.kind = 'print' and j.state = any($4))::int as prints,
       max(j.created_at) as last_at, max(j.id)::bigint as last, bool_or(b.resultid is not null) as blocked
     from hall_jobs j left join hall_blocks b on b.raceid = j.raceid and b.resultid = j.resultid
     where j.raceid = $1
     group by j.resultid
     having $2::bigint is null or max(j.id) < $2
     order by max(j.id) desc
     limit $3`,
    [raceid, after, rowsFor(limit), counted],
  )

/**
 * Locks the open pictures of one runner for their removal: the pictures that wait or are held, that a screen shows, or
 * that a printer took.
 */
export const lockUnderWay = (tx: Tx, raceid: number, resultid: number): Promise<JobRow[]> =>
  tx
    .selectFrom('hall_jobs')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('resultid', '=', resultid)
    .where('state', 'in', ['held', 'waiting', 'showing', 'taken'])
    .orderBy('id')
    .forUpdate()
    .execute()
/** Locks the pictures that a removed screen shows or has in its queue, and the sheet that a removed printer took. */
export const lockLine = (tx: Tx, raceid: number, stationid: number): Promise<JobRow[]> =>
  tx
    .selectFrom('hall_jobs')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('stationid', '=', stationid)
    .where('state', 'in', ['held', 'waiting', 'showing', 'taken'])
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Locks the sheets that a printer took before this moment and has not begun to print. The printer's computer is
 * probably off, so the caller puts the sheets back in the queue.
 */
export const claimForgotten = (tx: Tx, before: Date, limit: number): Promise<JobRow[]> => {
  const forgotten = tx.selectFrom('hall_jobs').where('state', '=', 'taken').where('state_at', '<', before)
  return takeByRace(
    limit,
    async (but) =>
      (await forgotten.select('raceid').where(isNoneOf('raceid', but)).limit(1).executeTakeFirst())?.raceid,
    (raceid, most) => forgotten.selectAll().where('raceid', '=', raceid).limit(most).forUpdate().skipLocked().execute(),
  )
}
/** Locks the pictures that screens began to show before a moment, if the screens have sent no report since then. */
export const claimDark = (tx: Tx, before: Date, limit: number): Promise<Pick<JobRow, 'raceid' | 'id'>[]> => {
  const dark = tx
    .selectFrom('hall_jobs as j')
    .innerJoin('hall_stations as s', (on) => on.onRef('s.raceid', '=', 'j.raceid').onRef('s.id', '=', 'j.stationid'))
    .where('j.state', '=', 'showing')
    .where('j.state_at', '<', before)
    .where((eb) => eb.or([eb('s.seen_at', 'is', null), eb('s.seen_at', '<', before)]))
  return takeByRace(
    limit,
    async (but) => (await dark.select('j.raceid').where(isNoneOf('j.raceid', but)).limit(1).executeTakeFirst())?.raceid,
    (raceid, most) =>
      dark
        .select(['j.raceid', 'j.id'])
        .where('j.raceid', '=', raceid)
        .limit(most)
        .forUpdate('j')
        .skipLocked()
        .execute(),
  )
}
/**
 * Locks the pictures whose files are still kept: those whose state became `shown`, `done`, `failed`, `withdrawn` or
 * `removed` before a moment, and those whose present state under way is older than `waitsSince`.
 */
export const claimOldPictures = (tx: Tx, before: Date, waitsSince: Date, limit: number): Promise<JobRow[]> => {
  const old = tx
    .selectFrom('hall_jobs')
    .where('picture', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('state_at', '<', before), eb('state', 'not in', underWay)]),
        eb.and([eb('state_at', '<', waitsSince), eb('state', 'in', underWay)]),
      ]),
    )
  return takeByRace(
    limit,
    async (but) => (await old.select('raceid').where(isNoneOf('raceid', but)).limit(1).executeTakeFirst())?.raceid,
    (raceid, most) => old.selectAll().where('raceid', '=', raceid).limit(most).forUpdate().skipLocked().execute(),
  )
}

export const stateOfPicture = async (db: Db, raceid: number, picture: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('hall_jobs')
      .select('state')
      .where('picture', '=', picture)
      .where('raceid', '=', raceid)
      .executeTakeFirst()
  )?.state

export const bytesOfPictures = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('hall_jobs')
        .select(({ fn }) => fn.sum('picture_bytes').as('bytes'))
        .where('picture', 'is not', null)
        .executeTakeFirstOrThrow()
    ).bytes,
  )

/** Tells every server that a race's hall has changed, when this transaction commits. */
export const notifyHall = async (tx: Tx, raceid: number): Promise<void> => {
  await sql`select pg_notify('startline_hall', ${String(raceid)})`.execute(tx)
}
