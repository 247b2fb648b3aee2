import type { Personal } from '#seam/server/personal.ts'
import { isPaying } from './personal.store.ts'

/** A payment belongs to its order, which names the account. */
export const personal: Personal = {
  tables: [],
  merge: {
    tables: [],
    bar: async (tx, accounts) => ((await isPaying(tx, accounts)) ? 'account_paying' : undefined),
  },
}
