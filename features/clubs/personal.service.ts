import type { Personal } from '#seam/server/personal.ts'
import {
  adoptClubs,
  countNamed,
  forgetAccount,
  forgetRegistration,
  forgetSpan,
  listHeldClubs,
} from './personal.store.ts'

/** A captain is an account. A person of a list has a name and masks, and sealed values until the entry is paid. */
export const personal: Personal = {
  tables: ['club_captains', 'club_members'],
  merge: { tables: ['club_captains', 'club_members'], adopt: adoptClubs },
  copy: { ofAccount: async ({ db }, { uid }) => ({ clubs: await listHeldClubs(db, uid) }) },
  erase: {
    registration: (tx, { raceid, id }, now) => forgetRegistration(tx, raceid, id, now),
    account: forgetAccount,
  },
  retention: {
    span: (tx, raceid, of, ids, now) => (of === 'identity' ? forgetSpan(tx, raceid, ids, now) : Promise.resolve(0)),
    remaining: async (db, raceid) => ({ identity: await countNamed(db, raceid) }),
  },
}
