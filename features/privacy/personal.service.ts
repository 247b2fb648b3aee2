import type { Personal } from '#seam/server/personal.ts'
import { adoptRequests, isErasing } from './personal.store.ts'

/** The erasures, the changes of consents and the links to copies of data. A merge of accounts moves or ends them. */
export const personal: Personal = {
  tables: ['erasures', 'consent_changes', 'exports'],
  merge: {
    tables: ['erasures', 'consent_changes', 'exports'],
    bar: async (tx, accounts) => ((await isErasing(tx, accounts)) ? 'account_erasing' : undefined),
    adopt: adoptRequests,
  },
}
