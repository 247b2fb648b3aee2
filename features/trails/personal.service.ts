import type { Personal } from '#seam/server/personal.ts'
import { adoptSignups, eraseOfAccount, listHeld } from './personal.store.ts'

/** A sign-up names an account. Its checks and tracks tell where the person was, and they go with it. */
export const personal: Personal = {
  tables: ['trail_signups'],
  merge: { tables: ['trail_signups'], adopt: adoptSignups },
  copy: { ofAccount: async ({ db }, { uid }) => ({ trails: await listHeld(db, uid) }) },
  erase: { account: eraseOfAccount },
}
