import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Flag, Int, Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { LINES_MOST, LINE_MOST } from '#features/sales/fill.rules.ts'
import { goodsAudiences } from '#features/sales/goods/goods.contract.ts'
import { COUPONS_MOST } from './coupons/coupons.rules.ts'
import { Carriage } from './orders/carriage.rules.ts'
import { whyNotOrdered } from './orders/pricing.rules.ts'

/** A place where a race hands out goods. `when` holds the opening times in the organiser's words. */
export const PickupPlace = z.object({
  name: Line(60),
  names: z._default(z.record(z.string(), z.string().check(z.maxLength(60))), {}),
  when: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
  whens: z._default(z.record(z.string(), z.string().check(z.maxLength(100))), {}),
})
export type PickupPlace = z.output<typeof PickupPlace>

/** A kind of goods as visitors see it. */
export const ShopGoods = z.object({
  id: z.number(),
  name: z.string(),
  about: z.string(),
  /** Paths of pictures under /files/. The first is the cover. */
  pictures: z.array(z.string()),
  audience: z.enum(goodsAudiences),
  most_each: z.nullable(z.number()),
  sale_from: z.nullable(Time),
  sale_until: z.nullable(Time),
  price_from: Fen,
  free: z.number(),
  sold: z.number(),
  /** The last day on which buyers may give the thing back, as the rule of return says. */
  return_until: z.nullable(z.string()),
  variants: z.array(
    z.object({
      variantid: z.number(),
      name: z.string(),
      price: Fen,
      free: z.number(),
      grams: z.number(),
      picture: z.nullable(z.string()),
    }),
  ),
})
export type ShopGoods = z.output<typeof ShopGoods>

export const miniShopGoods = post('/mini/shop/goods', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: z.optional(Int) }),
  output: z.object({
    zone: z.string(),
    race: z.string(),
    items: z.array(ShopGoods),
    places: z.array(z.object({ name: z.string(), when: z.string() })),
    carriage: Carriage,
    /** Coupons that visitors may claim without a code. */
    coupons: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        kind: z.enum(['amount', 'percent']),
        value: z.number(),
        threshold: Fen,
        valid_until: Time,
        left: z.nullable(z.number()),
        /** The number of coupons that each person may claim. */
        per_person: z.number(),
        /** The kinds of goods for which the coupon is valid. An empty list means all kinds. */
        goodsids: z.array(z.number()),
      }),
    ),
  }),
  description:
    'Lists the goods that a published race sells, with variants, pictures and free pieces, the places of pick-up, the ' +
    'postage, and the coupons that visitors may claim. With `id` it shows one kind.',
})

const OrderLine = z.object({ variantid: Int, n: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LINE_MOST)) })
const Basket = {
  raceid: RaceId,
  lines: z.array(OrderLine).check(z.minLength(1), z.maxLength(LINES_MOST)),
  way: z._default(z.enum(['pickup', 'post']), 'pickup'),
  place: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
}
const CouponKeys = z.array(Key).check(z.maxLength(COUPONS_MOST))

export const miniShopCheck = post('/mini/shop/check', {
  access: 'runner',
  input: z.object({
    ...Basket,
    /** The province to which the things go, as the first two digits of its code in GB/T 2260. */
    province: z._default(z.string().check(z.regex(/^(\d{2})?$/)), ''),
    /** The keys of the coupons to use. If unset, the server uses the coupons that save most. */
    coupons: z.optional(CouponKeys),
  }),
  output: z.object({
    goods: Fen,
    discount: Fen,
    postage: z.nullable(Fen),
    amount: Fen,
    lines: z.array(z.object({ variantid: z.number(), amount: Fen, off: Fen })),
    /**
     * Reasons for which the server would refuse the order at this moment, at most one for each line. `variantid` names
     * the line; null stands for the whole order.
     */
    problems: z.array(
      z.object({
        why: z.enum(whyNotOrdered),
        msg: z.string(),
        variantid: z.nullable(z.number()),
        free: z.nullable(z.number()),
      }),
    ),
    used: z.array(z.string()),
    coupons: z.array(z.object({ _key: z.string(), off: Fen, why: z.nullable(z.string()) })),
  }),
  refusals: ['race_not_found'],
  description:
    'Prices a basket and lists every reason against it, before anybody pays. It holds nothing and refuses ' +
    'nothing. Without `coupons` the server chooses the coupons that save most together, among the 12 that save most alone.',
})

