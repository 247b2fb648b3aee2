import type { Personal } from '#seam/server/personal.ts'
import {
  adoptFollows,
  countFollowRows,
  eraseOfAccount,
  eraseOfRunner,
  listFollowRecords,
  removeOld,
} from './personal.store.ts'

/**
 * A follow reveals whom a person watches. The server erases the follow with the account, with the runner, or when the
 * retention of messages ends.
 */
export const personal: Personal = {
  tables: ['follows', 'follow_news'],
  merge: { tables: ['follows'], adopt: adoptFollows },
  copy: { ofAccount: async ({ db }, { uid }) => ({ follows: await listFollowRecords(db, uid) }) },
  erase: {
    account: eraseOfAccount,
    registration: async (tx, { raceid, bib, prefix_bib }) => {
      if (bib !== null) await eraseOfRunner(tx, raceid, `${prefix_bib ?? ''}${bib}`)
    },
  },
  retention: {
    organisation: {
      class: 'messages',
      remove: (db, before, _now, limit) => removeOld(db, before, limit),
      count: countFollowRows,
    },
  },
}
