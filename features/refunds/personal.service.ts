import type { Personal } from '#seam/server/personal.ts'
import { adoptRequests, eraseNotes, listLeavings } from './personal.store.ts'

export const personal: Personal = {
  tables: ['refund_requests'],
  merge: { tables: ['refund_requests'], adopt: adoptRequests },
  copy: { ofRegistration: async (db, raceid, id) => ({ leavings: await listLeavings(db, raceid, id) }) },
  erase: { registration: (tx, { raceid, id }) => eraseNotes(tx, raceid, id) },
}
