import { resultsOfRegistration } from '#features/results/public.store.ts'
import type { Personal } from '#seam/server/personal.ts'
import { forgetPictures } from './service.ts'

/** What was drawn in bulk of them is thrown away, not kept until the archive's week is over. */
export const personal: Personal = {
  tables: ['certificate_pictures'],
  erase: {
    registration: async (tx, { raceid, id, anonymous }) =>
      forgetPictures(tx, raceid, [id, ...(anonymous ? await resultsOfRegistration(tx, raceid, id) : [])]),
  },
}