export const orderCreate = post('/order/create', {
  access: 'runner',
  input: z.object({
    ...Basket,
    coupons: z._default(CouponKeys, []),
    /** The key of the address, if the order is sent by post. */
    address: z.optional(z.string().check(z.maxLength(40))),
    /** The amount that the page showed, in fen. */
    amount: z.optional(Amount),
  }),
  output: z.object({ order: z.string(), amount: Fen, paid: z.boolean() }),
  refusals: ['race_not_found', 'too_often', 'address_unknown', ...whyNotOrdered],
  description:
    'Orders goods of the shop, all lines or none, with coupons and postage in one payment. The things are picked up or ' +
    'sent. /sales/pay pays the order by its key. A free order is paid at once.',
})

export const shopOrderStates = ['open', 'paid', 'packed', 'sent', 'handed', 'closed', 'returned'] as const
export type ShopOrderState = (typeof shopOrderStates)[number]
const ReturnShown = z.object({
  _key: z.string(),
  item_key: z.string(),
  pieces: z.number(),
  reason: z.string(),
  state: z.enum(['asked', 'taken', 'refused']),
  note: z.string(),
  created_at: Time,
})
/** An order of the shop as its buyer sees it. `contact` is not masked. */
export const ShopOrder = z.object({
  _key: z.string(),
  tradeno: z.string(),
  state: z.enum(shopOrderStates),
  way: z.enum(['pickup', 'post']),
  /** True if the goods were bought during a sign-up. The amounts here do not include the entry. */
  signup: z.boolean(),
  place: z.string(),
  contact: z.nullable(z.object({ name: z.string(), mobile: z.string(), address: z.string() })),
  goods: Fen,
  discount: Fen,
  postage: Fen,
  amount: Fen,
  refunded: Fen,
  carrier: z.nullable(z.string()),
  number: z.nullable(z.string()),
  sent_at: z.nullable(Time),
  created_at: Time,
  pay_end: Time,
  lines: z.array(
    z.object({
      _key: z.string(),
      goodsid: z.number(),
      goods: z.string(),
      variant: z.string(),
      picture: z.nullable(z.string()),
      n: z.number(),
      amount: Fen,
      returned: z.number(),
    }),
  ),
  returns: z.array(ReturnShown),
})
export type ShopOrder = z.output<typeof ShopOrder>

export const orderQuery = post('/order/query', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: z.optional(Key) }),
  output: z.object({ zone: z.string(), items: z.array(ShopOrder) }),
  refusals: ['race_not_found'],
  description:
    "Lists the account's orders of the shop of a race, the newest first, with the paid amounts, the delivery, " +
    "the carrier's number, and returns. With `id` it shows one order. Code 206 of the registration screens " +
    'leads here.',
})
export const shopReturn = post('/shop/return', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Key,
    line: Key,
    pieces: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LINE_MOST)),
    reason: Line(200),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['shop_order_unknown', 'return_too_many', 'return_asked', 'not_with_you'],
  description:
    'Asks to give back things that have reached the buyer. Staff decide when the things are back. Before that, ' +
    '/sales/return takes them back at once.',
})

/**
 * The first two digits of a province by GB/T 2260. The schema refuses digits that no province has. Otherwise the
 * postage for all other provinces would apply to them.
 */
const Province = z.string().check(z.regex(/^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[12])$/))
/** An address that an account keeps for its orders. Only this account sees the address. */
export const addressShape = {
  name: Line(40),
  mobile: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  province: Province,
  address: Line(200),
}
export const BookAddress = z.object({
  _key: z.string(),
  name: z.string(),
  mobile: z.string(),
  province: z.string(),
  address: z.string(),
  main: z.boolean(),
})
export type BookAddress = z.output<typeof BookAddress>
const Addresses = z.object({ items: z.array(BookAddress) })
export const shopAddresses = post('/shop/addresses', {
  access: 'runner',
  input: z.object({}),
  output: Addresses,
  description: "Lists the addresses of the account's own book.",
})
export const shopAddress = post('/shop/address', {
  access: 'runner',
  input: z.object({
    id: z.optional(z.string().check(z.maxLength(40))),
    ...addressShape,
    main: z._default(Flag, false),
  }),
  output: Addresses,
  refusals: ['address_unknown', 'addresses_full'],
  description: 'Adds an address to the book, or changes one. The book holds 20 addresses.',
})
export const shopForget = post('/shop/forget', {
  access: 'runner',
  input: z.object({ id: z.string().check(z.maxLength(40)) }),
  output: Addresses,
  refusals: ['address_unknown'],
  description: 'Removes an address from the book. Orders keep the address that they were made with.',
})
