import * as z from 'zod/mini'
import { Day, GivenMoment } from '#contract/scalars.ts'

/** The reasons for leaving. Their words are in the refunds room. */
export const refundCauses = ['injury', 'health', 'work', 'family', 'travel', 'plans', 'other'] as const
export type RefundCause = (typeof refundCauses)[number]

/** The part of the fee that the race keeps: a share in whole per cent, and a fixed number of fen. */
const kept = {
  percent: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
  fixed: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
}
/**
 * The part of the fee that the race keeps when a runner leaves between two days of the race's own calendar, both days
 * included. Without a first day the tier holds from the beginning.
 */
export const RefundTier = z.object({ from: z.nullable(Day), until: Day, ...kept })
export type RefundTier = z.output<typeof RefundTier>

/** The rules by which a race, or one of its events, gives money back. */
export const RefundPolicy = z.object({
  /** True if runners may leave without staff. */
  exit: z.boolean(),
  /** The tiers. If several tiers include the day of leaving, the first one counts. */
  tiers: z.array(RefundTier).check(z.minLength(1), z.maxLength(12)),
  /** Nobody can leave after this moment, even within a tier. */
  deadline: z.nullable(GivenMoment),
  reasons: z.array(z.enum(refundCauses)).check(z.minLength(1)),
  /**
   * The part that the race keeps when the next runner in line has paid for the place. The rest goes back at that
   * moment. If nobody has paid by the end of the day `until`, the tier of the day of leaving decides.
   */
  successor: z.nullable(z.object({ until: Day, ...kept })),
  /**
   * The percentage that the race keeps when staff pay a refund by hand because its channel no longer makes refunds.
   * With null the race keeps nothing, and the page shows no notice.
   */
  cash: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
export type RefundPolicy = z.output<typeof RefundPolicy>
