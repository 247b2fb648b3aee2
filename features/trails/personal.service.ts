import type { Personal } from '#seam/server/personal.ts'
import { adoptSignups, eraseOfAccount, listTrailRecords } from './personal.store.ts'

/**
 * A sign-up belongs to an account. Its checks and tracks show where the person was, so the server erases them with the
 * sign-up.
 */
export const personal: Personal = {
  tables: ['trail_signups'],
  merge: { tables: ['trail_signups'], adopt: adoptSignups },
  copy: { ofAccount: async ({ db }, { uid }) => ({ trails: await listTrailRecords(db, uid) }) },
  erase: { account: eraseOfAccount },
}
