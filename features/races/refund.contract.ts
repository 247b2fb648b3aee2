import * as z from 'zod/mini'
import { Day } from '#contract/scalars.ts'

/** The reasons for leaving. Their words stand in the refunds room. */
export const refundCauses = ['injury', 'health', 'work', 'family', 'travel', 'plans', 'other'] as const
export type RefundCause = (typeof refundCauses)[number]

/** The part of the fee that is kept: a share in whole per cent, and a fixed number of fen. */
const kept = {
  percent: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
  fixed: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
}
/**
 * The part of the fee that is kept for a runner who leaves on these days, first and last one included, on the race's
 * own calendar; without a first day from the beginning.
 */
export const RefundTier = z.object({ from: z.nullable(Day), until: Day, ...kept })
export type RefundTier = z.output<typeof RefundTier>

/** The rules by which a race, or one of its events, gives money back. */
export const RefundPolicy = z.object({
  /** Tells whether runners may leave by themselves at all. */
  exit: z.boolean(),
  /** The first that holds a day counts. */
  tiers: z.array(RefundTier).check(z.minLength(1), z.maxLength(12)),
  /** Nobody leaves after this moment, whatever the tiers say. */
  deadline: z.nullable(z.iso.datetime({ offset: true })),
  reasons: z.array(z.enum(refundCauses)).check(z.minLength(1)),
  /**
   * Money goes back once the next in line has paid, with this much kept; after the day `until`, by the tier of the day
   * of leaving.
   */
  successor: z.nullable(z.object({ until: Day, ...kept })),
  /**
   * Per cent that is kept of a refund that staff pay by hand, because its channel takes nothing back; null: nothing is
   * kept, and no notice is shown.
   */
  cash: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
export type RefundPolicy = z.output<typeof RefundPolicy>
