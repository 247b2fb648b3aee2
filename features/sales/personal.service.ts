import type { Personal } from '#seam/server/personal.ts'
import { adoptPurchases, countedPurchases, listHeldPurchases } from './personal.store.ts'

/** Purchases name only an account. Like orders they stay, because accounting law requires it. */
export const personal: Personal = {
  tables: ['sold_items'],
  merge: { tables: ['sold_items'], adopt: adoptPurchases },
  counted: { purchases: countedPurchases },
  copy: { ofAccount: async ({ db }, { uid }) => ({ purchases: await listHeldPurchases(db, uid) }) },
}
