import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Day, Fen, Flag, Int, Line, Page, Time } from '#contract/scalars.ts'

export const channels = ['wechat', 'alipay', 'paypal', 'cmb'] as const
export type ReconciledChannel = (typeof channels)[number]
/** Channels whose fee is only a rate. PayPal is not among them, because it adds a fixed part to each payment. */
export const ratedChannels = ['wechat', 'alipay', 'cmb'] as const
export type RatedChannel = (typeof ratedChannels)[number]
/**
 * The states of a day of a channel. `not_ready` means that the channel has no statement of that day yet, so the job
 * asks the channel again.
 */
export const reconciliationDayStates = ['under_way', 'even', 'differs', 'not_ready', 'failed'] as const
export type DayState = (typeof reconciliationDayStates)[number]

/**
 * The kinds of differences between a statement and our books. `missing_here`: a payment that is paid only in the
 * statement. `missing_there`: a payment that is paid only in our books. `unknown_number`: a payment with a number that
 * is not ours. `reversed`: a payment that the channel took back. `refund_…`: the same for refunds. A refund with a
 * number that is not ours is `refund_missing_here`. `refund_state`: a refund that only one side has completed. `fee`: a
 * fee at another rate than the agreed rate. `doubled`: a payment that two lines report. `totals`: sums of the statement
 * that are not the sums of its lines. `malformed`: an unreadable line.
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

/** The reasons why a line can be unreadable. A difference of the kind `malformed` has its reason in `theirs`. */
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
 * A day of a channel. Amounts are in fen, or in cents of `currency`, which is null if there are several currencies.
 * `fees` is in thousandths of a fen or cent, as channels count. `open` is the number of differences that nobody has
 * settled. `unlisted` is the number of open differences that are not kept one by one.
 */
export const Reconciled = z.object({
  gateway: z.enum(channels),
  day: Day,
  state: z.enum(reconciliationDayStates),
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
     * The channels that give us statements. Each has the agreed fee in millionths, and the last day whose statement
     * should be ready. If the agreed fee is null, the fee in the statement counts.
     */
    channels: z.array(
      z.object({ gateway: z.enum(channels), pretend: z.boolean(), rate: z.nullable(z.number()), last: Day }),
    ),
    items: z.array(Reconciled),
    after: z.nullable(z.string()),
  }),
  description:
    'Days of the channels, newest first, each with the content of its statement and the number of open differences. For staff of all races: all races share a merchant account.',
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
    "One day of a channel with its differences in the statement's order. `settled` shows settled differences instead of open ones. `runs` is the outcome of the day's last comparisons, newest first.",
})
export const consoleReconciliationsRun = post('/console/reconciliations/run', {
  access: right,
  input: z.object(one),
  output: z.object({ queued: z.boolean() }),
  refusals: ['no_statements', 'day_not_over'],
  description:
    "Fetches a day's statement and compares it, also where it was compared before. Differences that staff settled stay settled. The list shows the result once the comparison has ended.",
})
export const consoleReconciliationsUpload = upload('/console/reconciliations/upload', {
  access: right,
  input: z.object({
    ...one,
    /** True if the call compares the file and writes nothing. */
    preview: z._default(Flag, false),
  }),
  output: z.object({
    lines: z.number(),
    matched: z.number(),
    received: Fen,
    refunded: Fen,
    /** The fees of the file, in thousandths of a fen or cent. */
    fees: z.number(),
    currency: z.nullable(z.string()),
    differences: z.array(z.object({ kind: z.enum(differenceKinds), count: z.number() })),
  }),
  refusals: ['no_statements', 'day_not_over', 'statement_wrong', 'statement_busy'],
  description:
    'Reads a statement as the channel publishes it, also packed, and compares it with our books. With `preview` it ' +
    'only tells the differences. Without it the day is compared by this file, as by a fetched statement.',
})
export const consoleReconciliationsSettle = post('/console/reconciliations/settle', {
  access: right,
  input: z.object({ ...one, id: Int, note: Note }),
  output: z.object({ open: z.number() }),
  refusals: ['difference_none', 'difference_settled'],
  description:
    'Marks a difference as settled, with a note that says how. The log keeps the note. The books do not change.',
})
export const consoleReconciliationsRate = post('/console/reconciliations/rate', {
  access: right,
  input: z.object({
    gateway: z.enum(ratedChannels),
    rate: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000))),
  }),
  output: z.object({ rate: z.nullable(z.number()) }),
  description:
    "Sets the fee agreed upon with a channel, in millionths of a payment. Without `rate` the statement's own fee counts. PayPal is excluded, because its fee is more than a rate.",
})
