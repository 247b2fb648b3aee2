import { dayStart } from '#features/races/refund.rules.ts'
import type { GoodsRefund } from './goods/goods.contract.ts'

/**
 * Returns the part of an amount that belongs to the next `pieces` of `n`. The sum of all parts is exactly the amount.
 */
export const partOf = (amount: number, n: number, returned: number, pieces: number): number =>
  Math.floor((amount * (returned + pieces)) / n) - Math.floor((amount * returned) / n)

type KeptShare = { percent: number; fixed: number }
const HOUR = 3_600_000
/**
 * Returns the tier that applies at a moment; undefined if buyers cannot return the thing. If several tiers of hours fit
 * the moment, the tier with the most hours counts.
 */
export const tierOf = (
  rule: GoodsRefund | null,
  { zone, starts_at }: { zone: string; starts_at: Date | null },
  now: Date,
): KeptShare | undefined => {
  if (!rule || (starts_at && starts_at <= now)) return undefined
  if (starts_at && rule.before.length > 0)
    return rule.before
      .toSorted((a, b) => b.hours - a.hours)
      .find(({ hours }) => now.getTime() <= starts_at.getTime() - hours * HOUR)
  return rule.tiers.find(
    ({ from, until }) => (from === null || dayStart(from, zone) <= now) && now < dayStart(until, zone, 1),
  )
}
/**
 * Returns the part of a price that goes back. A fraction of a fen goes to the buyer. `fixed` counts once for each
 * piece.
 */
export const backOf = (part: number, pieces: number, { percent, fixed }: KeptShare): number =>
  Math.max(0, part - Math.floor((part * percent) / 100) - fixed * pieces)
