import type { Right } from '#contract/rights.ts'
import { dayIn, dayAfter } from '#contract/days.ts'
import type { Db } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readRace } from '#features/races/service.ts'
import { logChange, staffNow } from '#features/staff/service.ts'
import { type Parts, type Who, hasRight } from '#seam/server/handle.ts'
import { type AnyTable, everyTable } from '#seam/server/tables.ts'
import { type ExportRequest, fileOf } from '../file.service.ts'
import { chosenColumns } from '../rules.ts'
import { dropPieces, writePieces } from './pieces.service.ts'
import { KEPT_MS, dayFrom, firstScheduledDay, momentOfHour } from './schedules.rules.ts'
import {
  type ScheduleRow,
  type StopReason,
  findSchedule,
  hasFile,
  insertFile,
  isStaff,
  listWaiting,
  lockSchedule,
  updateSchedule,
} from './schedules.store.ts'

/** The label under which the content of a schedule is sealed. */
export const SEALED_AS = 'scheduled table'
/** The job that makes a file; its payload names the schedule and the day. */
export const SCHEDULED = 'scheduled export'
type Key = { raceid: number; id: number; day: string }

export const openSchedule = ({ seal }: Pick<Parts, 'seal'>, { raceid, asked }: Pick<ScheduleRow, 'raceid' | 'asked'>) =>
  JSON.parse(seal.open(raceScope(raceid), SEALED_AS, asked)) as ExportRequest
export const tableNamed = (name: string): AnyTable | undefined => everyTable.get().find((one) => one.name === name)

/** Tells why a member of staff may not have a table with these columns and this filter now. */
export const whyNotScheduled = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  {
    raceid,
    staffid,
    asked,
    now,
  }: { raceid: number; staffid: number; asked: Omit<ExportRequest, 'filename'>; now: Date },
): Promise<StopReason | undefined> => {
  if (!(await isStaff(parts.db, staffid))) return 'staff'
  const who: Who = await staffNow(parts.db, staffid)
  const may = (right: Right | undefined) => right === undefined || hasRight(who, right, raceid)
  const table = tableNamed(asked.table)
  if (!table) return 'columns'
  const filter = table.filter.safeParse(asked.filter)
  const columns = chosenColumns(await table.columns({ ...parts, now, lang: asked.lang }, raceid), asked.columns)
  if (!filter.success || !columns) return 'columns'
  const allowed =
    may(table.right) &&
    may(table.filterRight?.(filter.data)) &&
    columns.every(({ right }) => may(right)) &&
    (!asked.open || may('sealed.open'))
  return allowed ? undefined : 'right'
}

const stop = async (db: Db, { raceid, id, subject, state }: ScheduleRow, why: StopReason, now: Date): Promise<void> => {
  if (state !== 'active') return
  await db.transaction().execute(async (tx) => {
    if ((await lockSchedule(tx, raceid, id))?.state !== 'active') return
    await updateSchedule(tx, raceid, id, { state: 'stopped', why, next_day: null })
    await logChange(tx, {
      who: undefined,
      now,
      raceid,
      what: 'scheduled export stopped',
      target: `table ${subject}`,
      after: { why },
    })
  })
}

/** Queues the files whose hour has come in the zone that the race has now, and stops schedules of archived races. */
export const queueDue = async ({ db }: Pick<Parts, 'db'>, now: Date): Promise<void> => {
  for (const row of await listWaiting(db)) {
    const { raceid, id, next_day: day, hour } = row
    const race = await readRace(db, raceid, now)
    if (!race || race.archived_at !== null) {
      await stop(db, row, 'archived', now)
      continue
    }
    if (day === null || momentOfHour(race.zone, day, hour) > now) continue
    await db.transaction().execute(async (tx) => {
      const still = await lockSchedule(tx, raceid, id)
      if (still?.state !== 'active' || still.next_day !== day || still.queued_day === day) return
      await updateSchedule(tx, raceid, id, { queued_day: day })
      await addJob(tx, SCHEDULED, { raceid, id, day }, { key: `${SCHEDULED} ${raceid}/${id}/${day}` })
    })
  }
}

/**
 * Keeps a made file and moves the schedule to its next day. Returns false if the schedule has ended or moved on without
 * this file.
 */
const keepFile = (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { raceid, id, day }: Key,
  made: { asked: ExportRequest; filename: string; zone: string; rows: number; bytes: number; pieces: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const row = await lockSchedule(tx, raceid, id)
    if (row?.state !== 'active' || row.next_day !== day) return hasFile(tx, raceid, id, day)
    const { asked, filename, zone, ...counted } = made
    await insertFile(tx, {
      raceid,
      scheduleid: id,
      day,
      staffid: row.staffid,
      subject: row.subject,
      format: asked.format,
      filename,
      ...counted,
      made_at: now,
      expires_at: new Date(now.getTime() + KEPT_MS),
    })
    const coming = firstScheduledDay(zone, dayIn(zone, now), now, row)
    const next = coming === null ? null : dayFrom(coming > day ? coming : dayAfter(day), row)
    await updateSchedule(tx, raceid, id, { next_day: next, ...(next === null ? { state: 'ended' as const } : {}) })
    await logChange(tx, {
      who: await staffNow(db, row.staffid),
      now,
      raceid,
      what: 'scheduled export made',
      target: `table ${row.subject}`,
      after: { format: asked.format, count: made.rows, ...(asked.open ? { why: asked.why } : {}) },
    })
    return true
  })

/**
 * Makes the file of one day. Before that, it checks the rights of the member of staff who gets the file. A job that was
 * killed runs again and overwrites its pieces. A day of a schedule never gets a second file.
 */
export const makeScheduled = async (parts: Parts, key: Key): Promise<void> => {
  const { db, seal, clock, integrations } = parts
  const { raceid, id, day } = key
  const now = clock()
  const row = await findSchedule(db, raceid, id)
  if (await hasFile(db, raceid, id, day)) return
  if (row?.state !== 'active' || row.next_day !== day) return dropPieces(integrations.files, key)
  // A killed run may have left pieces, and no row names them.
  const stopHere = async (why: StopReason) => {
    await dropPieces(integrations.files, key)
    await stop(db, row, why, now)
  }
  const race = await readRace(db, raceid, now)
  if (!race || race.archived_at !== null) return stopHere('archived')
  await seal.prepare(raceScope(raceid))
  const request = openSchedule(parts, row)
  const why = await whyNotScheduled(parts, { raceid, staffid: row.staffid, asked: request, now })
  if (why) return stopHere(why)
  const leaving = { raceid, zone: race.zone, who: await staffNow(db, row.staffid), asked: request }
  let rows = 0
  const bytes = await fileOf(parts, tableNamed(request.table)!, leaving, async (count) => void (rows = count))
  if (!bytes) return stopHere('columns')
  const written = await writePieces(parts, key, bytes)
  const filename = request.filename.replace(/\.(\w+)$/, `-${day}.$1`)
  const isKept = await keepFile(parts, key, { asked: request, filename, zone: race.zone, rows, ...written })
  if (!isKept) await dropPieces(integrations.files, key)
}
