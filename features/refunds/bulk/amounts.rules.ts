import type { TierSpan } from '#features/races/refund.rules.ts'
import { type ShareFacts, openShare } from '#features/registrations/payment/shares.rules.ts'
import { amountBy, offerNow } from '../rules.ts'

/**
 * The ways to decide how much goes back: by the tiers of the race, with a kept percentage, or all. `RefundWay` also has
 * `none`, with which nothing goes back.
 */
export const refundWays = ['rules', 'kept', 'all'] as const
export type RefundWay = (typeof refundWays)[number] | 'none'
export type HowMuch = { refund: RefundWay; percent: number }

export type NoRefund = 'free' | 'given_back' | 'no_tier' | 'all_kept'
type Facts = ShareFacts & { state: string; zone: string; tiers: readonly TierSpan[] }

/** Computes the amount that goes back for one registration at a moment. */
export const bulkAmount = (
  facts: Facts,
  { refund, percent }: HowMuch,
  now: Date,
): { fen: number } | { nothing: NoRefund } => {
  if (facts.share === 0) return { nothing: 'free' }
  if (openShare(facts) === 0) return { nothing: 'given_back' }
  const offer = refund === 'rules' ? offerNow({ ...facts, policy: undefined, waitlist: false }, now)?.amount : undefined
  if (refund === 'rules' && offer === undefined) return { nothing: 'no_tier' }
  const amounts = { rules: offer ?? 0, kept: amountBy(facts, { percent, fixed: 0 }), all: openShare(facts), none: 0 }
  const fen = Math.max(0, amounts[refund])
  return fen === 0 ? { nothing: 'all_kept' } : { fen }
}
