import { resultsOfRegistration } from '#features/results/public.store.ts'
import type { Personal } from '#seam/server/personal.ts'
import { forgetPictures } from './service.ts'

/** The pictures of an export that show erased people are removed at once, and not at the end of the archive's week. */
export const personal: Personal = {
  tables: ['certificate_pictures'],
  erase: {
    registration: async (tx, { raceid, id, anonymous }) =>
      forgetPictures(tx, raceid, [id, ...(anonymous ? await resultsOfRegistration(tx, raceid, id) : [])]),
  },
}
