import { type Db, type Tx, jsonb, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { AlarmKind, AlarmCarrierKind, Lasting } from './alarms.rules.ts'

export type NewAlarm = {
  carrier: string
  kind: AlarmKind
  carried: AlarmCarrierKind
  bib: string | null
  eventid: number | null
  place: string
  metres: number | null
  lat: number | null
  lon: number | null
  value: number | null
  since: Date
  raised_by: number | null
}
export type AlarmRow = NewAlarm & {
  id: number
  raised_at: Date
  taken_by: number | null
  taken_name: string | null
  taken_at: Date | null
  ended_at: Date | null
  ended_name: string | null
}
const columns = `a.id, a.carrier, a.kind, a.carried, a.bib, a.eventid, a.place, a.metres, a.lat, a.lon, a.value, a.since,
  a.raised_at, a.raised_by, a.taken_by, t.name as taken_name, a.taken_at, a.ended_at, e.name as ended_name`
const joined = `alarms a
  left join ${staffRows.text} t on t.staffid = a.taken_by
  left join ${staffRows.text} e on e.staffid = a.ended_by`

export const listOpen = (db: Db, raceid: number, limit: number): Promise<AlarmRow[]> =>
  named<AlarmRow>(
    db,
    'racecontrol: open alarms',
    `select ${columns} from ${joined} where a.raceid = $1 and a.ended_at is null
      order by (a.kind = 'sos') desc, (a.taken_at is null) desc, a.id limit $2`,
    [raceid, limit],
  )
export const listEnded = (db: Db, raceid: number, limit: number): Promise<AlarmRow[]> =>
  named<AlarmRow>(
    db,
    'racecontrol: ended alarms',
    `select ${columns} from ${joined} where a.raceid = $1 and a.ended_at is not null
      order by a.ended_at desc, a.id desc limit $2`,
    [raceid, limit],
  )
/** Lists the alarms of a race in the order in which they were raised. */
export const pageAlarms = (
  db: Db,
  raceid: number,
  { open, after, limit }: { open: boolean | null; after: number | null; limit: number },
): Promise<AlarmRow[]> =>
  named<AlarmRow>(
    db,
    'racecontrol: record of alarms',
    `select ${columns} from ${joined} where a.raceid = $1 and ($2::boolean is null or (a.ended_at is null) = $2)
      and ($3::bigint is null or a.id > $3) order by a.id limit $4`,
    [raceid, open, after, limit],
  )
export const findAlarm = async (on: Db | Tx, raceid: number, id: number): Promise<AlarmRow | undefined> =>
  (
    await named<AlarmRow>(
      on,
      'racecontrol: alarm',
      `select ${columns} from ${joined} where a.raceid = $1 and a.id = $2`,
      [raceid, id],
    )
  )[0]
/** Locks an alarm until the transaction ends. Returns false if the race has no such alarm. */
export const lockAlarm = async (tx: Tx, raceid: number, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('alarms')
    .select('id')
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Raises an alarm. Returns undefined if the carrier has an alarm of this kind whose reason still lasts. */
export const insertAlarm = async (tx: Tx, raceid: number, alarm: NewAlarm, now: Date): Promise<number | undefined> =>
  (
    await tx
      .insertInto('alarms')
      .values({ raceid, ...alarm, raised_at: now })
      .onConflict((on) => on.columns(['raceid', 'carrier', 'kind']).where('cleared_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id
export const takeAlarm = async (
  tx: Tx,
  raceid: number,
  id: number,
  taken: { taken_by: number; taken_at: Date } | { taken_by: null; taken_at: null },
): Promise<void> => {
  await tx.updateTable('alarms').set(taken).where('raceid', '=', raceid).where('id', '=', id).execute()
}
/**
 * Ends an alarm because a person decided so. A call for help has no reason any more after its end. The reason of any
 * other alarm may last longer than the alarm.
 */
export const endAlarm = async (
  tx: Tx,
  raceid: number,
  id: number,
  { staffid, now }: { staffid: number | null; now: Date },
): Promise<void> => {
  await tx
    .updateTable('alarms')
    .set((eb) => ({
      ended_at: now,
      ended_by: staffid,
      cleared_at: eb.case().when('kind', '=', 'sos').then(now).else(eb.ref('cleared_at')).end(),
    }))
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/** Records that the reasons of these alarms have ended. Open alarms end with their reason. */
export const clearAlarms = async (tx: Tx, raceid: number, ids: readonly number[], now: Date): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('alarms')
    .set((eb) => ({ cleared_at: now, ended_at: eb.fn.coalesce('ended_at', eb.val(now)) }))
    .where('raceid', '=', raceid)
    .where('id', 'in', [...ids])
    .execute()
}

export type LastingRow = Lasting & { carrier: string }
/** Lists the alarms whose reason lasts. */
export const listLasting = (on: Db | Tx, raceid: number): Promise<LastingRow[]> =>
  named<LastingRow>(
    on,
    'racecontrol: lasting alarms',
    `select id, carrier, kind, (extract(epoch from since) * 1000)::bigint as since from alarms
      where raceid = $1 and cleared_at is null`,
    [raceid],
  )
export const lastCalls = (on: Db | Tx, raceid: number): Promise<{ carrier: string; since: number }[]> =>
  named(
    on,
    'racecontrol: last calls for help',
    `select carrier, (extract(epoch from max(since)) * 1000)::bigint as since from alarms
      where raceid = $1 and kind = 'sos' group by carrier`,
    [raceid],
  )
export const racesWithLasting = async (db: Db): Promise<number[]> =>
  (
    await named<{ raceid: number }>(
      db,
      'racecontrol: races with alarms',
      'select distinct raceid from alarms where cleared_at is null',
      [],
    )
  ).map(({ raceid }) => raceid)
export const countOpen = async (db: Db, raceid: number): Promise<{ sos: number; alarms: number }> =>
  (
    await named<{ sos: number; alarms: number }>(
      db,
      'racecontrol: open alarms counted',
      `select (count(*) filter (where kind = 'sos'))::int as sos, (count(*) filter (where kind <> 'sos'))::int as alarms
        from alarms where raceid = $1 and ended_at is null`,
      [raceid],
    )
  )[0]!

export type AlarmNoteRow = { id: number; alarmid: number; note: Buffer | null; who: string | null; at: Date }
export const listNotes = (on: Db | Tx, raceid: number, alarms: readonly number[]): Promise<AlarmNoteRow[]> =>
  named<AlarmNoteRow>(
    on,
    'racecontrol: notes',
    `select n.id, n.alarmid, n.note, s.name as who, n.at from alarm_notes n
      left join ${staffRows.text} s on s.staffid = n.staffid
      where n.raceid = $1 and n.alarmid = any($2::bigint[]) order by n.id`,
    [raceid, alarms],
  )
export const insertNote = async (
  tx: Tx,
  raceid: number,
  alarmid: number,
  note: Buffer,
  { staffid, now }: { staffid: number | null; now: Date },
): Promise<void> => {
  await tx.insertInto('alarm_notes').values({ raceid, alarmid, note, staffid, at: now }).execute()
}

/** Records that a member of staff looks at the monitor. Returns true for the first time in this hour. */
export const isFirstVisit = async (tx: Tx, raceid: number, staffid: number, hour: Date): Promise<boolean> => {
  const done = await tx
    .insertInto('monitor_visits')
    .values({ raceid, staffid, hour })
    .onConflict((on) => on.columns(['raceid', 'staffid', 'hour']).doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const findSettings = async (on: Db | Tx, raceid: number): Promise<unknown> =>
  (await on.selectFrom('control_settings').select('settings').where('raceid', '=', raceid).executeTakeFirst())?.settings
export const saveMonitorSettings = async (tx: Tx, raceid: number, settings: object, now: Date): Promise<void> => {
  const kept = { settings: jsonb(settings), updated_at: now }
  await tx
    .insertInto('control_settings')
    .values({ raceid, ...kept })
    .onConflict((on) => on.column('raceid').doUpdateSet(kept))
    .execute()
}
