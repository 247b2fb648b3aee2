import type { Db, Tx } from '#db/db.ts'
import type { OrderRow } from './rules.ts'
import { selectOrder, selectOrderByKey, selectOrderForUpdate } from './store.ts'

export const findOrder = (on: Db | Tx, raceid: number, id: number): Promise<OrderRow | undefined> =>
  selectOrder(on, raceid, id)

export const findOrderByKey = (on: Db | Tx, raceid: number, key: string): Promise<OrderRow | undefined> =>
  selectOrderByKey(on, raceid, key)

/**
 * Locks the order until the transaction ends. Every caller that changes the state of an order first locks the order.
 * Returns undefined if there is no such order.
 */
export const lockOrder = (tx: Tx, raceid: number, id: number): Promise<OrderRow | undefined> =>
  selectOrderForUpdate(tx, raceid, id)
