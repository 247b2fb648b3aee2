import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Flag, Int, Key, Line, Page, RaceId, Search, Time, Id } from '#contract/scalars.ts'
import { RefundPolicy, refundCauses } from '#features/races/refund.contract.ts'
import { Can, paymentMethods, refundStates } from '#features/registrations/contract.ts'

const Method = z.nullable(z.enum(paymentMethods))
/**
 * One tier, with its rule as a sentence. In a call about one registration, `amount` is the part that comes back within
 * the tier.
 */
export const TierShown = z.object({
  from: z.nullable(Time),
  until: Time,
  percent: z.number(),
  fixed: Fen,
  says: z.string(),
  amount: z.nullable(Fen),
  now: z.boolean(),
})
export type TierShown = z.output<typeof TierShown>
const Reason = z.object({ value: z.enum(refundCauses), label: z.string() })

/** The outcome that leaving the race at this moment would have. */
export const RefundRule = z.object({
  _key: z.string(),
  raceid: z.number(),
  eventid: z.number(),
  can: Can,
  /**
   * `share` is the payment for this registration. The next fields are the amount that staff have given back, the kept
   * part, and the part that comes back.
   */
  share: Fen,
  back: Fen,
  kept: Fen,
  amount: Fen,
  /** Today's rule as a sentence. `until` is the end of its time. */
  says: z.string(),
  until: z.nullable(Time),
  next: z.nullable(z.object({ from: Time, says: z.string(), amount: Fen })),
  tiers: z.array(TierShown),
  reasons: z.array(Reason),
  /**
   * A higher amount comes back when the next runner in line has paid. If nobody has paid by `falls_at`, the amount is
   * `fallback`.
   */
  successor: z.nullable(z.object({ amount: Fen, falls_at: Time, fallback: Fen, waiting: z.number() })),
  method: Method,
  /** True if the payment is too old for its channel or was made at the desk, so the organisers refund it by hand. */
  manual: z.boolean(),
  /** The race's notice about refunds in cash; null if the race has no notice. */
  cash: z.nullable(z.string()),
  /** True if the caller owns the registration. */
  mine: z.boolean(),
  /** True if leaving excludes the runner from the race for good. Otherwise the document may sign up again. */
  loses: z.boolean(),
  /** True if the runner has applied already. The page then shows the course of the refund. */
  applied: z.boolean(),
})
export type RefundRule = z.output<typeof RefundRule>
export const refundRule = post('/refund/rule', {
  access: 'anyone',
  input: z.object({ id: Key }),
  output: RefundRule,
  refusals: ['registration_not_found'],
  description:
    'The outcome of leaving a race at this moment: the amount that comes back, its rule as a sentence, the beginning of the next tier, and the reasons to choose from. If the runner cannot leave, the answer has the reason. Like the status, it is open to every holder of the key.',
})

export const RefundRules = z.object({
  zone: z.string(),
  items: z.array(
    z.object({
      eventid: z.number(),
      event: z.string(),
      exit: z.boolean(),
      deadline: z.nullable(Time),
      tiers: z.array(TierShown),
      successor: z.nullable(z.string()),
      cash: z.nullable(z.string()),
    }),
  ),
})
export type RefundRules = z.output<typeof RefundRules>
export const refundRules = post('/refund/rules', {
  access: 'anyone',
  shared: 10,
  input: z.object({ raceid: RaceId, eventid: z.optional(Int) }),
  output: RefundRules,
  description:
    'Returns the rules by which a race gives money back, by event. Each event has its tiers with their days and kept parts, its last moment for leaving, and its rule for a place that the next in line takes.',
})

/**
 * A refund with its steps (docs/behaviour/refunds.md, Course of a refund). `created_at` is the time of the request, and
 * `next_at` is one week after `refund_at`.
 */
