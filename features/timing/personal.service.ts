import type { Db } from '#db/db.ts'
import type { Personal } from '#seam/server/personal.ts'
import { findWearer } from './course/runners.store.ts'
import { holdersOfBib } from './service.ts'
import { bibsBetween, countNotes, eraseNotes, eraseRunner, eraseStrangersNotes, listWritten } from './personal.store.ts'

/**
 * Lists the entries of aid stations about a registration. If only other persons wear its bib now, the entries are about
 * them.
 */
export const writtenAbout = async (db: Db, raceid: number, id: number): ReturnType<typeof listWritten> => {
  const wearer = await findWearer(db, raceid, id)
  if (!wearer || wearer.bib === null) return []
  const { wears, others } = await holdersOfBib(db, raceid, { ...wearer, bib: wearer.bib })
  return wears || others.length === 0 ? listWritten(db, raceid, id) : []
}

/**
 * Start lists from other sources hold names, and a note of an aid station may mention an injury. Only the bib connects
 * a line of a list, or a note, with a person.
 */
export const personal: Personal = {
  tables: ['timing_runners', 'timing_entries'],
  copy: { ofRegistration: async (db, raceid, id) => ({ aid_stations: await writtenAbout(db, raceid, id) }) },
  erase: {
    registration: async (tx, { raceid, id, eventid, anonymous, bib, prefix_bib }, now) => {
      if (bib === null) return
      const printed = `${prefix_bib ?? ''}${bib}`
      const { wears, others } = await holdersOfBib(tx, raceid, { id, eventid, bib: printed })
      if (wears || others.length === 0) await eraseNotes(tx, raceid, [printed])
      if (anonymous) await eraseRunner(tx, raceid, printed, others, now)
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
