import type { Personal } from '#seam/server/personal.ts'
import { adoptRequests, isErasing } from './personal.store.ts'

/** Erasures and changes of consents are requests of the person, so the copy holds both. */
export const personal: Personal = {
  tables: ['erasures', 'consent_changes', 'exports'],
  merge: {
    tables: ['erasures', 'consent_changes', 'exports'],
    bar: async (tx, accounts) => ((await isErasing(tx, accounts)) ? 'account_erasing' : undefined),
    adopt: adoptRequests,
  },
}
