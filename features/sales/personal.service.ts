import type { Personal } from '#seam/server/personal.ts'
import { adoptPurchases, countedPurchases, listHeldPurchases } from './personal.store.ts'

/**
 * The only personal data of a purchase is the account. The server keeps purchases like orders, because accounting law
 * requires this.
 */
export const personal: Personal = {
  tables: ['sold_items'],
  merge: { tables: ['sold_items'], adopt: adoptPurchases },
  counted: { purchases: countedPurchases },
  copy: { ofAccount: async ({ db }, { uid }) => ({ purchases: await listHeldPurchases(db, uid) }) },
}
