import type { RefundPolicy } from '#features/races/refund.contract.ts'
import { type TierSpan, dayStart, isIn } from '#features/races/refund.rules.ts'
import { waitsForPlace } from '#features/registrations/changes/leaving.rules.ts'
import { type ShareFacts, openShare } from '#features/registrations/payment/shares.rules.ts'

/** The days within which the money should be back (docs/behaviour/refunds.md, Within one week). */
export const WEEK_DAYS = 7
export const weekAfter = (at: Date): Date => new Date(at.getTime() + WEEK_DAYS * 86_400_000)

type KeptShare = { percent: number; fixed: number }
/** Returns the kept part of a share, in whole fen. A fraction of a fen goes to the runner. */
export const keptPart = (share: number, { percent, fixed }: KeptShare): number =>
  Math.min(share, Math.floor((share * percent) / 100) + fixed)

/** Returns the part that comes back by a tier, at most the rest of the payment. */
export const amountBy = (facts: ShareFacts, kept: KeptShare): number =>
  Math.min(facts.share - keptPart(facts.share, kept), openShare(facts))

/** Finds the tier of a moment and the tier that follows it, with or without a gap. A missing tier is undefined. */
export const tierAt = (
  tiers: readonly TierSpan[],
  now: Date,
): { tier: TierSpan | undefined; next: { from: Date; tier: TierSpan } | undefined } => {
  const tier = tiers.find((one) => isIn(one, now))
  const edges = [...new Set(tiers.flatMap(({ from, until }) => [...(from ? [from.getTime()] : []), until.getTime()]))]
    .filter((at) => at > now.getTime())
    .sort((a, b) => a - b)
  for (const edge of edges) {
    const then = tiers.find((one) => isIn(one, new Date(edge)))
    if (then && then !== tier) return { tier, next: { from: new Date(edge), tier: then } }
  }
  return { tier, next: undefined }
}

/** Finds the moment at which this tier stops: its own end, or the beginning of a tier that is before it in the list. */
export const tierUntil = (tiers: readonly TierSpan[], tier: TierSpan, now: Date): Date =>
  tiers
    .slice(0, tiers.indexOf(tier))
    .reduce((end, { from }) => (from && from > now && from < end ? from : end), tier.until)

/**
 * The kept part for a runner who waits for a place. Such a runner has taken a place from nobody, so the whole fee comes
 * back while a tier is valid, whatever this tier keeps.
 */
const NOTHING_KEPT: KeptShare = { percent: 0, fixed: 0 }

export type Tie = { falls_at: Date; amount: number; fallback: number; kept: KeptShare }
export type RefundOffer = { amount: number; kept: number; rule: KeptShare; tie: Tie | undefined }
type OfferFacts = ShareFacts & {
  state: string
  zone: string
  tiers: readonly TierSpan[]
  policy: RefundPolicy | undefined
  /** True if an open waitlist can offer the place to somebody. */ waitlist: boolean
}

/**
 * Returns the part that comes back to a runner who leaves at this moment; undefined if no tier holds the moment. `tie`
 * is the promise of a higher amount if a successor takes the place.
 */
export const offerNow = (facts: OfferFacts, now: Date): RefundOffer | undefined => {
  const { tier } = tierAt(facts.tiers, now)
  if (!tier) return undefined
  const rule: KeptShare = waitsForPlace(facts.state) ? NOTHING_KEPT : { percent: tier.percent, fixed: tier.fixed }
  const amount = amountBy(facts, rule)
  return { amount, kept: Math.max(0, facts.share - facts.back - amount), rule, tie: tieOf(facts, rule, now) }
}

const tieOf = (facts: OfferFacts, rule: KeptShare, now: Date): Tie | undefined => {
  const { policy, zone, state, waitlist } = facts
  if (!policy?.successor || !waitlist || waitsForPlace(state)) return undefined
  const falls_at = dayStart(policy.successor.until, zone, 1)
  const kept: KeptShare = { percent: policy.successor.percent, fixed: policy.successor.fixed }
  const [amount, fallback] = [amountBy(facts, kept), amountBy(facts, rule)]
  // A promise needs a higher amount. Otherwise the runner would wait for money that is due at once.
  return falls_at > now && amount > fallback ? { falls_at, amount, fallback, kept } : undefined
}

/** Returns the part that the race keeps of a refund by hand. A fraction of a fen goes to the runner. */
export const handFee = (amount: number, cash: number | null): number =>
  cash === null ? 0 : Math.floor((amount * cash) / 100)

export const whyNotPolicy = ({
  tiers,
  successor,
}: Pick<RefundPolicy, 'tiers' | 'successor'>):
  | { at: string; why: 'ends_before_it_begins' | 'never_reached' | 'successor_gives_less' }
  | undefined => {
  for (const [n, { from, until }] of tiers.entries()) {
    if (from !== null && from > until) return { at: `policy.tiers.${n}.until`, why: 'ends_before_it_begins' }
    // An earlier tier covers all days of this tier, so this tier would never apply.
    if (
      tiers.slice(0, n).some((one) => (one.from === null || (from !== null && one.from <= from)) && until <= one.until)
    )
      return { at: `policy.tiers.${n}.until`, why: 'never_reached' }
  }
  if (successor && tiers.every(({ percent, fixed }) => successor.percent >= percent && successor.fixed >= fixed))
    return { at: 'policy.successor.percent', why: 'successor_gives_less' }
  return undefined
}
