import type { Personal } from '#seam/server/personal.ts'
import { adoptTickets, countHolders, eraseHolders, eraseHoldersOfRace, listHeldTickets } from './personal.store.ts'

/** A ticket names its account, and its holder if the kind asks for a name. */
export const personal: Personal = {
  tables: ['tickets', 'ticket_moves'],
  merge: { tables: ['tickets', 'ticket_moves'], adopt: adoptTickets },
  copy: { ofAccount: async ({ db }, { uid }) => ({ tickets: await listHeldTickets(db, uid) }) },
  erase: { account: eraseHolders },
  retention: {
    settled: { identity: eraseHoldersOfRace },
    remaining: async (db, raceid) => ({ identity: await countHolders(db, raceid) }),
  },
}
