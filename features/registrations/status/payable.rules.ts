import type { Text } from '#contract/words.ts'
import type { PaidState, RegistrationState } from '../contract.ts'
import { words } from './status.words.ts'
import type { StatusFacts } from './facts.rules.ts'
import { transition } from './transitions.rules.ts'

/**
 * Returns the end of the time to pay: `pay_end` of the order, or else `pay_end` of the event. Null if there is no end.
 */
export const payEndOf = ({ order, event }: StatusFacts): Date | null => order?.pay_end ?? event.pay_end
export const isPayOver = (facts: StatusFacts, now: Date): boolean => {
  const end = payEndOf(facts)
  return end !== null && end <= now
}

/**
 * Returns the payment status: 0 unpaid, 1 paid, 2 refunded (a refund exists), or closed (docs/behaviour/states.md,
 * Payment status).
 */
export const paidStateOf = ({ registration, order, refund }: StatusFacts): PaidState => {
  if (registration.refundid !== 0 || refund) return '2'
  if (registration.pay_at || order?.state === 'paid') return '1'
  return order?.state === 'closed' || registration.closed_at ? 'closed' : '0'
}

/**
 * Tells whether a fee is due: the registration is unpaid, has a price and is not deleted, its state takes payments,
 * payment is open or an order exists, and the time to pay is not over. A registration under review owes nothing until
 * its review is over. The filter `due` of the lists is the same rule in SQL.
 */
export const isDue = (facts: StatusFacts, now: Date): boolean => {
  const { registration, order, event } = facts
  return (
    paidStateOf(facts) === '0' &&
    registration.price > 0 &&
    !registration.deleted_at &&
    transition(registration.state, 'pay') !== undefined &&
    (order !== null || event.paystate === 'open') &&
    !isPayOver(facts, now)
  )
}

/** Returns the reason why actions of paid or registered runners are not possible in a state. */
export const whyInState = (state: RegistrationState): Text =>
  state === 'audit' || state === 'auditfail' || state === 'waitfail' || state === 'delay'
    ? words[`why_${state}`]
    : words.why_state

/** Returns the reason why nobody can pay at this moment; undefined if payment is possible. */
export const whyNoPay = (facts: StatusFacts, now: Date): Text | undefined => {
  const { registration, event, order } = facts
  const paid = paidStateOf(facts)
  if (registration.deleted_at) return words.why_deleted
  // A runner whose waitlist ended without a place has not left the race.
  if (paid === '2') return registration.state === 'waitfail' ? words.why_waitfail : words.why_refunded
  if (paid === '1') return words.why_paid
  if (paid === 'closed') return words.why_closed
  if (!transition(registration.state, 'pay')) return whyInState(registration.state)
  if (isPayOver(facts, now)) return words.why_closed
  // An order that was made while payment was open stays payable for its time. Without an order the event must take
  // money at this moment.
  return !order && event.paystate === 'closed' ? words.why_pay_later : undefined
}

/**
 * Tells whether a registration is payable (docs/behaviour/states.md, Payable). A paid registration with an invitation
 * also counts as payable, and the page shows the method `invite`.
 */
export const isPayable = (facts: StatusFacts, now: Date): boolean => {
  const { registration } = facts
  if (whyNoPay(facts, now) === undefined) return true
  return (
    registration.invite !== null &&
    registration.pay_at !== null &&
    !registration.deleted_at &&
    paidStateOf(facts) === '1'
  )
}
