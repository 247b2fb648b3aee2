import * as z from 'zod/mini'
import { givenToLookUp, lookupRefusals } from '#features/checks/contract.ts'
import { eventStates } from '#features/events/contract.ts'
import { documentTypes } from '#features/events/form.contract.ts'
import { heldTexts } from '#features/fields/fields.contract.ts'
import { optionalFields } from '#features/fields/lists.rules.ts'
import { priceKinds } from '#features/events/prices.contract.ts'
import { ShownItem } from '#features/orders/items.contract.ts'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Key, Line, Page, RaceId, Time, OptionalTyped } from '#contract/scalars.ts'

export const registrationStates = [
  'normal',
  'draw',
  'undraw',
  'audit',
  'auditfail',
  'wait',
  'waitfail',
  'delay',
] as const
export type RegistrationState = (typeof registrationStates)[number]
/**
 * The payment status, derived from the order (docs/behaviour/states.md, Payment status): 0 unpaid, 1 paid, 2 refunded,
 * and payment closed.
 */
export const paidStates = ['0', '1', '2', 'closed'] as const
export type PaidState = (typeof paidStates)[number]
export const icons = ['success', 'warn', 'info', 'waiting'] as const
export type Icon = (typeof icons)[number]
export const capabilities = ['pay', 'edit', 'mend', 'delete', 'exit', 'delay', 'team', 'again'] as const
export type Capability = (typeof capabilities)[number]
export const paymentMethods = ['wechat', 'alipay', 'paypal', 'invite', 'cmb'] as const

export const Can = z.object({ ok: z.boolean(), why: z.nullable(z.string()) })
/**
 * The status of a registration, in the caller's language. `can` tells for each action whether it is possible, and gives
 * the reason if it is not possible. `title_key` names the message for programs.
 */
export const Status = z.object({
  icon: z.enum(icons),
  title_key: z.string(),
  title: z.string(),
  description: z.string(),
  paid: z.enum(paidStates),
  paid_label: z.string(),
  payable: z.union([z.literal(0), z.literal(1)]),
  pay_label: z.string(),
  /** The status of the fee, null if no money is due. A refund has a status of its own. */
  fee_label: z.nullable(z.string()),
  payment: z.nullable(z.enum(paymentMethods)),
  pay_end: z.nullable(Time),
  chips: z.array(z.object({ tone: z.enum(icons), says: z.string() })),
  shows: z.object({ bib: z.boolean(), wait_pos: z.boolean(), exit: z.boolean(), delete: z.boolean() }),
  can: z.object({ pay: Can, edit: Can, mend: Can, delete: Can, exit: Can, delay: Can, team: Can, again: Can }),
})
export type Status = z.output<typeof Status>

/**
 * An order (docs/behaviour/payment.md, What an order asks for). `_key` is its public key; `state` is open, paid or
 * closed.
 */
export const RegistrationOrder = z.object({
  id: z.number(),
  _key: z.string(),
  state: z.enum(['open', 'paid', 'closed']),
  pay_at: z.nullable(Time),
  refundid: z.number(),
  payment: z.nullable(z.enum(paymentMethods)),
  amount: Fen,
  fee: Fen,
  discount: Fen,
  /** The lines of the order. Null for an order that was made before orders had lines. */
  items: z.nullable(z.array(ShownItem)),
  /**
   * The paid amount for which nobody has requested a refund. An invoice covers this amount. 0 for an order that an
   * invitation paid.
   */
  left: Fen,
  tradeno: z.string(),
  paydata: z.object({ buyer_logon_id: z.nullable(z.string()) }),
  pay_end: z.nullable(Time),
  draw_at: z.nullable(Time),
  created_at: Time,
})

/**
 * The states of a refund. `waiting`: the next in line has not paid yet. `asked`: the refund is ready to go to the
 * channel. `sent`: the channel has it. `failed`: staff must act.
 */
export const refundStates = ['waiting', 'asked', 'sent', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]
/**
 * A refund (docs/behaviour/refunds.md, Course of a refund). `next_at` is one week after the refund. `by_hand` tells
 * that the organisers paid it instead of the channel.
 */
