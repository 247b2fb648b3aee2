import { resultsOfRegistration } from '#features/results/public.store.ts'
import type { Personal } from '#seam/server/personal.ts'
import { forgetPictures } from './service.ts'

/** Removes exported pictures of erased people at once, and does not wait for the end of the archive. */
export const personal: Personal = {
  tables: ['certificate_pictures'],
  erase: {
    registration: async (tx, { raceid, id, anonymous }) =>
      forgetPictures(tx, raceid, [id, ...(anonymous ? await resultsOfRegistration(tx, raceid, id) : [])]),
  },
}
