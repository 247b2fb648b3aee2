import type { Personal } from '#seam/server/personal.ts'
import { erasePassesOf, listSavedPasses } from './updates/updates.store.ts'

/** A pass in a wallet belongs to a registration or to a ticket. */
export const personal: Personal = {
  tables: ['wallet_passes'],
  copy: { ofRegistration: async (db, raceid, id) => ({ wallet_passes: await listSavedPasses(db, raceid, id) }) },
  erase: { registration: (tx, { raceid, id }) => erasePassesOf(tx, raceid, id) },
}
