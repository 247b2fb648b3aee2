import type { Personal } from '#seam/server/personal.ts'
import { adoptTurns, eraseTurns } from './personal.store.ts'

/**
 * A turn in a queue has the account and the network. A job removes a turn a day after its end, and all turns a day
 * after the waiting room closed. Until then a merge of accounts moves the turn, and an erasure removes it.
 */
export const personal: Personal = {
  tables: ['waiting_tickets'],
  merge: { tables: ['waiting_tickets'], adopt: adoptTurns },
  erase: { account: eraseTurns },
}
