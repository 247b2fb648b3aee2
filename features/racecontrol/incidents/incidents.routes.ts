import { type Lang, nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { Db } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { metresOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { openDetails, sealDetails } from './details.service.ts'
import {
  consoleRacecontrolIncidentsList,
  consoleRacecontrolIncidentsOpen,
  consoleRacecontrolIncidentsSave,
} from './incidents.contract.ts'
import {
  type IncidentRow,
  changeIncident,
  countIncidents,
  findIncident,
  insertIncident,
  lockIncident,
  pageIncidents,
} from './incidents.store.ts'

type Names = ReadonlyMap<number, string>
const namesOf = async (db: Db, raceid: number, lang: Lang): Promise<Names> =>
  new Map((await eventsOf(db, raceid)).map((one) => [one.id, nameIn(lang, one.name, one.names)]))
const shown = ({ details, ...row }: IncidentRow, events: Names) => ({
  ...row,
  event: row.eventid === null ? null : (events.get(row.eventid) ?? null),
  erased: details === null,
})
/** Returns the values of an incident that the log may contain. The name of the injured person is not among them. */
const logged = ({ at, state, metres, place }: Pick<IncidentRow, 'at' | 'state' | 'metres' | 'place'>) => ({
  at: at.toISOString(),
  state,
  metres,
  place,
})

export const incidentRoutes = [
  handle(consoleRacecontrolIncidentsList, async ({ input, db, now, lang, refuse }) => {
    const { raceid, limit, state } = input
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const filter = { state: state ?? null, after: idIn(input.after) ?? null, limit: rowsFor(limit) }
    const [rows, counts, all] = await Promise.all([
      pageIncidents(db, raceid, filter),
      countIncidents(db, raceid),
      eventsOf(db, raceid),
    ])
    const courses = all.map((one) => ({
      eventid: one.id,
      event: nameIn(lang, one.name, one.names),
      metres: metresOf(one),
    }))
    const events = new Map(courses.map(({ eventid, event }) => [eventid, event]))
    const { rows: items, after } = pageOf(rows, limit, byId)
    return { items: items.map((row) => shown(row, events)), after, counts, zone: race.zone, courses }
  }),

  handle(consoleRacecontrolIncidentsOpen, async ({ input, db, seal, now, lang, who, refuse }) => {
    const { raceid, id, reason } = input
    const { registrationid } = (await findIncident(db, raceid, id)) ?? refuse('incident_not_found')
    const target = registrationid === null ? `incident ${id}` : `registration ${registrationid}`
    // The staff log records the opening before the server opens the values.
    await db
      .transaction()
      .execute((tx) =>
        logChange(tx, { who, now, raceid, what: 'incident opened', target, after: { incident: id, reason } }),
      )
    await seal.prepare(raceScope(raceid))
    const row = (await findIncident(db, raceid, id)) ?? refuse('incident_not_found')
    const events = await namesOf(db, raceid, lang)
    return {
      ...shown(row, events),
      name: row.name,
      registrationid: row.registrationid,
      ...openDetails(seal, raceid, row.details),
    }
  }),

  handle(consoleRacecontrolIncidentsSave, async ({ input, db, seal, now, lang, who, refuse, save }) => {
    const { raceid, id, version, happened, measure, hospital, family, notes, ...given } = input
    const events = await namesOf(db, raceid, lang)
    if (given.eventid !== null && !events.has(given.eventid)) return refuse('event_not_found')
    await seal.prepare(raceScope(raceid))
    const bib = writtenBib(given.bib) || null
    const meant = bib === null ? [] : await registrationsOfBib(db, raceid, bib)
    const pin = given.lat === null || given.lon === null ? { lat: null, lon: null } : {}
    const fields = {
      ...given,
      ...pin,
      at: new Date(given.at),
      family_at: given.family_at === null ? null : new Date(given.family_at),
      bib,
      registrationid: meant.length === 1 ? meant[0]! : null,
      details: sealDetails(seal, raceid, { happened, measure, hospital, family, notes }),
    }
    const by = { staffid: who.staffid, now }
    return save(async (tx) => {
      if (id !== undefined && !(await lockIncident(tx, raceid, id))) return refuse('incident_not_found')
      const before = id === undefined ? undefined : (await findIncident(tx, raceid, id))!
      if (before && before.version !== version) return refuse('incident_changed')
      if (before) await changeIncident(tx, raceid, before.id, fields, by)
      const saved = before?.id ?? (await insertIncident(tx, raceid, fields, by))
      const after = (await findIncident(tx, raceid, saved))!
      const what = before ? 'incident changed' : 'incident written'
      await logChange(tx, {
        who,
        now,
        raceid,
        what,
        target: `incident ${saved}`,
        before: before && logged(before),
        after: logged(after),
      })
      return shown(after, events)
    })
  }),
]
