import type { Personal } from '#seam/server/personal.ts'
import { adoptChecks, forgetAccountChecks, forgetDocument, listHeldChecks } from './store.ts'

/** A comparison names a person and the account that signed the person up. */
export const personal: Personal = {
  tables: ['name_checks'],
  merge: { tables: ['name_checks'], adopt: adoptChecks },
  copy: { ofAccount: async ({ db }, { uid }) => ({ name_checks: await listHeldChecks(db, uid) }) },
  erase: {
    account: (tx, uid) => forgetAccountChecks(tx, uid),
    registration: (tx, { raceid, document_ix }) => forgetDocument(tx, raceid, document_ix),
  },
}