export const RegistrationRefund = z.object({
  id: z.number(),
  amount: Fen,
  currency: z.string(),
  state: z.enum(refundStates),
  by_hand: z.boolean(),
  created_at: Time,
  refund_at: z.nullable(Time),
  next_at: z.nullable(Time),
  meta: z.object({ payment: z.nullable(z.enum(paymentMethods)) }),
})

const text = z.nullable(z.string())
/**
 * A registration with its state (docs/behaviour/states.md, Registration states). Sealed fields are masked, except for
 * the registrant's own account (`mine`). `bib` is null until runners may see it.
 */
export const Registration = z.object({
  _key: z.string(),
  _id: z.string(),
  id: z.number(),
  eventid: z.number(),
  raceid: z.number(),
  mine: z.boolean(),
  name: z.string(),
  gender: z.nullable(z.enum(['male', 'female'])),
  bib: text,
  idtype: z.enum(documentTypes),
  country: z.string(),
  idnum: z.string(),
  birth: z.nullable(Day),
  mobile: text,
  ...heldTexts(optionalFields),
  national: text,
  state: z.enum(registrationStates),
  tag: text,
  description: text,
  wait_pos: z.nullable(z.number()),
  refusemsg: text,
  refundid: z.number(),
  orderid: z.nullable(z.number()),
  pay_at: z.nullable(Time),
  invite: text,
  /** The whole price of the registration: the entry and its add-ons. */
  price: Fen,
  /**
   * The lower price of the event that the registration got. Null: the registration pays the full fee or the price of an
   * invitation.
   */
  price_by: z.nullable(z.object({ kind: z.enum(priceKinds), name: z.string() })),
  /** The add-ons of the registration. */
  addons: z.array(z.object({ id: z.string(), name: z.string(), price: Fen, n: z.number() })),
  /**
   * The price of the whole order, for all people in it. If there is no order yet, it is the price of an order for this
   * registration alone. `fee` is the price before discounts and codes, `discount` is the part that discounts and codes
   * take off, and `amount` is the amount to pay.
   */
  charge: z.object({ fee: Fen, discount: Fen, amount: Fen, items: z.nullable(z.array(ShownItem)) }),
  runnerzone: text,
  window: text,
  prefix_bib: text,
  teamid: z.nullable(z.number()),
  team: z.nullable(z.object({ id: z.number(), name: z.string() })),
  payable: z.union([z.literal(0), z.literal(1)]),
  cashback_at: z.nullable(Time),
  /** The time at which the draw gave the registration its place. */
  drawn_at: z.nullable(Time),
  deleted_at: z.nullable(Time),
  created_at: Time,
  updated_at: Time,
  bindqrcode: text,
  answers: z.record(z.string(), z.string()),
  meta: z.object({
    order: z.nullable(RegistrationOrder),
    event: z.object({
      id: z.number(),
      raceid: z.number(),
      name: z.string(),
      state: z.enum(eventStates),
      price: Fen,
      paystate: z.enum(['open', 'closed']),
      poster_reg: z.nullable(z.number()),
      poster_paid: z.nullable(z.number()),
      pay_end: z.nullable(Time),
      draw_at: z.nullable(Time),
      start_at: z.nullable(Time),
      colour: z.string(),
    }),
  }),
  refund: z.nullable(RegistrationRefund),
  race: z.object({
    id: z.number(),
    name: z.string(),
    city: z.string(),
    province: z.string(),
    time: Time,
    zone: z.string(),
  }),
  status: Status,
})
export type Registration = z.output<typeof Registration>

export const registrationShow = post('/registration/show', {
  access: 'anyone',
  input: z.object({ id: z.string().check(z.trim(), z.maxLength(60)), idnum: OptionalTyped(60) }),
  /** `mini` tells that the race's codes open a real mini-program. */
  /** `moves` tells that the race has a time until which runners may change their event. This time may be over. */
  output: z.extend(Registration, { mini: z.boolean(), moves: z.boolean() }),
  refusals: ['registration_not_found', 'idnum_inconsistent', 'orders_elsewhere'],
  description:
    'A registration by its key. Without a session its values are masked. Code 206 leads to an external order list for a race that a partner sells.',
})

