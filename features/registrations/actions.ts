import { countPlaces } from '#features/events/actions.ts'
import type { Sold } from '#features/orders/actions.ts'
import { markClosed, markPaid, markRefunded } from './store.ts'

export { type FoundCard, type NumberAsked, type NumberFound, lookUpCards, lookUpNumber, missesOf, presentCards } from './looking.ts'
export { holdsMobile, isMine, publishedRace, registrationOf } from './owner.ts'
export { type SignedUp, type SignupAsked, signUp } from './signup.ts'
export { type ViewRow as RegistrationRow, listMine as registrationsOfAccount } from './store.ts'

/** What payments move here. The caller's transaction holds the order's row. */
export const sold: Sold = {
  paid: (tx, order, now) => markPaid(tx, order.raceid, order.id, order.pay_at ?? now, now),

  /** Place and document are free again; it does not count as the one deletion. */
  closed: async (tx, order, _reason, now) => {
    const freed = new Map<number, number>()
    for (const { eventid, held } of await markClosed(tx, order.raceid, order.id, now)) if (held) freed.set(eventid, (freed.get(eventid) ?? 0) + 1)
    for (const [eventid, places] of [...freed].sort(([a], [b]) => a - b)) await countPlaces(tx, order.raceid, eventid, -places)
  },

  refunded: (tx, order, refund, now) => markRefunded(tx, order.raceid, order.id, refund.id, now),
}
