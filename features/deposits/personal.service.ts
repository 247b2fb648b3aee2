import type { Personal } from '#seam/server/personal.ts'
import { adoptDeposits, listHeldDeposits } from './personal.store.ts'

/** A deposit names its account. Like the order behind it, it stays. */
export const personal: Personal = {
  tables: ['deposits'],
  merge: { tables: ['deposits'], adopt: adoptDeposits },
  copy: { ofAccount: async ({ db }, { uid }) => ({ deposits: await listHeldDeposits(db, uid) }) },
}
