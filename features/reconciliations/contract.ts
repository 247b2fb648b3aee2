import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Flag, Int, Line, Page, Time } from '#contract/scalars.ts'

export const channels = ['wechat', 'alipay', 'paypal', 'cmb'] as const
export type ReconciledChannel = (typeof channels)[number]
/** Channels whose fee is a rate alone: PayPal adds a fixed part to each payment. */
export const ratedChannels = ['wechat', 'alipay', 'cmb'] as const
export type RatedChannel = (typeof ratedChannels)[number]
/** `not_ready`: the channel has no statement of that day yet. The job asks again. */
export const dayStates = ['under_way', 'even', 'differs', 'not_ready', 'failed'] as const
export type DayState = (typeof dayStates)[number]

/**
 * The kinds of differences. `missing_here`: paid there, not paid here; `missing_there`: paid here, not in the
 * statement; `unknown_number`: no number of ours; `reversed`: paid here, taken back there; `refund_…`: the same for
 * refunds; `refund_state`: done on one side only; `fee`: not the agreed rate; `doubled`: reported twice; `totals`: the
 * statement's own sums are not those of its lines; `malformed`: an unreadable line.
 */
export const differenceKinds = [
  'missing_here',
  'missing_there',
  'unknown_number',
  'amount',
  'currency',
  'number',
  'reversed',
  'refund_missing_here',
  'refund_missing_there',
  'refund_amount',
  'refund_currency',
  'refund_state',
  'fee',
  'doubled',
  'totals',
  'malformed',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** The reason why a line is unreadable (`theirs` of the kind `malformed`). */
export const malformedKinds = [
  'columns',
  'time',
  'amount',
  'number',
  'kind',
  'merchant',
  'too_long',
  'no_header',
  'no_end',
] as const
export const malformedAs = (said: string | null) => malformedKinds.find((one) => one === said)

/**
 * Fen, or cents of `currency` (null: of several); `fees` in thousandths of them, as channels count. `open`: differences
 * that nobody has settled, with `unlisted` of them beyond those that are kept one by one.
 */
export const Reconciled = z.object({
  gateway: z.enum(channels),
  day: Day,
  state: z.enum(dayStates),
  source: z.enum(['fetched', 'file', 'none']),
  failure: z.nullable(z.string()),
  lines: z.number(),
  matched: z.number(),
  payments: z.number(),
  received: Fen,
  refunds: z.number(),
  refunded: Fen,
  fees: z.number(),
  differences: z.number(),
  open: z.number(),
  unlisted: z.number(),
  currency: z.nullable(z.string()),
  started_at: Time,
  finished_at: z.nullable(Time),
})
export type Reconciled = z.output<typeof Reconciled>

export const Difference = z.object({
  id: z.number(),
  kind: z.enum(differenceKinds),
  line: z.nullable(z.number()),
  tradeno: z.nullable(z.string()),
  refundno: z.nullable(z.string()),
  number: z.nullable(z.string()),
  raceid: z.nullable(z.number()),
  orderid: z.nullable(z.number()),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  settled_at: z.nullable(Time),
  by_asking: z.boolean(),
  staff: z.nullable(z.string()),
  note: z.nullable(z.string()),
  found_at: Time,
})
export type Difference = z.output<typeof Difference>

/** The outcome of one comparison of a day. */
export const ReconciliationRun = z.object({
  source: z.enum(['fetched', 'file', 'none']),
  state: z.enum(['even', 'differs', 'not_ready', 'failed']),
  failure: z.nullable(z.string()),
  lines: z.number(),
  matched: z.number(),
  differences: z.number(),
  at: Time,
})
export type ReconciliationRun = z.output<typeof ReconciliationRun>

const right = { right: 'money.reconcile', scope: 'platform' } as const
const one = { gateway: z.enum(channels), day: Day }
/** The note of a person who settles a difference. The screen checks it with the same schema. */
export const Note = Line(500)

export const consoleReconciliationsList = post('/console/reconciliations/list', {
  access: right,
  input: z.object({ ...Page }),
  output: z.object({
    /**
     * The channels with statements here, with the agreed fee in millionths (null: the fee of the statement itself) and
     * the last available day.
     */
    channels: z.array(
      z.object({ gateway: z.enum(channels), pretend: z.boolean(), rate: z.nullable(z.number()), last: Day }),
    ),
    items: z.array(Reconciled),
    after: z.nullable(z.string()),
  }),
  description:
    'Days of the channels, newest first, each with what its statement said and how many differences are open. For staff of all races: a merchant account is one for all of them.',
})
export const consoleReconciliationsShow = post('/console/reconciliations/show', {
  access: right,
  input: z.object({ ...one, settled: z._default(Flag, false), ...Page }),
  output: z.object({
    day: Reconciled,
    runs: z.array(ReconciliationRun),
    items: z.array(Difference),
    after: z.nullable(z.string()),
  }),
  refusals: ['reconciliation_none'],
  description:
    "One day of a channel with its differences in the statement's order; `settled` shows those settled instead of those open. `runs`: how its last comparisons ended, newest first.",
})
export const consoleReconciliationsRun = post('/console/reconciliations/run', {
  access: right,
  input: z.object(one),
  output: z.object({ queued: z.boolean() }),
  refusals: ['no_statements', 'day_not_over'],
  description:
    "Has a day's statement fetched and compared, again where it was before; what staff settled stays settled. The result stands in the list when it is there.",
})
export const consoleReconciliationsSettle = post('/console/reconciliations/settle', {
  access: right,
  input: z.object({ ...one, id: Int, note: Note }),
  output: z.object({ open: z.number() }),
  refusals: ['difference_none', 'difference_settled'],
  description: 'Marks a difference as settled, with a note that says how; logged. The books do not change by this.',
})
export const consoleReconciliationsRate = post('/console/reconciliations/rate', {
  access: right,
  input: z.object({
    gateway: z.enum(ratedChannels),
    rate: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  }),
  output: z.object({ rate: z.nullable(z.number()) }),
  description:
    "The fee agreed upon with a channel, in millionths of a payment; without `rate` the statement's own is the measure. Not for PayPal, whose fee is no mere rate.",
})