export const Refund = z.object({
  id: z.number(),
  _key: z.string(),
  raceid: z.number(),
  race: z.string(),
  event: z.string(),
  name: z.string(),
  zone: z.string(),
  amount: Fen,
  currency: z.string(),
  share: Fen,
  state: z.enum(refundStates),
  by_hand: z.boolean(),
  /** A sentence that tells the last step of the refund and the next step. */
  says: z.string(),
  /** The rule that gave the amount. */
  rule: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: Time,
  refund_at: z.nullable(Time),
  next_at: z.nullable(Time),
  /** The date by which the money should be in the account. */
  arrives_by: z.nullable(Time),
  falls_at: z.nullable(Time),
  fallback: z.nullable(Fen),
  meta: z.object({ payment: Method }),
})
export type Refund = z.output<typeof Refund>

export const refundCreate = post('/refund/create', {
  access: 'runner',
  input: z.object({
    id: Key,
    idnum: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    reason: z.enum(refundCauses),
    /**
     * The amount that the page showed. If the amount has changed by the time of the call, the server refuses the call.
     */
    amount: z.optional(Amount),
  }),
  output: Refund,
  refusals: ['registration_not_found', 'idnum_inconsistent', 'already_applied', 'refund_closed', 'refund_changed'],
  description:
    "Leaves a paid registration and asks for its refund. From this moment the qualification for the whole race is lost, the place is free, and the document cannot sign up again. The ID number must be the registration's.",
})
export const refundShow = post('/refund/show', {
  access: 'anyone',
  input: z.object({ raceid: z.optional(RaceId), id: z.string().check(z.trim(), z.maxLength(60)) }),
  output: Refund,
  refusals: ['registration_not_found', 'refund_not_found'],
  description:
    "A registration's refund: amount, apply date, refund date, a date one week later, channel, and its steps as sentences. Found by the registration's key, or by its number for the registrant.",
})
export const refundQuery = post('/refund/query', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId), ...Page }),
  output: z.object({ items: z.array(Refund), after: z.nullable(z.string()) }),
  description: "The account's refunds, newest first, of one race or of all, with the parts that staff gave back.",
})

export const listStates = [...refundStates, 'by_hand'] as const
/**
 * A refund as staff see it. A refund without a `registration` is for returned goods or for an extra payment, which paid
 * for nothing. Its order then has `buyers` and a `subject`. `requested` names who asked for it: the runner, staff or a
 * review. For staff who may not read registrations, the registrant's name is empty.
 */
