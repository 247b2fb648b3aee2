import type { Personal } from '#seam/server/personal.ts'
import { eraseRunner } from './personal.store.ts'

/** A start list identifies runners only by their bibs. */
export const personal: Personal = {
  tables: ['timing_runners'],
  erase: {
    registration: async (tx, { raceid, anonymous, bib, prefix_bib }, now) => {
      if (anonymous && bib !== null) await eraseRunner(tx, raceid, `${prefix_bib ?? ''}${bib}`, now)
    },
  },
}
