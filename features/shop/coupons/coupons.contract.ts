import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { couponKinds, couponWays } from './coupons.rules.ts'

const terms = {
  kind: z.enum(couponKinds),
  value: z.number(),
  most: z.nullable(Fen),
  threshold: Fen,
  goodsids: z.array(z.number()),
  stackable: z.boolean(),
  valid_from: Time,
  valid_until: Time,
}
/**
 * A coupon as its holder sees it. `scope` names the kinds of goods for which it is valid. An empty list means all
 * kinds.
 */
export const Coupon = z.object({
  _key: z.string(),
  batchid: z.number(),
  name: z.string(),
  ...terms,
  scope: z.array(z.string()),
  state: z.enum(['open', 'used', 'void', 'expired']),
  off: Fen,
})
export type Coupon = z.output<typeof Coupon>

export const miniShopCoupons = post('/mini/shop/coupons', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(Coupon) }),
  refusals: ['race_not_found'],
  description:
    'Lists the coupons that the account holds in a race. A runner who is signed up gets the coupons of sign-up at the ' +
    'first look.',
})
export const miniShopCoupon = post('/mini/shop/coupon', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    code: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
  }),
  output: z.object({ coupon: Coupon }),
  refusals: ['race_not_found', 'coupon_unknown', 'coupon_gone', 'coupon_limit', 'coupon_closed', 'too_often'],
  description: 'Claims a coupon, by the number of its batch or by its code.',
})

/** A batch of coupons as staff see it. */
export const CouponBatch = z.object({
  id: z.number(),
  name: z.string(),
  names: z.record(z.string(), z.string()),
  ...terms,
  pieces: z.nullable(z.number()),
  given: z.number(),
  used: z.number(),
  saved: Fen,
  per_person: z.number(),
  way: z.enum(couponWays),
  code: z.nullable(z.string()),
  open: z.boolean(),
})
export type CouponBatch = z.output<typeof CouponBatch>
const read = { right: 'money.read' } as const
const edit = { right: 'race.edit' } as const
const moment = GivenMoment
const Count = z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))), null)

export const consoleCouponsList = post('/console/coupons/list', {
  access: read,
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(CouponBatch) }),
  description: 'Lists the batches of coupons of a race, with the coupons that were given and used.',
})
export const consoleCouponsSave = post('/console/coupons/save', {
  access: edit,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(60),
    names: z._default(z.record(z.string(), z.string().check(z.maxLength(60))), {}),
    kind: z.enum(couponKinds),
    value: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000_000)),
    most: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000_000))), null),
    threshold: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000)), 0),
    goodsids: z._default(z.array(Int).check(z.maxLength(100)), []),
    stackable: z._default(Flag, false),
    pieces: Count,
    per_person: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)), 1),
    way: z.enum(couponWays),
    code: z._default(z.nullable(z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}-]{3,20}$/u))), null),
    valid_from: moment,
    valid_until: moment,
    open: z._default(Flag, true),
  }),
  output: z.object({ id: z.number() }),
  refusals: [
    'race_not_found',
    'coupon_unknown',
    'coupon_code_taken',
    'coupon_below_given',
    'coupon_percent',
    'coupon_times',
  ],
  description: 'Saves a batch of coupons. Coupons that were given follow its terms.',
})
export const consoleCouponsGive = post('/console/coupons/give', {
  access: edit,
  input: z.object({ raceid: RaceId, id: Int, to: z.enum(['registrants', 'finishers', 'buyers']) }),
  output: z.object({ given: z.number(), over: z.number() }),
  refusals: ['coupon_unknown', 'coupon_closed'],
  description:
    'Gives a coupon of a batch to each registrant, finisher or buyer who has none of it by this way. `over` ' +
    'counts the people for whom no coupon was left.',
})
export const consoleCouponsUses = post('/console/coupons/uses', {
  access: read,
  input: z.object({ raceid: RaceId, id: Int, ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        state: z.enum(['open', 'used', 'void']),
        origin: z.string(),
        off: Fen,
        given_at: Time,
        used_at: z.nullable(Time),
        orderid: z.nullable(z.number()),
      }),
    ),
    after: z.nullable(z.string()),
  }),
  description: 'Lists the coupons of a batch, the newest first, with their use.',
})
