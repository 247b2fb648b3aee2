import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { Format } from '../contract.ts'
import type { stopReasons } from './schedules.contract.ts'

export type StopReason = (typeof stopReasons)[number]
export type ScheduleRow = {
  raceid: number
  id: number
  subject: string
  name: string
  staffid: number
  madeby: number
  asked: Buffer
  weekdays: number[]
  hour: number
  until: string
  next_day: string | null
  queued_day: string | null
  state: 'active' | 'ended' | 'stopped'
  why: StopReason | null
}
const columns = `s.raceid, s.id, s.subject, s.name, s.staffid, s.madeby, s.asked, s.weekdays, s.hour,
  s.until::text as until, s.next_day, s.queued_day, s.state, s.why`

export const insertSchedule = async (
  tx: Tx,
  row: Omit<ScheduleRow, 'id' | 'state' | 'why' | 'queued_day'> & { created_at: Date },
): Promise<number> => {
  const { id } = await tx
    .insertInto('table_schedules')
    .values({ ...row, weekdays: JSON.stringify(row.weekdays), state: 'active' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const countActive = async (tx: Tx, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      tx,
      'schedules: count',
      `select count(*)::int as n from table_schedules where raceid = $1 and state = 'active'`,
      [raceid],
    )
  )[0]!.n
export const findSchedule = async (on: Db | Tx, raceid: number, id: number): Promise<ScheduleRow | undefined> =>
  (
    await named<ScheduleRow>(
      on,
      'schedules: one',
      `select ${columns} from table_schedules s where s.raceid = $1 and s.id = $2`,
      [raceid, id],
    )
  )[0]
/** Reads a schedule and locks it until the transaction ends. */
export const lockSchedule = async (tx: Tx, raceid: number, id: number): Promise<ScheduleRow | undefined> =>
  (
    await named<ScheduleRow>(
      tx,
      'schedules: lock',
      `select ${columns} from table_schedules s where s.raceid = $1 and s.id = $2 for update`,
      [raceid, id],
    )
  )[0]

export type ScheduleLine = ScheduleRow & { for_name: string; by_name: string }
/**
 * Lists the schedules of a race, at most 200, with active schedules first. With `staffid` it lists only the schedules
 * that this member of staff made or whose files this member gets.
 */
export const listSchedules = (db: Db, raceid: number, staffid: number | null): Promise<ScheduleLine[]> =>
  named<ScheduleLine>(
    db,
    'schedules: list',
    `select ${columns}, f.name as for_name, b.name as by_name
     from table_schedules s
     join ${staffRows.text} f on f.staffid = s.staffid
     join ${staffRows.text} b on b.staffid = s.madeby
     where s.raceid = $1 and ($2::bigint is null or s.staffid = $2 or s.madeby = $2)
     order by s.state <> 'active', s.id desc limit 200`,
    [raceid, staffid],
  )
/** Lists the active schedules of all races whose next day has no job yet. */
export const listWaiting = (db: Db): Promise<ScheduleRow[]> =>
  named<ScheduleRow>(
    db,
    'schedules: waiting',
    `select ${columns} from table_schedules s
     where s.state = 'active' and s.next_day is distinct from s.queued_day order by s.raceid, s.id`,
    [],
  )
export const updateSchedule = async (
  tx: Tx,
  raceid: number,
  id: number,
  change: {
    state?: ScheduleRow['state']
    why?: StopReason | null
    next_day?: string | null
    queued_day?: string | null
  },
): Promise<void> => {
  await tx.updateTable('table_schedules').set(change).where('raceid', '=', raceid).where('id', '=', id).execute()
}

export const isStaff = async (on: Db | Tx, staffid: number): Promise<boolean> =>
  (
    await named(
      on,
      'schedules: is staff',
      `select s.staffid from ${staffRows.text} s where s.staffid = $1 and s.removed_at is null`,
      [staffid],
    )
  ).length > 0
export const listStaff = (db: Db): Promise<{ staffid: number; name: string }[]> =>
  named(
    db,
    'schedules: staff',
    `select s.staffid, s.name from ${staffRows.text} s where s.removed_at is null order by s.name, s.staffid limit 1000`,
    [],
  )

export type ScheduledFileRow = {
  raceid: number
  id: number
  scheduleid: number
  day: string
  staffid: number
  subject: string
  format: Format
  filename: string
  rows: number
  bytes: number
  pieces: number
  made_at: Date
  fetched_at: Date | null
  expires_at: Date
}
/** Keeps a made file. Returns false if the day of the schedule has its file already. */
export const insertFile = async (tx: Tx, row: Omit<ScheduledFileRow, 'id' | 'fetched_at'>): Promise<boolean> =>
  (await tx
    .insertInto('scheduled_files')
    .values(row)
    .onConflict((at) => at.columns(['raceid', 'scheduleid', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
const files = (db: Db | Tx) => db.selectFrom('scheduled_files').selectAll()
const fileFrom = (row: Record<string, unknown>): ScheduledFileRow =>
  ({ ...row, bytes: Number(row['bytes']) }) as ScheduledFileRow
/** Lists a member of staff's files that are not erased yet, at most 200, the newest first. */
export const listFiles = async (
  db: Db,
  raceid: number,
  staffid: number,
  now: Date,
): Promise<(ScheduledFileRow & { name: string })[]> =>
  (
    await db
      .selectFrom('scheduled_files as f')
      .innerJoin('table_schedules as s', (join) =>
        join.onRef('s.raceid', '=', 'f.raceid').onRef('s.id', '=', 'f.scheduleid'),
      )
      .selectAll('f')
      .select('s.name')
      .where('f.raceid', '=', raceid)
      .where('f.staffid', '=', staffid)
      .where('f.expires_at', '>', now)
      .orderBy('f.id', 'desc')
      .limit(200)
      .execute()
  ).map((row) => ({ ...fileFrom(row), name: row.name }))
export const findFile = async (on: Db | Tx, raceid: number, id: number): Promise<ScheduledFileRow | undefined> => {
  const row = await files(on).where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
  return row && fileFrom(row)
}
export const hasFile = async (on: Db | Tx, raceid: number, scheduleid: number, day: string): Promise<boolean> =>
  (await files(on)
    .where('raceid', '=', raceid)
    .where('scheduleid', '=', scheduleid)
    .where('day', '=', day)
    .executeTakeFirst()) !== undefined
export const markFetched = async (tx: Tx, raceid: number, id: number, now: Date): Promise<void> => {
  await tx
    .updateTable('scheduled_files')
    .set({ fetched_at: sql`coalesce(fetched_at, ${now})` })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Lists the files whose time is over, of all races. */
export const listEnded = async (db: Db, now: Date, limit: number): Promise<ScheduledFileRow[]> =>
  (await files(db).where('expires_at', '<=', now).orderBy('expires_at').limit(limit).execute()).map(fileFrom)
export const removeFile = async (db: Db, raceid: number, id: number): Promise<void> => {
  await db.deleteFrom('scheduled_files').where('raceid', '=', raceid).where('id', '=', id).execute()
}
