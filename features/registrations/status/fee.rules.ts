import type { Text } from '#contract/words.ts'
import type { Icon, PaidState, RefundState } from '../contract.ts'
import { words } from './status.words.ts'
import type { StatusFacts } from './facts.rules.ts'
import { isDue, isPayOver, paidStateOf } from './payable.rules.ts'
import { transition } from './transitions.rules.ts'
import { feeWords } from './fee.words.ts'

/**
 * Returns the label of a payment status. The label asks for money only if the fee is due (`isDue`). A registration that
 * costs nothing owes nothing.
 */
export const paidTextOf = (facts: StatusFacts, now: Date): Text => {
  const { registration } = facts
  const paid = paidStateOf(facts)
  if (paid !== '0') return words[`paid_${paid}`]
  if (registration.price === 0) return feeWords.free
  if (isDue(facts, now)) return words.paid_0
  if (registration.deleted_at) return feeWords.not_paid
  if (registration.state === 'audit') return feeWords.after_review
  return transition(registration.state, 'pay') && !isPayOver(facts, now) ? feeWords.not_open : feeWords.not_paid
}

export type Fee = { tone: Icon; text: Text }
const refundFees: Record<RefundState, Fee> = {
  waiting: { tone: 'waiting', text: feeWords.refund_pending },
  asked: { tone: 'waiting', text: feeWords.refund_pending },
  sent: { tone: 'waiting', text: feeWords.refund_pending },
  failed: { tone: 'warn', text: feeWords.refund_stuck },
  done: { tone: 'info', text: words.paid_2 },
}

/**
 * Returns the status of the fee for chips, look-up cards and the order's card. Returns null for an unpaid fee that is
 * not payable, for example before a draw or before payment opens. `refund` is undefined if the caller has not loaded
 * the row of the refund.
 */
export const registrationFeeOf = ({
  paid,
  payable,
  price,
  refund,
}: {
  paid: PaidState
  payable: boolean
  price: number
  refund: RefundState | undefined
}): Fee | null => {
  if (paid === '2') return refund === undefined ? refundFees.done : refundFees[refund]
  if (paid === 'closed') return { tone: 'warn', text: words.paid_closed }
  if (price === 0) return { tone: paid === '1' ? 'success' : 'info', text: feeWords.free }
  if (paid === '1') return { tone: 'success', text: words.paid_1 }
  return payable ? { tone: 'waiting', text: words.paid_0 } : null
}
