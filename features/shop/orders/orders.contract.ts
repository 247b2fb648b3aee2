import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Key, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { PickupPlace, shopOrderStates } from '../contract.ts'
import { Carriage } from './carriage.rules.ts'

const right = { right: 'sealed.open' } as const
/** An order as the staff who pack it see it. `contact` is masked. */
export const PackOrder = z.object({
  id: z.number(),
  _key: z.string(),
  tradeno: z.string(),
  state: z.enum(shopOrderStates),
  way: z.enum(['pickup', 'post']),
  place: z.string(),
  contact: z.string(),
  lines: z.array(z.object({ goods: z.string(), variant: z.string(), n: z.number() })),
  amount: Fen,
  carrier: z.nullable(z.string()),
  number: z.nullable(z.string()),
  sent_at: z.nullable(Time),
  created_at: Time,
})
export type PackOrder = z.output<typeof PackOrder>
export const ShopSettings = z.object({ places: z.array(PickupPlace).check(z.maxLength(20)), carriage: Carriage })
export type ShopSettings = z.output<typeof ShopSettings>

export const consoleShopShow = post('/console/shop/show', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    settings: ShopSettings,
    counts: z.object({ pack: z.number(), send: z.number(), hand: z.number(), returns: z.number() }),
  }),
  description: 'Shows the terms of the shop of a race, and counts the orders and returns that wait for staff.',
})
export const consoleShopSettings = post('/console/shop/settings', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId, places: ShopSettings.shape.places, carriage: Carriage }),
  output: ShopSettings,
  refusals: ['race_not_found'],
  description: 'Sets the places of pick-up and the postage by province and weight.',
})
export const consoleShopOrders = post('/console/shop/orders', {
  access: right,
  input: z.object({
    raceid: RaceId,
    state: z.optional(z.enum(shopOrderStates)),
    way: z.optional(z.enum(['pickup', 'post'])),
    q: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    ...Page,
  }),
  output: z.object({ items: z.array(PackOrder), after: z.nullable(z.string()) }),
  description:
    'Lists the orders of the shop, the oldest first, for the staff who pack them. `q` is an order number or the code ' +
    'that a buyer shows.',
})
export const consoleShopPack = post('/console/shop/pack', {
  access: right,
  input: z.object({ raceid: RaceId, ids: z.array(Int).check(z.minLength(1), z.maxLength(200)) }),
  output: z.object({ packed: z.number() }),
  description:
    'Marks paid orders as packed. Their buyers cannot return them at once any more. Orders in another state stay ' +
    'unchanged.',
})
export const consoleShopSend = post('/console/shop/send', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int, carrier: Line(30), number: Line(40) }),
  output: z.object({ sent: z.boolean() }),
  refusals: ['shop_order_unknown', 'shop_order_state', 'shop_order_way'],
  description: 'Records carrier and number of a parcel. The buyer gets a message. A second call corrects the record.',
})
export const consoleShopHand = post('/console/shop/hand', {
  access: { right: 'desk.work' },
  input: z.object({ raceid: RaceId, id: Key }),
  output: PackOrder,
  refusals: ['shop_order_unknown', 'shop_order_state', 'shop_order_way'],
  description: 'Hands an order out at the pick-up, by the code that the buyer shows. A second scan is refused.',
})
export const consoleShopReturns = post('/console/shop/returns', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId, state: z.optional(z.enum(['asked', 'taken', 'refused'])), ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        state: z.enum(['asked', 'taken', 'refused']),
        tradeno: z.string(),
        goods: z.string(),
        variant: z.string(),
        pieces: z.number(),
        reason: z.string(),
        note: z.string(),
        amount: Fen,
        created_at: Time,
      }),
    ),
    after: z.nullable(z.string()),
  }),
  description: 'Lists the returns that buyers ask for, the oldest first. `amount` is the paid amount of the pieces.',
})
export const consoleShopDecide = post('/console/shop/decide', {
  access: { right: 'money.refund' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    take: Flag,
    percent: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 0),
    note: Line(200),
  }),
  output: z.object({ amount: Fen }),
  refusals: ['return_decided', 'return_not_whole', 'return_not_paid', 'return_too_many', 'return_closed'],
  description:
    'Accepts or refuses a return. If it is accepted, the money goes back by the channel of the payment, without ' +
    'the kept per cent. The buyer gets a message with the note.',
})
