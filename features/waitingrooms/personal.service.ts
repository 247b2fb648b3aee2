import type { Personal } from '#seam/server/personal.ts'
import { adoptTurns } from './personal.store.ts'

/** The server removes a turn in a queue when its room closes. Until then a merge of accounts moves the turn. */
export const personal: Personal = {
  tables: ['waiting_tickets'],
  merge: { tables: ['waiting_tickets'], adopt: adoptTurns },
}