export const RefundLine = z.object({
  id: z.number(),
  orderid: z.number(),
  refundno: z.string(),
  amount: Fen,
  currency: z.string(),
  reason: z.string(),
  state: z.enum(refundStates),
  payment: z.string(),
  failure: z.nullable(z.string()),
  came_back: Fen,
  created_at: Time,
  refund_at: z.nullable(Time),
  registration: z.nullable(z.object({ id: z.number(), name: z.string(), event: z.string() })),
  /** The names of the buyers. The list is empty for staff who may not read registrations. */
  buyers: z.array(z.string()),
  /** The text of the order, as its payer read it. */
  subject: z.string(),
  requested: z.nullable(
    z.object({
      kind: z.enum(['exit', 'partial', 'auditfail']),
      cause: z.string(),
      note: z.string(),
      staff: z.nullable(z.string()),
      share: Fen,
      falls_at: z.nullable(Time),
      fallback: z.nullable(Fen),
      successorid: z.nullable(z.number()),
    }),
  ),
  hand: z.nullable(z.object({ at: Time, by: z.string(), reference: z.string(), fee: Fen })),
  /** The actions that staff may take on the refund. */
  can: z.object({ hand: z.boolean(), again: z.boolean() }),
  hand_fee: Fen,
})
export type RefundLine = z.output<typeof RefundLine>
export const consoleRefundsList = post('/console/refunds/list', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId, state: z.optional(z.enum(listStates)), q: z._default(Search, ''), ...Page }),
  output: z.object({
    zone: z.string(),
    items: z.array(RefundLine),
    after: z.nullable(z.string()),
    totals: z.nullable(
      z.object({
        waiting: z.number(),
        under_way: z.number(),
        failed: z.number(),
        done: z.number(),
        by_hand: z.number(),
        back: Fen,
      }),
    ),
  }),
  refusals: ['race_not_found'],
  description:
    "Lists a race's refunds, by state, number, or any part of a registrant's name. Only staff who may read " +
    'registrations find and see names. Refunds that need a person (`failed`) come first, and the newest come first ' +
    'in each part.',
})
export const RefundPolicies = z.object({
  zone: z.string(),
  /** A race without rules of its own gives everything back until this moment, at the latest until its start. */
  refund_until: z.nullable(Time),
  starts_at: Time,
  /** The rules by event. Event 0 is the race itself. */
  items: z.array(
    z.object({
      eventid: z.number(),
      name: z.string(),
      waitlist: z.boolean(),
      policy: z.nullable(RefundPolicy),
      tiers: z.array(TierShown),
    }),
  ),
})
export type RefundPolicies = z.output<typeof RefundPolicies>
export const consoleRefundsRules = post('/console/refunds/rules', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId }),
  output: RefundPolicies,
  refusals: ['race_not_found'],
  description: 'The refund rules of a race, and the rules of each event that has its own.',
})
export const consoleRefundsSave = post('/console/refunds/save', {
  access: { right: 'money.refund' },
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    /** The new rules. Without this field the server removes the rules. */ policy: z.optional(RefundPolicy),
  }),
  output: RefundPolicies,
  refusals: ['race_not_found', 'event_not_found'],
  description:
    'Writes the refund rules of a race (event 0) or of one event, or removes them. A runner who has applied already keeps the amount by the former rules.',
})
export const consoleRefundsMake = post('/console/refunds/make', {
  access: { right: 'money.refund' },
  input: z.object({
    raceid: RaceId,
    id: Id,
    amount: Amount,
    /**
     * True if the call takes the registration out of the race, even if the race's rules do not allow that.
     */ exit: z._default(Flag, false),
    reason: Line(200),
  }),
  output: RefundLine,
  refusals: ['registration_not_found', 'already_applied', 'refund_too_much', 'refund_nothing', 'refund_not_paid'],
  description:
    'Gives back a part of the payment for a registration that stays in the race. With `exit` it takes the registration out of the race instead, with an amount that staff decide. The log keeps the reason.',
})
export const consoleRefundsHand = post('/console/refunds/hand', {
  access: { right: 'money.refund' },
  input: z.object({
    raceid: RaceId,
    id: Id,
    reference: Line(120),
    fee: z._default(Amount, 0),
    /** True if the caller pays in cash, with money that the caller took at the desk. */
    cash: z._default(Flag, false),
  }),
  output: RefundLine,
  refusals: ['refund_not_found', 'refund_not_failed', 'refund_fee_too_much', 'refund_not_cash'],
  description:
    'Records that staff paid a refund by hand because its channel could not make it. The record has who, when and a reference. The ledger balances, and the runner gets a message.',
})
export const consoleRefundsRetry = post('/console/refunds/retry', {
  access: { right: 'money.refund' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: RefundLine,
  refusals: ['refund_not_found', 'refund_not_failed'],
  description: 'Sends a failed refund to its channel once more, under the same number.',
})

export const consoleRefundsCancel = post('/console/refunds/cancel', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.coerce.number().check(z.int(), z.minimum(1)),
    /**
     * The amount that goes back. `rules` means the amount that the refund rules give today. An amount above 0 needs the
     * right `money.refund`.
     */
    refund: z._default(z.enum(['rules', 'all', 'none']), 'none'),
    reason: Line(200),
  }),
  output: z.object({ id: z.number(), back: Fen }),
  refusals: ['registration_not_found', 'not_cancellable', 'paid_meanwhile', 'gateway_down', 'no_refund_right'],
  description:
    'Cancels a registration for staff, who give a reason. A paid registration leaves the race with the chosen part of its fee. An unpaid one ends and its order is closed. The runner gets a message.',
})
