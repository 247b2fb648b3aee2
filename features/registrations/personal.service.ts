import type { Personal } from '#seam/server/personal.ts'
import { countHeld, eraseClass, eraseDeletion, eraseRegistrationRow, hasRegistrations } from './personal.store.ts'

/** The copy of a registration itself is made by features/privacy, out of what its holder sees of it. */
export const personal: Personal = {
  tables: ['registrations', 'registration_deletions'],
  holds: hasRegistrations,
  erase: {
    registration: async (tx, { raceid, id, document_ix, over }, now) => {
      // Until the race is over nobody gets a second deletion by erasing the first.
      if (over) await eraseDeletion(tx, raceid, document_ix)
      await eraseRegistrationRow(tx, raceid, id, now)
    },
  },
  retention: {
    span: eraseClass,
    remaining: countHeld,
  },
}
