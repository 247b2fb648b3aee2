import type { Personal } from '#seam/server/personal.ts'
import { adoptDeposits, listHeldDeposits } from './personal.store.ts'

/**
 * A deposit belongs to an account. No erasure removes a deposit, because the server also keeps the order that paid for
 * the deposit.
 */
export const personal: Personal = {
  tables: ['deposits'],
  merge: { tables: ['deposits'], adopt: adoptDeposits },
  copy: { ofAccount: async ({ db }, { uid }) => ({ deposits: await listHeldDeposits(db, uid) }) },
}
