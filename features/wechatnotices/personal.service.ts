import type { Personal } from '#seam/server/personal.ts'
import {
  adoptConsents,
  countHeldConsents,
  eraseConsents,
  listHeldConsents,
  removeOldConsents,
} from './personal.store.ts'

/**
 * A consent holds the sealed id of a person in the messaging app. The server erases consents when it erases messages.
 */
export const personal: Personal = {
  tables: ['wechat_consents'],
  merge: { tables: ['wechat_consents'], adopt: adoptConsents },
  copy: { ofAccount: async ({ db }, { uid }) => ({ wechat_notices: await listHeldConsents(db, uid) }) },
  erase: { account: eraseConsents },
  retention: {
    organisation: {
      class: 'messages',
      remove: (db, before, _now, limit) => removeOldConsents(db, before, limit),
      count: countHeldConsents,
    },
  },
}
