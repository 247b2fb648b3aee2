import type { Personal } from '#seam/server/personal.ts'
import { countDeliveries, removeOldDeliveries } from './store.ts'

/** A message holds only ids. The server reads names when the message goes out, so an erased person is in no message. */
export const personal: Personal = {
  tables: [],
  retention: {
    organisation: {
      class: 'messages',
      remove: (db, before, _now, limit) => removeOldDeliveries(db, before, limit),
      count: countDeliveries,
    },
  },
}
