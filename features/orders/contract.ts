import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { ShownItem } from './items.contract.ts'
import { paidFors } from './paidFor.rules.ts'

export const orderStates = ['open', 'paid', 'closed'] as const
export type OrderState = (typeof orderStates)[number]
export const closeReasons = ['expired', 'deleted', 'cancelled'] as const
export type CloseReason = (typeof closeReasons)[number]
/** The ways of payment (docs/behaviour/payment.md, Time to pay). */
export const payments = ['wechat', 'alipay', 'paypal', 'invite', 'cmb', 'desk'] as const
export type Payment = (typeof payments)[number]

/** One line of the console's list of orders. */
export const OrderLine = z.object({
  id: z.number(),
  tradeno: z.string(),
  /**
   * The events of the order's registrations in the reader's language. An order without registrations has the text that
   * the payer read.
   */
  subject: z.string(),
  /** The registrations of the order, sorted by id. The list is empty for staff who may not read registrations. */
  registrations: z.array(
    z.object({ id: z.number(), name: z.string(), event: z.string(), bib: z.nullable(z.string()) }),
  ),
  /**
   * The names of the buyers of an order without registrations: the runners of its account in this race, the guests of
   * a stay, the holders of tickets, or else the name of the account. The list is empty for staff who may not read
   * registrations.
   */
  buyers: z.array(z.string()),
  room: z.string(),
  /** The things that the order pays for. With `other` the text of the order names them. */
  paid_for: z.enum(paidFors),
  state: z.enum(orderStates),
  close_reason: z.nullable(z.enum(closeReasons)),
  payment: z.nullable(z.enum(payments)),
  amount: Fen,
  refunded: Fen,
  pay_end: Time,
  pay_at: z.nullable(Time),
  created_at: Time,
  balanced: z.boolean(),
})
export type OrderLine = z.output<typeof OrderLine>

/** The line of the channel's statement of a day. It is known when staff have reconciled that day. */
const statementLine = { statement_day: z.nullable(Day), statement_line: z.nullable(z.number()) }
/** An order with its payments, refunds and ledger rows. */
export const OrderStory = z.object({
  order: z.extend(OrderLine, { fee: Fen, discount: Fen, currency: z.string(), closed_at: z.nullable(Time) }),
  /** The items of the order; null if the order has no stored items, such as an old order. */
  items: z.nullable(z.array(ShownItem)),
  payments: z.array(
    z.object({
      id: z.number(),
      gateway: z.string(),
      way: z.string(),
      tradeno: z.string(),
      state: z.string(),
      amount: Fen,
      gateway_number: z.nullable(z.string()),
      paid_amount: z.nullable(Fen),
      paid_currency: z.nullable(z.string()),
      paid_at: z.nullable(Time),
      refunded: Fen,
      created_at: Time,
      /** The receipt's number, if staff took the money at a desk. */
      receipt: z.nullable(z.number()),
      ...statementLine,
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.number(),
      refundno: z.string(),
      amount: Fen,
      currency: z.string(),
      reason: z.string(),
      state: z.string(),
      failure: z.nullable(z.string()),
      tries: z.number(),
      created_at: Time,
      refund_at: z.nullable(Time),
      ...statementLine,
    }),
  ),
  ledger: z.array(
    z.object({
      id: z.number(),
      at: Time,
      event: z.string(),
      debit: z.string(),
      credit: z.string(),
      amount: Fen,
      currency: z.string(),
    }),
  ),
})
export type OrderStory = z.output<typeof OrderStory>

/** The ways to sort the list, by the moment at which an order was opened. */
export const orderSorts = ['newest', 'oldest'] as const
export const consoleOrdersList = post('/console/orders/list', {
  access: { right: 'money.read' },
  input: z.object({
    raceid: RaceId,
    state: z.optional(z.enum([...orderStates, 'unbalanced'])),
    q: z._default(Search, ''),
    sort: z._default(z.enum(orderSorts), 'newest'),
    ...Page,
  }),
  output: z.object({
    items: z.array(OrderLine),
    after: z.nullable(z.string()),
    totals: z.nullable(
      z.object({
        open: z.number(),
        paid: z.number(),
        closed: z.number(),
        received: Fen,
        refunded: Fen,
        unbalanced: z.number(),
      }),
    ),
  }),
  description:
    "Lists a race's orders, the newest first, by state, number, or any part of a person's name. Only staff who may " +
    'read registrations find and see names. `unbalanced` lists orders whose ledger contradicts their state. The first ' +
    "page has `totals` over all of the race's orders.",
})
export const consoleOrdersShow = post('/console/orders/show', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId, id: z.coerce.number().check(z.int(), z.minimum(1)) }),
  output: OrderStory,
  refusals: ['order_unknown'],
  description: 'Shows one order with its payments, refunds and ledger rows.',
})
