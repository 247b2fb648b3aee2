import { type Seal, raceScope } from '#db/sealing/seal.ts'
import type { Tx } from '#db/db.ts'
import type { Lang } from '#contract/words.ts'
import { readRace } from '#features/races/service.ts'
import { bibAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { logChange } from '#features/staff/service.ts'
import { type Who, handle } from '#seam/server/handle.ts'
import { usualAlarmSettings } from './alarms.rules.ts'
import {
  endAlarm,
  findAlarm,
  insertAlarm,
  insertNote,
  isFirstVisit,
  lockAlarm,
  saveMonitorSettings,
  takeAlarm,
} from './alarms.store.ts'
import { carrierOfBib } from './carriers.service.ts'
import {
  consoleRacecontrolAlarmsEnd,
  consoleRacecontrolAlarmsNote,
  consoleRacecontrolAlarmsRaise,
  consoleRacecontrolAlarmsTake,
  consoleRacecontrolSettingsSave,
  consoleRacecontrolSettingsShow,
  liveGpsMonitor,
} from './monitor.contract.ts'
import { sealAlarmNote, settingsFor, showAlarms, showMonitor } from './monitor.service.ts'
import { showOnMap } from './onMap.service.ts'
import { listOtherCarriers } from './others.service.ts'

const HOUR_MS = 3_600_000
const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)

type Writing = { seal: Seal; raceid: number; who: Who; now: Date }
/** Keeps a note, if there is one. The caller has prepared the key of the race. */
const keepNote = async (tx: Tx, { seal, raceid, who, now }: Writing, id: number, note: string): Promise<void> => {
  if (note !== '') await insertNote(tx, raceid, id, sealAlarmNote(seal, raceid, note), { staffid: who.staffid, now })
}

const showOne = async (tx: Tx, { seal, raceid, who, lang }: Writing & { lang: Lang }, id: number) =>
  (await showAlarms({ db: tx, seal, raceid, lang, staffid: who.staffid }, [(await findAlarm(tx, raceid, id))!]))[0]!

export const monitorRoutes = [
  handle(liveGpsMonitor, async ({ input: { raceid, map }, db, seal, now, lang, who, may, refuse }) => {
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    await db.transaction().execute(async (tx) => {
      if (await isFirstVisit(tx, raceid, who.staffid!, hourOf(now)))
        await logChange(tx, { who, now, raceid, what: 'monitor opened', target: `race ${raceid}` })
    })
    await seal.prepare(raceScope(raceid))
    const monitor = await showMonitor({ db, seal, raceid, lang, staffid: who.staffid })
    const carriers = await listOtherCarriers(db, raceid, lang, now)
    const onMap = map ? await showOnMap(db, raceid, now) : { devices: [], cuts: [], more_cuts: false }
    return { now, zone: race.zone, medical: may('medical.register'), ...monitor, carriers, ...onMap }
  }),

  handle(consoleRacecontrolAlarmsRaise, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, metres, place, note } = input
    if (input.bib === '' && place === '' && metres === null) return refuse('alarm_where')
    await seal.prepare(raceScope(raceid))
    const bib = input.bib === '' ? null : await bibAsPrinted(db, raceid, input.bib)
    const carrier = bib === null ? `hand:${crypto.randomUUID()}` : carrierOfBib(bib)
    const nowhere = { eventid: null, lat: null, lon: null, value: null }
    const alarm = { ...nowhere, carrier, kind: 'sos', carried: 'runner', bib, place, metres, since: now } as const
    return save(async (tx) => {
      const id = await insertAlarm(tx, raceid, { ...alarm, raised_by: who.staffid }, now)
      if (id === undefined) return refuse('alarm_there')
      await keepNote(tx, { seal, raceid, who, now }, id, note)
      await logChange(tx, { who, now, raceid, what: 'alarm raised', target: `alarm ${id}` })
      return { id }
    })
  }),

  handle(consoleRacecontrolAlarmsTake, async ({ input, seal, now, lang, who, refuse, save }) => {
    const { raceid, id, over, back } = input
    const staffid = who.staffid!
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      if (!(await lockAlarm(tx, raceid, id))) return refuse('alarm_not_found')
      const alarm = (await findAlarm(tx, raceid, id))!
      if (alarm.ended_at !== null) return refuse('alarm_ended')
      const isMine = alarm.taken_by === staffid
      if (back && !isMine) return refuse('alarm_not_mine')
      if (!back && !over && alarm.taken_by !== null && !isMine)
        return refuse('alarm_taken', { who: alarm.taken_name ?? '' })
      if (back || !isMine) {
        await takeAlarm(
          tx,
          raceid,
          id,
          back ? { taken_by: null, taken_at: null } : { taken_by: staffid, taken_at: now },
        )
        const what = back ? 'alarm given back' : 'alarm taken'
        await logChange(tx, { who, now, raceid, what, target: `alarm ${id}` })
      }
      return showOne(tx, { seal, raceid, who, now, lang }, id)
    })
  }),

  handle(consoleRacecontrolAlarmsNote, async ({ input, seal, now, lang, who, refuse, save }) => {
    const { raceid, id, note } = input
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      if (!(await lockAlarm(tx, raceid, id))) return refuse('alarm_not_found')
      await keepNote(tx, { seal, raceid, who, now }, id, note)
      return showOne(tx, { seal, raceid, who, now, lang }, id)
    })
  }),

  handle(consoleRacecontrolAlarmsEnd, async ({ input, seal, now, lang, who, refuse, save }) => {
    const { raceid, id, note } = input
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      if (!(await lockAlarm(tx, raceid, id))) return refuse('alarm_not_found')
      const alarm = (await findAlarm(tx, raceid, id))!
      if (alarm.ended_at !== null) return refuse('alarm_ended')
      await keepNote(tx, { seal, raceid, who, now }, id, note)
      await endAlarm(tx, raceid, id, { staffid: who.staffid, now })
      await logChange(tx, { who, now, raceid, what: 'alarm ended', target: `alarm ${id}` })
      return showOne(tx, { seal, raceid, who, now, lang }, id)
    })
  }),

  handle(consoleRacecontrolSettingsShow, async ({ input: { raceid }, db }) => ({
    settings: await settingsFor(db, raceid),
    usual: usualAlarmSettings,
  })),

  handle(consoleRacecontrolSettingsSave, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, ...settings } = input
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    return save(async (tx) => {
      const before = await settingsFor(tx, raceid)
      await saveMonitorSettings(tx, raceid, settings, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'alarm limits changed',
        target: `race ${raceid}`,
        before,
        after: settings,
      })
      return { settings }
    })
  }),
]
