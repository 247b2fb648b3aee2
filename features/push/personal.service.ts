import type { Personal } from '#seam/server/personal.ts'
import {
  adoptSubscriptions,
  countSubscriptions,
  eraseOfAccount,
  listBrowserRecords,
  removeOld,
} from './personal.store.ts'

/**
 * The subscriptions of an account's browsers. A browser that gets no message and does not subscribe again is removed
 * after the time for which messages are kept.
 */
export const personal: Personal = {
  tables: ['push_subscriptions'],
  merge: { tables: ['push_subscriptions'], adopt: adoptSubscriptions },
  copy: { ofAccount: async ({ db }, { uid }) => ({ notified_browsers: await listBrowserRecords(db, uid) }) },
  erase: { account: eraseOfAccount },
  retention: {
    organisation: {
      class: 'messages',
      remove: (db, before, _now, limit) => removeOld(db, before, limit),
      count: countSubscriptions,
    },
  },
}
