import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Int, Key, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { LINES_MOST, LINE_MOST, whyNotSold } from './fill.rules.ts'

export const itemStates = ['open', 'paid', 'closed', 'ended'] as const
/** A line of an order for goods. */
export const SoldLine = z.object({
  id: z.number(),
  _key: z.string(),
  room: z.string(),
  goods: z.string(),
  variant: z.string(),
  slot: z.string(),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  n: z.number(),
  amount: Fen,
  returned: z.number(),
  back: Fen,
  state: z.enum(itemStates),
  order_key: z.string(),
  /** True if the order belongs to a sign-up. The runner then pays the goods and the entry together. */
  signup: z.boolean(),
  tradeno: z.string(),
  pay_end: Time,
  created_at: Time,
  paid_at: z.nullable(Time),
})
export type SoldLine = z.output<typeof SoldLine>
/** The pieces of one line that the buyer gives back. `id` is the key of the line. */
const GivenReturn = z.object({ id: Key, pieces: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)) })
const returnRefusals = [
  'goods_order_unknown',
  'return_not_whole',
  'return_not_paid',
  'return_too_many',
  'return_closed',
] as const

export const salesSignup = post('/sales/signup', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        room: z.string(),
        name: z.string(),
        about: z.string(),
        /** A path under /files/. */
        picture: z.nullable(z.string()),
        /** The events whose sign-up offers the kind. Empty: every event. */
        events: z.array(z.number()),
        most_each: z.nullable(z.number()),
        variants: z.array(z.object({ variantid: z.number(), name: z.string(), price: Fen, free: z.number() })),
      }),
    ),
    /** The places of pick-up. The race does not send the goods of a sign-up by post. */
    places: z.array(z.object({ id: z.string(), name: z.string(), when: z.string() })),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the goods and deposits that the sign-up of a published race offers, with free pieces. /registration/save ' +
    'and /registration/friends take them as `goods`, under one order.',
})
export type SignupOffer = z.output<typeof salesSignup.output>
export const salesMine = post('/sales/mine', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(SoldLine) }),
  description: 'Lists the things that the account bought in a race beside its entries, the newest order first.',
})
export const salesPay = post('/sales/pay', {
  access: 'runner',
  input: registrationPay.input,
  output: registrationPay.output,
  refusals: ['goods_order_unknown', 'not_payable', 'payment_unavailable', 'gateway_down'],
  description:
    "Starts the payment of one's own order for goods, by the key of the order. Without `payment` it returns the " +
    'state. It works like /registration/pay.',
})
export const salesCheck = post('/sales/check', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    room: z.string().check(z.regex(/^[a-z]{1,20}$/)),
    lines: z
      .array(
        z.object({
          variantid: Int,
          slot: z._default(z.string().check(z.maxLength(40)), ''),
          n: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LINE_MOST)),
        }),
      )
      .check(z.minLength(1), z.maxLength(LINES_MOST)),
  }),
  output: z.object({ amount: Fen }),
  refusals: whyNotSold,
  description:
    'Tells the price of an order for goods, or why it would be refused at this moment. It holds nothing: the order ' +
    'itself decides.',
})
export const salesOffer = post('/sales/offer', {
  access: 'runner',
  input: z.object({ id: Key, lines: z.array(GivenReturn).check(z.minLength(1), z.maxLength(100)) }),
  output: z.object({ amount: Fen, kept: Fen }),
  refusals: returnRefusals,
  description: 'Tells the amount that would go back for pieces of an order at this moment. It changes nothing.',
})
export const salesReturn = post('/sales/return', {
  access: 'runner',
  input: z.object({
    id: Key,
    lines: z.array(GivenReturn).check(z.minLength(1), z.maxLength(100)),
    amount: z.optional(Amount),
  }),
  output: z.object({ amount: Fen }),
  refusals: [...returnRefusals, 'return_changed'],
  description:
    "Gives pieces of one's own paid order back. The stock is free at once. The money goes back as the rule of the " +
    'kind says, by the channel of the payment. `amount` is the amount that the page showed.',
})

export const consoleSalesList = post('/console/sales/list', {
  access: { right: 'money.read' },
  input: z.object({
    raceid: RaceId,
    room: z.string().check(z.regex(/^[a-z]{1,20}$/)),
    goodsid: z.optional(Int),
    state: z.optional(z.enum(itemStates)),
    tradeno: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    ...Page,
  }),
  output: z.object({ items: z.array(SoldLine), after: z.nullable(z.string()) }),
  description: 'Lists the sold lines of one selling room of a race, the newest first.',
})
export const consoleSalesReturn = post('/console/sales/return', {
  access: { right: 'money.refund' },
  input: z.object({
    raceid: RaceId,
    id: Key,
    lines: z.array(GivenReturn).check(z.minLength(1), z.maxLength(100)),
    /** The part of the price that the race keeps, in per cent. */
    percent: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 0),
    reason: Line(200),
  }),
  output: z.object({ amount: Fen }),
  refusals: [...returnRefusals],
  description:
    "Takes pieces of a buyer's order back for staff, at any time. Staff decide the kept per cent. The log names the " +
    'reason.',
})
