import { noteRegistrations } from '#features/webhooks/service.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { holdsGoods } from '#features/orders/items.rules.ts'
import type { Sold } from '#features/orders/service.ts'
import { releaseHeld } from './inventory/inventory.service.ts'
import { signupGoodsSeller } from './signup/goodsAtSignup.service.ts'
import { registrationIdsOfOrder, markClosed, markPaid, markRefunded } from './store.ts'

/**
 * The name of the job that tells a runner that a refund has arrived (features/refunds). Its payload names race and
 * refund.
 */
export const NOTIFY_REFUNDED = 'refund tell'

/** The effects of payments on registrations. The caller's transaction has locked the order's row. */
export const registrationSold: Sold = {
  paid: async (tx, order, now) => {
    await markPaid(tx, order.raceid, order.id, order.pay_at ?? now, now)
    const ids = await registrationIdsOfOrder(tx, order.raceid, order.id)
    await noteRegistrations(tx, order.raceid, 'registration.paid', ids, now)
    if (holdsGoods(order.items)) await signupGoodsSeller.get().sold.paid(tx, order, now)
  },

  /**
   * A closed order frees place, shirt, seat, code and document. The closing does not use up the one deletion that a
   * document has in the race.
   */
  closed: async (tx, order, reason, now) => {
    const ids = await registrationIdsOfOrder(tx, order.raceid, order.id)
    await releaseHeld(tx, order.raceid, ids, now, { uses: true })
    await markClosed(tx, order.raceid, ids, now)
    if (holdsGoods(order.items)) await signupGoodsSeller.get().sold.closed(tx, order, reason, now)
  },

  // A refund that staff made in part does not change the registration.
  refunded: async (tx, order, refund, now) => {
    const { raceid, id } = order
    if (holdsGoods(order.items)) await signupGoodsSeller.get().sold.refunded(tx, order, refund, now)
    // A refund for returned goods does not change the registration.
    if (refund.reason === 'goods') return
    if (refund.reason !== 'partial') await markRefunded(tx, raceid, id, refund.id, refund.refund_at ?? now, now)
    const ids = await registrationIdsOfOrder(tx, raceid, id)
    await noteRegistrations(tx, raceid, 'registration.refunded', ids, now)
    await addJob(
      tx,
      NOTIFY_REFUNDED,
      { raceid, refundid: refund.id },
      { key: `${NOTIFY_REFUNDED} ${raceid} ${refund.id}` },
    )
  },
}
