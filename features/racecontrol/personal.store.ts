import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import { starterRows } from '#features/timing/public.store.ts'
import type { AlarmKind } from './monitor/alarms.rules.ts'
import type { IncidentState } from './incidents/incidents.contract.ts'

/** Removes the injured person and the sealed texts from the incidents of a registration. Time, place and state stay. */
export const eraseIncidents = async (tx: Tx, raceid: number, registrationid: number): Promise<void> => {
  await sql`update incidents set details = null, bib = null, registrationid = null
    where raceid = ${raceid} and registrationid = ${registrationid}`.execute(tx)
}
/**
 * Erases the sealed texts of the incidents of registrations in a range of ids, and of the incidents without a
 * registration.
 */
export const eraseBetween = async (
  tx: Tx,
  raceid: number,
  { after, upto }: { after: number; upto: number },
): Promise<number> => {
  const done = await sql`update incidents set details = null where raceid = ${raceid} and details is not null
    and (registrationid is null or registrationid > ${after} and registrationid <= ${upto})`.execute(tx)
  return Number(done.numAffectedRows ?? 0)
}
export const countRaceControlRecords = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'racecontrol: incidents kept',
      'select count(*)::int as n from incidents where raceid = $1 and details is not null',
      [raceid],
    )
  )[0]!.n

export type OwnIncident = { raceid: number; at: Date; place: string; state: IncidentState; details: Buffer | null }
export const listOfRegistration = (db: Db, raceid: number, id: number): Promise<OwnIncident[]> =>
  named<OwnIncident>(
    db,
    'racecontrol: incidents of a registration',
    `select raceid, at, place, state, details from incidents where raceid = $1 and registrationid = $2 order by id`,
    [raceid, id],
  )
export const listIncidentsOfAccount = (db: Db, uid: number): Promise<OwnIncident[]> =>
  named<OwnIncident>(
    db,
    'racecontrol: incidents of an account',
    `select i.raceid, i.at, i.place, i.state, i.details from incidents i
      join ${registrationRows.text} r on r.raceid = i.raceid and r.id = i.registrationid
      where r.uid = $1 order by i.raceid, i.id`,
    [uid],
  )

/**
 * The printed bibs of registrations, each with its race (`raceid`), event, account, name and registration (`id`). A
 * registration that is `gone` keeps its bib, and another runner may have got the same bib.
 */
const worn = `(select raceid, id, eventid, uid, name, coalesce(prefix_bib, '') || bib as bib,
  deleted_at is not null or closed_at is not null as gone from ${registrationRows.text} r where bib is not null)`
/**
 * Erases person, position and notes of the alarms about a registration with this printed bib. The rows keep the kind
 * and the times of the alarms. An alarm in one of the events `others`, in which another person has the bib, stays. An
 * alarm that somebody raised by hand names no event. It stays if only other persons wear the bib now.
 */
export const eraseAlarms = async (
  tx: Tx,
  raceid: number,
  { id, eventid, bib }: { id: number; eventid: number; bib: string },
  { wears, others }: { wears: boolean; others: readonly number[] },
): Promise<void> => {
  const isOurs = wears || others.length === 0
  const meant = sql`a.raceid = ${raceid} and a.bib = ${bib}
    and case when a.eventid is null then ${isOurs}::boolean else a.eventid <> all(${others}::int[])
      and not exists (select from ${sql.raw(worn)} w where w.raceid = ${raceid} and w.bib = ${bib} and w.id <> ${id}
        and w.eventid = a.eventid and w.eventid <> ${eventid}) end`
  await sql`update alarm_notes n set note = null from alarms a where a.raceid = n.raceid and a.id = n.alarmid
    and n.raceid = ${raceid} and ${meant}`.execute(tx)
  await sql`update alarms a set bib = null, carrier = 'erased:' || id, lat = null, lon = null, metres = null, place = ''
    where ${meant}`.execute(tx)
}
/**
 * Erases notes and positions of the alarms about registrations in a range of ids, and of the alarms about carriers
 * without a registration.
 */
