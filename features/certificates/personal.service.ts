import { resultsOfRegistration } from '#features/results/public.store.ts'
import type { Personal } from '#seam/server/personal.ts'
import { forgetPictures } from './service.ts'

/**
 * The exported pictures of certificates. An erasure removes the pictures of a registration from every export. It
 * removes the pictures of the registration's results only if these results become anonymous.
 */
export const personal: Personal = {
  tables: ['certificate_pictures'],
  erase: {
    registration: async (tx, { raceid, id, anonymous }) =>
      forgetPictures(tx, {
        raceid,
        registrations: [id],
        results: anonymous ? await resultsOfRegistration(tx, raceid, id) : [],
      }),
  },
}
