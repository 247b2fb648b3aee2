import { eventsOfOthers } from '#features/timing/service.ts'
import type { Personal } from '#seam/server/personal.ts'
import { personal as follows } from './follows/personal.service.ts'
import { adoptShares, removeOfBib, removeOfEntry, removeShares, sharesOf } from './personal.store.ts'

/**
 * Positions are sensitive data. An account has the runs that it shares. A bib connects the other tracks with a runner.
 * Follows reveal whom a person watches.
 */
export const personal: Personal = {
  ...follows,
  tables: ['tracks', 'kept_routes', ...follows.tables],
  merge: {
    tables: ['tracks', 'kept_routes', ...follows.merge!.tables],
    adopt: async (tx, merging) => {
      await adoptShares(tx, merging)
      await follows.merge!.adopt!(tx, merging)
    },
  },
  copy: {
    ofAccount: async (working, holder) => ({
      shared_runs: await sharesOf(working.db, holder.uid),
      ...(await follows.copy!.ofAccount!(working, holder)),
    }),
  },
  erase: {
    account: async (tx, uid, now) => {
      await removeShares(tx, uid, now)
      await follows.erase!.account!(tx, uid, now)
    },
    registration: async (tx, erased, now) => {
      const { raceid, id, eventid, bib: number, prefix_bib } = erased
      await removeOfEntry(tx, raceid, id, now)
      if (number !== null) {
        const bib = `${prefix_bib ?? ''}${number}`
        await removeOfBib(tx, raceid, { bib, others: await eventsOfOthers(tx, raceid, { id, eventid, bib }) }, now)
      }
      await follows.erase!.registration!(tx, erased, now)
    },
  },
}
