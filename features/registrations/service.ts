import { addJob } from '#db/jobs.ts'
import type { Sold } from '#features/orders/actions.ts'
import { releaseHeld } from './holding.ts'
import { listOfOrder, markClosed, markPaid, markRefunded } from './store.ts'

export { countAgesByYear } from './ages.ts'
export {
  type FoundCard,
  type NumberAsked,
  type NumberFound,
  lookUpCards,
  lookUpNumber,
  missesOf,
  presentCards,
} from './looking.ts'
export { type Admitted, admitFromLine, numberLine, queueUndrawn } from './admitting.ts'
export { type Unwaited, endWaiting } from './unwaiting.ts'
export { openKept, withHeld } from './changes.ts'
export { type ConsentHashes, keepConsentTexts } from './consenting.ts'
export { type Exiting, exitRegistration, markFeeReturned } from './exiting.ts'
export { type RaceGiven, factsOf, paymentOf } from './present.ts'
export { countRecipients, listRecipients } from './recipients.ts'
export { languageOf } from './reviewing.ts'
export { type Lot, type Settled, settleDraw } from './drawing.ts'
export { zonesFor } from './qualifying.rules.ts'
export {
  holdsMobile,
  isMine,
  mineAmong,
  ownRegistrations,
  publishedRace,
  raceGiven,
  registrationOf,
  whyNotNumber,
} from './owner.ts'
export { type SignedUp, type SignupAsked, signUp } from './signup.ts'
export { type ViewRow as RegistrationRow, countLine, findById as registrationById } from './store.ts'

/** The job that tells a runner of money that is back (features/refunds); its payload names race and refund. */
export const TELL_REFUNDED = 'refund tell'

/** What payments move here. The caller's transaction holds the order's row. */
export const sold: Sold = {
  paid: (tx, order, now) => markPaid(tx, order.raceid, order.id, order.pay_at ?? now, now),

  /** Place, shirt, seat, code and document are free again; it does not count as the one deletion. */
  closed: async (tx, order, _reason, now) => {
    const ids = await listOfOrder(tx, order.raceid, order.id)
    await releaseHeld(tx, order.raceid, ids, now, { uses: true })
    await markClosed(tx, order.raceid, ids, now)
  },

  // A part that staff gave back leaves the registration as it was.
  refunded: async (tx, { raceid, id }, refund, now) => {
    if (refund.reason !== 'partial') await markRefunded(tx, raceid, id, refund.id, refund.refund_at ?? now, now)
    await addJob(tx, TELL_REFUNDED, { raceid, refundid: refund.id }, { key: `${TELL_REFUNDED} ${raceid} ${refund.id}` })
  },
}
