import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { lockAll } from '#db/locks.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { eventsOf } from '#features/events/service.ts'
import { metresOf } from '#features/events/rules.ts'
import { runnersOfBibsByEvent } from '#features/timing/service.ts'
import { type AlarmSettings, type Finding, alarmFindings, alarmStepOf, usualAlarmSettings } from './alarms.rules.ts'
import { type Carrier, watchedCarriers } from './carriers.service.ts'
import { MonitorSettings } from './monitor.contract.ts'
import {
  type AlarmRow,
  clearAlarms,
  countOpen,
  findSettings,
  insertAlarm,
  lastCalls,
  listEnded,
  listLasting,
  listNotes,
  listOpen,
} from './alarms.store.ts'

const OPEN_MOST = 300
const ENDED_MOST = 30
const noteField = 'alarm note'
/** Seals a note. The caller has prepared the key of the race. */
export const sealAlarmNote = (seal: Seal, raceid: number, note: string): Buffer =>
  seal.seal(raceScope(raceid), noteField, note)
export const openAlarmNote = (seal: Seal, raceid: number, note: Buffer): string =>
  seal.open(raceScope(raceid), noteField, note)

/** Reads the limits of a race. If a stored value is no longer valid, all limits are the usual limits. */
export const settingsFor = async (on: Db | Tx, raceid: number): Promise<AlarmSettings> => {
  const kept = await findSettings(on, raceid)
  const read = MonitorSettings.safeParse({ ...usualAlarmSettings, ...(typeof kept === 'object' ? kept : {}) })
  return read.success ? read.data : usualAlarmSettings
}

/**
 * Returns the runners whom an alarm may mean. If no runner of the alarm's event has the bib, everybody with the bib may
 * be meant.
 */
const runnersMeant = <Runner extends { eventid: number }>(
  { eventid }: Pick<AlarmRow, 'eventid'>,
  runners: readonly Runner[],
): readonly Runner[] => {
  const ofEvent = runners.filter((one) => one.eventid === eventid)
  return ofEvent.length > 0 ? ofEvent : runners
}

type Showing = { db: Db | Tx; seal: Seal; raceid: number; lang: Lang; staffid: number | null }
/** Shows alarms with names and notes. The caller has prepared the key of the race. */
export const showAlarms = async ({ db, seal, raceid, lang, staffid }: Showing, rows: readonly AlarmRow[]) => {
  const [events, runners, notes] = await Promise.all([
    eventsOf(db, raceid),
    runnersOfBibsByEvent(
      db,
      raceid,
      rows.flatMap(({ bib }) => bib ?? []),
    ),
    listNotes(
      db,
      raceid,
      rows.map(({ id }) => id),
    ),
  ])
  const names = new Map(events.map((one) => [one.id, nameIn(lang, one.name, one.names)]))
  const byBib = Map.groupBy(runners, ({ bib }) => bib)
  const byAlarm = Map.groupBy(notes, ({ alarmid }) => alarmid)
  return rows.map((row) => {
    const meant = runnersMeant(row, byBib.get(row.bib ?? '') ?? [])
    const eventid = row.eventid ?? (meant.length === 1 ? meant[0]!.eventid : null)
    return {
      ...row,
      eventid,
      event: eventid === null ? null : (names.get(eventid) ?? null),
      // A call by radio may give a bib that several events use. Race control then has to find out who calls.
      name: meant.flatMap(({ name }) => name ?? []).join(' / ') || null,
      by_hand: row.raised_by !== null,
      taken_by: row.taken_at === null ? null : (row.taken_name ?? ''),
      mine: row.taken_by !== null && row.taken_by === staffid,
      ended_by: row.ended_name,
      notes: (byAlarm.get(row.id) ?? []).flatMap(({ note, ...one }) =>
        note === null ? [] : [{ ...one, note: openAlarmNote(seal, raceid, note) }],
      ),
    }
  })
}
/**
 * Collects the open alarms (at most `OPEN_MOST`), the alarms that ended last, and the courses for race control. The
 * caller has prepared the key of the race.
 */
export const showMonitor = async (showing: Showing & { db: Db }) => {
  const { db, raceid, lang } = showing
  const [open, counted, ended, events] = await Promise.all([
    listOpen(db, raceid, OPEN_MOST),
    countOpen(db, raceid),
    listEnded(db, raceid, ENDED_MOST),
    eventsOf(db, raceid),
  ])
  const shown = await showAlarms(showing, [...open, ...ended])
  return {
    alarms: shown.slice(0, open.length),
    open: Math.max(open.length, counted.sos + counted.alarms),
    ended: shown.slice(open.length),
    courses: events.map((event) => ({
      eventid: event.id,
      event: nameIn(lang, event.name, event.names),
      colour: event.colour,
      metres: metresOf(event),
    })),
  }
}

const alarmOf = (carrier: Carrier, found: Finding) => ({
  carrier: carrier.key,
  carried: carrier.kind,
  bib: carrier.bib,
  eventid: carrier.eventid,
  place: carrier.place,
  kind: found.kind,
  metres: found.metres === null ? null : Math.round(found.metres),
  lat: found.lat,
  lon: found.lon,
  value: found.value,
  since: new Date(found.since),
  raised_by: null,
})
/** Checks all carriers under way in a race, raises new alarms, and ends alarms whose reason is gone. */
export const watchRace = async (db: Db, raceid: number, now: Date): Promise<void> => {
  const carriers = await watchedCarriers(db, raceid, await settingsFor(db, raceid), now)
  await db.transaction().execute(async (tx) => {
    await lockAll(tx, [{ kind: 'alarms', raceid, id: 0 }])
    const [settings, lasting, calls] = [
      await settingsFor(tx, raceid),
      Map.groupBy(await listLasting(tx, raceid), ({ carrier }) => carrier),
      new Map((await lastCalls(tx, raceid)).map((one) => [one.carrier, one.since])),
    ]
    const gone = new Map(lasting)
    const cleared: number[] = []
    for (const carrier of carriers) {
      const own = lasting.get(carrier.key) ?? []
      gone.delete(carrier.key)
      const found = alarmFindings(carrier, settings, new Set(own.map(({ kind }) => kind)), now.getTime())
      const { raise, clear } = alarmStepOf(found, own, calls.get(carrier.key) ?? null)
      cleared.push(...clear)
      for (const one of raise) await insertAlarm(tx, raceid, alarmOf(carrier, one), now)
    }
    for (const own of gone.values()) cleared.push(...alarmStepOf([], own, null).clear)
    await clearAlarms(tx, raceid, cleared, now)
  })
}

/** Counts the open alarms of a race, for the overview. */
export const alarmsWaiting = (db: Db, raceid: number): Promise<{ sos: number; alarms: number }> => countOpen(db, raceid)
