import type { Personal } from '#seam/server/personal.ts'
import {
  adoptStays,
  countNamedStays,
  countedStays,
  eraseGuests,
  eraseGuestsOfRace,
  listHeldStays,
} from './personal.store.ts'

/** A stay contains its account and its guests. */
export const personal: Personal = {
  tables: ['hotel_stays'],
  merge: { tables: ['hotel_stays'], adopt: adoptStays },
  counted: { stays: countedStays },
  copy: { ofAccount: async ({ db }, { uid }) => ({ stays: await listHeldStays(db, uid) }) },
  erase: { account: eraseGuests },
  retention: {
    settled: { identity: eraseGuestsOfRace },
    remaining: async (db, raceid) => ({ identity: await countNamedStays(db, raceid) }),
  },
}