export const eraseAlarmsBetween = async (
  tx: Tx,
  raceid: number,
  { after, upto }: { after: number; upto: number },
): Promise<number> => {
  const meant = sql`(a.bib is null or a.bib in (select bib from ${sql.raw(worn)} w where w.raceid = ${raceid}
      and w.id > ${after} and w.id <= ${upto})
    or not exists (select from ${sql.raw(worn)} w where w.raceid = ${raceid} and w.bib = a.bib))`
  const notes = await sql`update alarm_notes n set note = null from alarms a where a.raceid = n.raceid
    and a.id = n.alarmid and n.raceid = ${raceid} and n.note is not null and ${meant}`.execute(tx)
  const places = await sql`update alarms a set lat = null, lon = null where a.raceid = ${raceid} and a.lat is not null
    and ${meant}`.execute(tx)
  return Number(notes.numAffectedRows ?? 0) + Number(places.numAffectedRows ?? 0)
}
export const countAlarmsHeld = async (db: Db, raceid: number): Promise<number> =>
  (
    await named<{ n: number }>(
      db,
      'racecontrol: alarms kept',
      `select ((select count(*) from alarm_notes where raceid = $1 and note is not null)
        + (select count(*) from alarms where raceid = $1 and lat is not null))::int as n`,
      [raceid],
    )
  )[0]!.n
/**
 * Selects the runners on a start list of another source who have the bib of an alarm (`a`) and are another person than
 * the registration (`w`).
 */
const listedOthers = `select from ${starterRows.text} t where t.raceid = a.raceid and t.bib = a.bib
  and t.name is distinct from w.name and not (t.name is null and t.eventid = w.eventid)
  and (a.eventid is null or t.eventid = a.eventid)`
/**
 * Joins alarms (`a`) with the registration that they mean (`w`). An alarm means the runner of its event. If nobody else
 * has the bib in the event of the alarm, it means the registration of another event. An alarm without an event means a
 * registration if no start list gives the bib to another person in another event. If somebody else has the bib now, an
 * alarm means no gone registration.
 */
const alarmsOf = `alarms a join ${worn} w on w.raceid = a.raceid and w.bib = a.bib
  and (a.eventid = w.eventid or not exists (${listedOthers} and t.eventid <> w.eventid) and not exists (
    select from ${worn} o where o.raceid = a.raceid and o.bib = a.bib and o.id <> w.id and o.eventid = a.eventid))
  and (not w.gone or not exists (${listedOthers}) and not exists (
    select from ${worn} o where o.raceid = a.raceid and o.bib = a.bib and not o.gone
      and (a.eventid is distinct from w.eventid or o.eventid = w.eventid)))`
type OwnAlarm = {
  kind: AlarmKind
  raised_at: Date
  ended_at: Date | null
  metres: number | null
  place: string
  lat: number | null
  lon: number | null
}
/** Lists the alarms about a registration, for the copy of the person's data. */
export const listAlarmsOf = (db: Db, raceid: number, id: number): Promise<OwnAlarm[]> =>
  named<OwnAlarm>(
    db,
    'racecontrol: alarms of a registration',
    `select a.kind, a.raised_at, a.ended_at, a.metres, a.place, a.lat, a.lon from ${alarmsOf}
      where a.raceid = $1 and w.id = $2 order by a.id`,
    [raceid, id],
  )
export type OwnAlarmNote = { raceid: number; kind: AlarmKind; raised_at: Date; at: Date; note: Buffer }
/** Lists the notes on alarms about the registrations of an account. */
export const listNotesOfAccount = (db: Db, uid: number): Promise<OwnAlarmNote[]> =>
  named<OwnAlarmNote>(
    db,
    'racecontrol: alarm notes of an account',
    `select a.raceid, a.kind, a.raised_at, n.at, n.note from ${alarmsOf}
      join alarm_notes n on n.raceid = a.raceid and n.alarmid = a.id
      where w.uid = $1 and n.note is not null order by a.raceid, n.id`,
    [uid],
  )
