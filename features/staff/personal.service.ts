import type { Personal } from '#seam/server/personal.ts'
import { countLog, emptyLogOf, removeLog } from './personal.store.ts'

/**
 * The log holds personal data only under the ids of registrations and accounts. When the server erases a class of data,
 * features/registrations removes the values of the class from the log.
 */
export const personal: Personal = {
  tables: ['log'],
  erase: { registration: (tx, { raceid, id }) => emptyLogOf(tx, raceid, `registration ${id}`) },
  retention: {
    organisation: { class: 'log', remove: (db, before, _now, limit) => removeLog(db, before, limit), count: countLog },
  },
}
