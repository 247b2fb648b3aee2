/** What a payment channel's own statement of a day is to us, whatever form the channel publishes it in. */

type Moved = {
  /** The line of the published file, from 1: what an order's page names. */
  line: number
  at: Date
  /** Our number of the try, and the channel's number of the payment. */
  tradeno: string
  number: string
  /** Fen, never negative. */
  amount: number
  currency: string
  /**
   * What the channel keeps of it, in thousandths of a fen (channels tell fees in hundred-thousandths of a yuan);
   * negative where it gives some back.
   */
  fee?: number | undefined
  /** The rate that the statement itself gives for the fee, in millionths. */
  rate?: number | undefined
}
/**
 * `reversed`: it was paid and taken back by the channel; `taken_back`: the same, told by a line of its own beside the
 * payment's.
 */
export type StatedPayment = Moved & { kind: 'payment'; state: 'paid' | 'reversed' | 'taken_back' }
/** `refundno` is ours, `refundNumber` the channel's where it gives one. */
export type StatedRefund = Moved & {
  kind: 'refund'
  refundno: string
  refundNumber?: string | undefined
  state: 'done' | 'under_way' | 'failed'
}
/** Why a line could not be read: no personal data and nothing of its content. */
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
/** What the statement says of itself at its end; only what its channel gives. Fen; `fees` in thousandths of a fen. */
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
/** The moments between which it lies by its own word, where a file brought by hand may be of another zone's day. */
export type StatedSpan = { kind: 'span'; from: Date; until: Date }
export type StatementPart = StatedPayment | StatedRefund | Malformed | StatedTotals | StatedSpan

/** A gateway's statements (`Gateway.statement`). */
export type Statements = {
  /** The zone of its calendar days. */
  zone: string
  /** From this hour of the next day on a day's statement can be had. */
  readyHour: number
  /**
   * Writes the day's statement (`2026-11-20`) into `file` as the channel publishes it, its digest verified where the
   * channel gives one. `none`: the channel had nothing to state that day. Throws GatewayDown where it is not ready or
   * did not come whole, GatewayRefused where it never will.
   */
  fetch: (day: string, file: string) => Promise<'kept' | 'none'>
  /**
   * The parts of a published file, fetched or brought by hand, in its order and without ever holding it whole. Throws
   * StatementUnreadable where it is no such file.
   */
  read: (file: string) => AsyncIterable<StatementPart>
}

/** Not a statement of this channel, or not whole. */
export class StatementUnreadable extends Error {}
