import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, RaceId, Time, Whole, GivenMoment } from '#contract/scalars.ts'
import { RefundTier } from '#features/races/refund.contract.ts'

export const goodsAudiences = ['everybody', 'registrants', 'finishers'] as const
export type Audience = (typeof goodsAudiences)[number]

/**
 * The part of the price that the race keeps. The part applies if the buyer gives the thing back at least `hours` hours
 * before the slot of the thing.
 */
const HoursTier = z.object({
  hours: z.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
  percent: z.number().check(z.int(), z.minimum(0), z.maximum(100)),
  fixed: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
})
/**
 * The rule for refunds. `tiers` count days of the race's calendar, as for registrations. `before` counts hours before
 * the beginning of the slot. If `before` has tiers and the thing has a slot, `before` decides.
 */
export const GoodsRefund = z.object({
  tiers: z.array(RefundTier).check(z.maxLength(12)),
  before: z.array(HoursTier).check(z.maxLength(12)),
})
export type GoodsRefund = z.output<typeof GoodsRefund>

/** A stock row of a variant. Each slot has one row. A variant without slots has one row, whose `slot` is empty. */
export const StockLine = z.object({
  slot: z.string(),
  pieces: z.number(),
  sold: z.number(),
  price: z.nullable(Fen),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  open: z.boolean(),
})
export type StockLine = z.output<typeof StockLine>
const Names = z.record(z.string(), z.string())
export const Variant = z.object({
  id: z.number(),
  name: z.string(),
  names: Names,
  price: Fen,
  open: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  stock: z.array(StockLine),
})
export type Variant = z.output<typeof Variant>
/** A kind of sold things as its editors see it. */
export const Goods = z.object({
  id: z.number(),
  room: z.string(),
  name: z.string(),
  names: Names,
  about: z.string(),
  abouts: Names,
  audience: z.enum(goodsAudiences),
  most_each: z.nullable(z.number()),
  sale_from: z.nullable(Time),
  sale_until: z.nullable(Time),
  refund: z.nullable(GoodsRefund),
  settings: z.record(z.string(), z.unknown()),
  /** The events whose sign-up offers the kind. Empty: every event. Null: not offered at sign-up. */
  signup_events: z.nullable(z.array(z.number())),
  open: z.boolean(),
  variants: z.array(Variant),
})
export type Goods = z.output<typeof Goods>

const read = { right: 'money.read' } as const
const edit = { right: 'race.edit' } as const
const moment = z._default(z.nullable(GivenMoment), null)
const GivenNames = z._default(z.record(z.string(), z.string().check(z.maxLength(2000))), {})
const Room = z.string().check(z.regex(/^[a-z]{1,20}$/))
const GivenSettings = z._default(z.record(z.string(), z.unknown()), {})
const GivenPrice = z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000))
const pieces = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))

const GivenStock = z.object({
  slot: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  pieces,
  price: z._default(z.nullable(GivenPrice), null),
  starts_at: moment,
  ends_at: moment,
  open: z._default(z.boolean(), true),
})
const GivenVariant = z.object({
  id: z.optional(Whole),
  name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  names: GivenNames,
  price: GivenPrice,
  open: z._default(z.boolean(), true),
  settings: GivenSettings,
  stock: z.array(GivenStock).check(z.minLength(1), z.maxLength(400)),
})
export type GivenVariant = z.output<typeof GivenVariant>

export const consoleGoodsList = post('/console/goods/list', {
  access: read,
  input: z.object({ raceid: RaceId, room: Room }),
  output: z.object({ items: z.array(Goods) }),
  description: 'Lists the kinds of things that one selling room of a race sells, with variants and stock.',
})
export const consoleGoodsSave = post('/console/goods/save', {
  access: edit,
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    room: Room,
    name: Line(100),
    names: GivenNames,
    about: z._default(z.string().check(z.maxLength(2000)), ''),
    abouts: GivenNames,
    audience: z._default(z.enum(goodsAudiences), 'everybody'),
    most_each: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))), null),
    sale_from: moment,
    sale_until: moment,
    refund: z._default(z.nullable(GoodsRefund), null),
    settings: GivenSettings,
    signup_events: z._default(z.nullable(z.array(Int).check(z.maxLength(100))), null),
    open: z._default(Flag, false),
    variants: z.array(GivenVariant).check(z.minLength(1), z.maxLength(50)),
  }),
  output: Goods,
  refusals: ['goods_not_found', 'goods_room_unknown', 'stock_below_sold', 'goods_are_sold', 'slot_twice'],
  description:
    'Saves a kind of sold things with its variants and stock. Stock never goes below the sold pieces. A variant or ' +
    'slot that was ever sold stays; close it instead. Every call names all variants and slots.',
})
