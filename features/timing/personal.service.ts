import type { Personal } from '#seam/server/personal.ts'
import { eventsOfOthers } from './service.ts'
import { bibsBetween, countNotes, eraseNotes, eraseRunner, eraseStrangersNotes, listWritten } from './personal.store.ts'

/**
 * Start lists from other sources hold names, and a note of an aid station may mention an injury. Only the bib connects
 * a line of a list, or a note, with a person.
 */
export const personal: Personal = {
  tables: ['timing_runners', 'timing_entries'],
  copy: { ofRegistration: async (db, raceid, id) => ({ aid_stations: await listWritten(db, raceid, id) }) },
  erase: {
    registration: async (tx, { raceid, id, eventid, anonymous, bib, prefix_bib }, now) => {
      if (bib === null) return
      const printed = `${prefix_bib ?? ''}${bib}`
      await eraseNotes(tx, raceid, [printed])
      if (anonymous)
        await eraseRunner(tx, raceid, printed, await eventsOfOthers(tx, raceid, { id, eventid, bib: printed }), now)
    },
  },
  retention: {
    span: async (tx, raceid, of, ids) => {
      if (of !== 'health') return 0
      const bibs = await bibsBetween(tx, raceid, ids)
      await eraseStrangersNotes(tx, raceid)
      return bibs.length === 0 ? 0 : eraseNotes(tx, raceid, bibs)
    },
    remaining: async (db, raceid) => ({ health: await countNotes(db, raceid) }),
  },
}
