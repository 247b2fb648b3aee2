import * as z from 'zod/mini'
import { Int, Key } from '#contract/scalars.ts'

/**
 * Goods and deposits bought with a sign-up, under the order of the registration. `place` is the place of pick-up.
 * `amount` is the price of the goods that the page showed, in fen, with the coupons already taken off.
 */
export const SignupGoodsGiven = z.object({
  lines: z
    .array(z.object({ variantid: Int, n: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)) }))
    .check(z.minLength(1), z.maxLength(60)),
  place: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
  /** The keys of coupons for the goods. */
  coupons: z._default(z.array(Key).check(z.maxLength(5)), []),
  amount: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_000_000_000))),
})
export type SignupGoodsGiven = z.output<typeof SignupGoodsGiven>

/** The reasons for which goods inside sign-up are refused. The person keeps the form and may leave the goods out. */
export const goodsRefusals = [
  'goods_not_found',
  'goods_not_on_sale',
  'goods_not_for_you',
  'goods_sold_out',
  'goods_limit',
  'goods_price_changed',
  'place_unknown',
  'coupon_unknown',
  'coupon_used',
  'coupon_early',
  'coupon_expired',
  'coupon_elsewhere',
  'coupon_threshold',
  'coupon_alone',
  'coupon_too_many',
] as const
export type GoodsRefusal = (typeof goodsRefusals)[number]