/**
 * The next step of a payment: a QR code to scan, a page to open, parameters for the messaging app, or a form that the
 * browser posts.
 */
export const PaymentNext = z.object({
  way: z.string(),
  code_url: z.nullable(z.string()),
  url: z.nullable(z.string()),
  jsapi: z.nullable(z.record(z.string(), z.string())),
  form: z.nullable(z.object({ action: z.string(), fields: z.record(z.string(), z.string()) })),
})
export const registrationPay = post('/registration/pay', {
  access: 'runner',
  input: z.object({
    id: Key,
    /**
     * The method to pay with. A page that only polls the state sends no method, and the call then starts no payment.
     */
    payment: z.optional(z.enum(paymentMethods)),
    way: z.optional(z.enum(['jsapi', 'h5', 'native', 'wap', 'page', 'card', 'approve'])),
    openid: OptionalTyped(64),
  }),
  output: z.object({
    state: z.enum(['open', 'paid', 'closed']),
    amount: Fen,
    pay_end: z.nullable(Time),
    pay_at: z.nullable(Time),
    payment: z.nullable(z.enum(paymentMethods)),
    /** The methods that the payer can choose on this device. */
    methods: z.array(z.enum(paymentMethods)),
    /**
     * PayPal's price, and the declared number of yuan for one unit of its currency. Null if PayPal is not available.
     */
    paypal: z.nullable(z.object({ currency: z.string(), amount: z.number(), rate: z.number() })),
    /** Payments that could not settle the order, with the state of their return. The newest comes first. */
    returned: z.array(
      z.object({
        amount: z.number(),
        currency: z.string(),
        reason: z.enum(['late', 'doubled', 'amount_differs', 'currency_differs']),
        state: z.enum(['under_way', 'done', 'failed']),
        at: Time,
      }),
    ),
    /** `discount` is the amount that lower prices and codes take off. `fee` is the price before this discount. */
    fee: Fen,
    discount: Fen,
    items: z.nullable(z.array(ShownItem)),
    next: z.nullable(PaymentNext),
  }),
  refusals: ['registration_not_found', 'not_payable', 'payment_unavailable', 'pay_with_code', 'gateway_down'],
  description:
    "Starts the payment of one's own registration. Without a method the call only tells the payment's state. Only a verified notice from the gateway makes the registration paid.",
})

/** One card of the public look-up: event, bib, name and status. A card has no contact data. */
export const RegistrationCard = z.object({
  _key: z.string(),
  raceid: z.number(),
  eventid: z.number(),
  event: z.string(),
  bib: text,
  name: z.string(),
  state: z.enum(registrationStates),
  icon: z.enum(icons),
  status: z.string(),
  paid_label: z.string(),
  /** The status of the fee, null if no money is due. */
  fee_label: text,
  /** True if the registration has a bib or will get a bib. */
  bib_due: z.boolean(),
})
export const registrationQuery = post('/registration/query', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, idnum: Line(60), ...givenToLookUp }),
  output: z.array(RegistrationCard),
  refusals: lookupRefusals,
  description:
    'Registrations of a race by an exact document number, sorted by eventid. The first calls need no check. After misses `picture_needed` names the check for the next try: `work`, `picture`, `fact` (the name or the last four digits of the mobile, in `fact`), `mobile` (the last four digits) or `session`.',
})
export const registrationMy = post('/registration/my', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId), ...Page }),
  output: z.object({ items: z.array(Registration), after: z.nullable(z.string()) }),
  description: "The account's registrations, newest first, of one race or of all.",
})
export const registrationOrders = post('/registration/orders', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId), ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        order: RegistrationOrder,
        race: z.object({ id: z.number(), name: z.string() }),
        registrations: z.array(RegistrationCard),
      }),
    ),
    after: z.nullable(z.string()),
  }),
  description: "The account's orders of registrations, newest first, each with its paid items.",
})
