import type { Db, Tx } from '#db/db.ts'
import { listEndingSoon, setReminded } from './reminding.store.ts'
import type { OrderToRemind } from '../rules.ts'

/**
 * Lists open orders without a reminder that end within `withinMs` and had at least `leastMs` to pay, the nearest end
 * first.
 */
export const listOrdersToRemind = (
  db: Db,
  room: string,
  now: Date,
  within: { withinMs: number; leastMs: number; limit: number },
): Promise<OrderToRemind[]> => listEndingSoon(db, room, now, within)

/** Marks an order as reminded. The caller who gets true sends the reminder, and no other caller gets true. */
export const markReminded = (tx: Tx, raceid: number, id: number, now: Date): Promise<boolean> =>
  setReminded(tx, raceid, id, now)
