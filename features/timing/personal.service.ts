import type { Personal } from '#seam/server/personal.ts'
import { eraseRunner } from './personal.store.ts'

/** Start lists from other sources hold names. Only their bibs tell whose name it is. */
export const personal: Personal = {
  tables: ['timing_runners'],
  erase: {
    registration: async (tx, { raceid, anonymous, bib, prefix_bib }, now) => {
      if (anonymous && bib !== null) await eraseRunner(tx, raceid, `${prefix_bib ?? ''}${bib}`, now)
    },
  },
}
