import type { Personal } from '#seam/server/personal.ts'
import { countDeskRecords, eraseBetween, eraseHanded, listHanded } from './personal.store.ts'

/** The desks hold the proxies, who are contacts of the runner, and the signatures of people who collected a pack. */
export const personal: Personal = {
  tables: ['handouts', 'desk_proxies', 'desk_settlements'],
  copy: { ofRegistration: async (db, raceid, id) => ({ handed_out: await listHanded(db, raceid, id) }) },
  erase: { registration: (tx, { raceid, id }) => eraseHanded(tx, raceid, id) },
  retention: {
    span: async (tx, raceid, of, ids) => (of === 'contact' ? eraseBetween(tx, raceid, ids) : 0),
    remaining: async (db, raceid) => ({ contact: await countDeskRecords(db, raceid) }),
  },
}
