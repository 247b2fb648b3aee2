import type { Personal } from '#seam/server/personal.ts'
import { adoptTurns } from './personal.store.ts'

/** A turn in a queue is gone when its room closes, so it only follows its account. */
export const personal: Personal = {
  tables: ['waiting_tickets'],
  merge: { tables: ['waiting_tickets'], adopt: adoptTurns },
}
