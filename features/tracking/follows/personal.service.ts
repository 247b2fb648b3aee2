import { eventsOfOthers } from '#features/timing/service.ts'
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
 * A follow reveals whom a person watches. The server erases a follow when it erases the account or the runner, or when
 * the retention of messages ends.
 */
export const personal: Personal = {
  tables: ['follows', 'follow_news'],
  merge: { tables: ['follows'], adopt: adoptFollows },
  copy: { ofAccount: async ({ db }, { uid }) => ({ follows: await listFollowRecords(db, uid) }) },
  erase: {
    account: eraseOfAccount,
    registration: async (tx, { raceid, id, eventid, bib: number, prefix_bib }) => {
      if (number === null) return
      const bib = `${prefix_bib ?? ''}${number}`
      await eraseOfRunner(tx, raceid, bib, await eventsOfOthers(tx, raceid, { id, eventid, bib }))
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
