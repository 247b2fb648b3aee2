import type { Db, Tx } from '#db/db.ts'
import type { OrderRow } from './rules.ts'
import { selectOrder, selectOrderByKey, selectOrderForUpdate } from './store.ts'

/** Finds the order of a race with this id. Returns undefined if there is none. */
export const findOrder = (on: Db | Tx, raceid: number, id: number): Promise<OrderRow | undefined> =>
  selectOrder(on, raceid, id)

/** Finds an order by its public key. Returns undefined if there is none. */
export const findOrderByKey = (on: Db | Tx, raceid: number, key: string): Promise<OrderRow | undefined> =>
  selectOrderByKey(on, raceid, key)

/**
 * Locks the order until the transaction ends. Every caller that changes an order's state locks it first. Returns
 * undefined if there is no such order.
 */
export const lockOrder = (tx: Tx, raceid: number, id: number): Promise<OrderRow | undefined> =>
  selectOrderForUpdate(tx, raceid, id)
