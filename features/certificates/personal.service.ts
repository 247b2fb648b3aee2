import { resultsOfRegistration } from '#features/results/public.store.ts'
import type { Personal } from '#seam/server/personal.ts'
import { forgetPictures } from './service.ts'

/** The exported pictures of people. The erasure of a person removes them at once, before the archive ends. */
export const personal: Personal = {
  tables: ['certificate_pictures'],
  erase: {
    registration: async (tx, { raceid, id, anonymous }) =>
      forgetPictures(tx, raceid, [id, ...(anonymous ? await resultsOfRegistration(tx, raceid, id) : [])]),
  },
}
