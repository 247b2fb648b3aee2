import type { Personal } from '#seam/server/personal.ts'
import { listGot, removeReadersOf } from './personal.store.ts'

/** The row of an erased registration is removed, because one of its keys holds the blind index of the mobile. */
export const personal: Personal = {
  tables: ['announcement_rows'],
  copy: {
    ofRegistration: async (db, raceid, registrationid) => ({
      announcements: await listGot(db, raceid, registrationid),
    }),
  },
  erase: { registration: (tx, { raceid, id }) => removeReadersOf(tx, raceid, id) },
}
