import { raceScope } from '#db/sealing/seal.ts'
import { holdersOfBib } from '#features/timing/service.ts'
import type { Personal, PersonalCopy } from '#seam/server/personal.ts'
import { openDetails } from './incidents/details.service.ts'
import { openAlarmNote } from './monitor/monitor.service.ts'
import {
  countAlarmsHeld,
  countRaceControlRecords,
  eraseAlarms,
  eraseAlarmsBetween,
  eraseBetween,
  eraseIncidents,
  listAlarmsOf,
  listIncidentsOfAccount,
  listNotesOfAccount,
  listOfRegistration,
} from './personal.store.ts'

const openIncidents = async ({ db, seal }: PersonalCopy, uid: number) => {
  const found = []
  for (const { details, ...incident } of await listIncidentsOfAccount(db, uid)) {
    await seal.prepare(raceScope(incident.raceid))
    found.push({ ...incident, ...openDetails(seal, incident.raceid, details) })
  }
  return found
}

/** Opens the notes on alarms. The copy does not name the staff who wrote them. */
const openNotes = async ({ db, seal }: PersonalCopy, uid: number) => {
  const found = []
  for (const { note, ...alarm } of await listNotesOfAccount(db, uid)) {
    await seal.prepare(raceScope(alarm.raceid))
    found.push({ ...alarm, note: openAlarmNote(seal, alarm.raceid, note) })
  }
  return found
}

/**
 * Incidents and notes on alarms describe a person's health, so the server keeps them as long as answers about health.
 */
export const personal: Personal = {
  tables: ['incidents', 'alarms'],
  copy: {
    ofAccount: async (working, { uid }) => ({
      medical_incidents: await openIncidents(working, uid),
      alarm_notes: await openNotes(working, uid),
    }),
    ofRegistration: async (db, raceid, id) => ({
      medical_incidents: (await listOfRegistration(db, raceid, id)).map(({ at, place, state }) => ({
        at,
        place,
        state,
      })),
      alarms: await listAlarmsOf(db, raceid, id),
    }),
  },
  erase: {
    registration: async (tx, { raceid, id, eventid, bib: number, prefix_bib }) => {
      await eraseIncidents(tx, raceid, id)
      if (number === null) return
      const bib = `${prefix_bib ?? ''}${number}`
      const erased = { id, eventid, bib }
      await eraseAlarms(tx, raceid, erased, await holdersOfBib(tx, raceid, erased))
    },
  },
  retention: {
    span: async (tx, raceid, of, ids) =>
      of === 'health' ? (await eraseBetween(tx, raceid, ids)) + (await eraseAlarmsBetween(tx, raceid, ids)) : 0,
    remaining: async (db, raceid) => ({
      health: (await countRaceControlRecords(db, raceid)) + (await countAlarmsHeld(db, raceid)),
    }),
  },
}
