import type { Personal } from '#seam/server/personal.ts'
import { countHeld, eraseClass, eraseDeletion, eraseRegistrationRow, hasRegistrations } from './personal.store.ts'

/** features/privacy makes the copy of a registration itself, from its holder's view. */
export const personal: Personal = {
  tables: ['registrations', 'registration_deletions'],
  holds: hasRegistrations,
  erase: {
    registration: async (tx, { raceid, id, document_ix, over }, now) => {
      // Until the race is over, an erasure of the first deletion gives nobody a second one.
      if (over) await eraseDeletion(tx, raceid, document_ix)
      await eraseRegistrationRow(tx, raceid, id, now)
    },
  },
  retention: {
    span: eraseClass,
    remaining: countHeld,
  },
}
