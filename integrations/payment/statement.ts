/** A payment channel's own statement of a day, read from the file that the channel publishes. */

type Moved = {
  /** The number of the line in the published file, from 1. The page of the order shows this number. */
  line: number
  at: Date
  /** Our number and the channel's number of the payment. */
  tradeno: string
  number: string
  /** The amount in the smallest unit of its currency (fen, cents), never negative. */
  amount: number
  currency: string
  /**
   * The channel's fee in thousandths of a fen or cent, because channels state fees in hundred-thousandths of a yuan. A
   * fee that the channel returns is negative.
   */
  fee?: number | undefined
  /** The rate that the statement itself gives for the fee, in millionths. */
  rate?: number | undefined
}
/**
 * A payment in a statement. `reversed` means that the channel took the payment back. `taken_back` means the same, but
 * the channel reports it in a line of its own.
 */
export type StatedPayment = Moved & { kind: 'payment'; state: 'paid' | 'reversed' | 'taken_back' }
/**
 * A refund in a statement. `refundno` is our number. `refundNumber` is the channel's number, if the channel gives one.
 */
export type StatedRefund = Moved & {
  kind: 'refund'
  refundno: string
  refundNumber?: string | undefined
  state: 'done' | 'under_way' | 'failed'
}
/** The reasons why a line cannot be read. They hold no personal data and nothing of the line's content. */
export const malformations = [
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
export type Malformed = { kind: 'malformed'; line: number; why: (typeof malformations)[number] }
/**
 * The totals at the end of a statement, as far as the channel gives them. `received` and `refunded` are in fen or
 * cents, and `fees` is in thousandths of a fen or cent. The other totals are counts.
 */
export type StatedTotals = {
  kind: 'totals'
  line: number
  count?: number
  payments?: number
  refunds?: number
  received?: number
  refunded?: number
  fees?: number
}
/** The span that the statement itself names. A file that a person brings may cover the day of another time zone. */
export type StatedSpan = { kind: 'span'; from: Date; until: Date }
export type StatementPart = StatedPayment | StatedRefund | Malformed | StatedTotals | StatedSpan

/** A gateway's statements (`Gateway.statement`). */
export type Statements = {
  /** The time zone of the statement's calendar days. */
  zone: string
  /** The hour of the next day from which a day's statement is available. */
  readyHour: number
  /**
   * Writes the day's statement (`2026-11-20`) into `file` as the channel publishes it, and verifies its digest if
   * the channel gives one. `none` means that the channel had nothing to state that day. Throws GatewayDown if the
   * statement is not ready or did not arrive whole, and GatewayRefused if the channel will never give the statement.
   */
  fetch: (day: string, file: string) => Promise<'kept' | 'none'>
  /**
   * Reads the parts of a published file in the order of the file. The file is never whole in memory. Throws
   * StatementUnreadable if the file is no statement.
   */
  read: (file: string) => AsyncIterable<StatementPart>
}

/** The error for a file that is no statement of this channel, or is not whole. */
export class StatementUnreadable extends Error {}
