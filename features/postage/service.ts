import type { Sold } from '#features/orders/actions.ts'
import { moveOfOrder } from './store.ts'

/** Says on which terms a race sends shirts home. */
export { saveSettings as offerPostage } from './store.ts'

/** What the postage's money moves. The caller's transaction holds the order's row. */
export const sold: Sold = {
  paid: (tx, order, now) => moveOfOrder(tx, order.raceid, order.id, ['open'], 'paid', now),
  closed: (tx, order, _reason, now) => moveOfOrder(tx, order.raceid, order.id, ['open'], 'closed', now),
  refunded: (tx, order, _refund, now) => moveOfOrder(tx, order.raceid, order.id, ['paid'], 'refunded', now),
}
