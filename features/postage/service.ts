import type { Tx } from '#db/db.ts'
import type { Sold } from '#features/orders/service.ts'
import { type Terms, moveOfOrder, savePostageSettings } from './store.ts'

/** Saves the terms on which a race sends shirts home. */
export const offerPostage = (tx: Tx, raceid: number, terms: Terms, now: Date): Promise<void> =>
  savePostageSettings(tx, raceid, terms, now)

/** The effects on a parcel when its order is paid, closed or refunded. The caller has locked the order's row. */
export const postageSold: Sold = {
  paid: (tx, order, now) => moveOfOrder(tx, order.raceid, order.id, ['open'], 'paid', now),
  closed: (tx, order, _reason, now) => moveOfOrder(tx, order.raceid, order.id, ['open'], 'closed', now),
  refunded: (tx, order, _refund, now) => moveOfOrder(tx, order.raceid, order.id, ['paid'], 'refunded', now),
}
