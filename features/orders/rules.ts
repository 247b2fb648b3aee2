import type { Selectable } from 'kysely'
import { raceInBase36 } from '#contract/key.ts'
import { keyFrom } from '#contract/scalars.ts'
import type { Orders } from '#db/schema.ts'

export type OrderRow = Selectable<Orders>
/** The columns of a new order that the calling room gets. */
export type OpenedOrder = Pick<OrderRow, 'id' | '_key' | 'tradeno' | 'amount' | 'pay_end'> & { state: 'open' | 'paid' }
/** An open order whose time to pay ends soon. */
export type OrderToRemind = Pick<OrderRow, 'raceid' | 'id' | 'created_at' | 'pay_end'>

/** The minutes after which an unpaid order is cancelled (docs/behaviour/payment.md, Time to pay). */
export const PAY_MINUTES = 60

/**
 * Returns the end of the time to pay: `minutes` after `now`. `minutes` is the setting of the event, or else of the
 * race, or else 60. The time to pay never ends after `last`, which is the end of payments in the event.
 */
export const payEndFor = (now: Date, minutes: number | null | undefined, last: Date | null | undefined): Date => {
  const end = new Date(now.getTime() + (minutes ?? PAY_MINUTES) * 60_000)
  return last && last < end ? last : end
}

/**
 * Makes our number for an order at a gateway: its race in base 36, then 16 random characters. A payment of the order
 * adds its own number (`tryNumber`). Both together stay within the 32 characters that gateways allow.
 */
export const tradenoFrom = (raceid: number, random: Uint8Array): string =>
  keyFrom(raceid, random).slice(0, raceid.toString(36).length + 17)
export const tryNumber = (tradeno: string, nth: number): string => `${tradeno}-${nth}`

/** Reads the race from a number at a gateway; undefined if the number is not ours. */
export const raceOfTradeno = (tradeno: string): number | undefined => {
  const found = /^([0-9a-z]{1,6})-[1-9A-HJ-NP-Za-km-z]{16}(-\d{1,3})?$/.exec(tradeno)
  return found ? raceInBase36(found[1]!) : undefined
}

/** The accounts of the ledger. docs/money.md explains each account. A posting moves fen to `debit` from `credit`. */
export type LedgerAccount =
  | 'receivable'
  | 'sales'
  | 'free'
  | 'late_money'
  | 'refund_due'
  | 'by_hand'
  | 'hand_fee'
  | 'refund_excess'
  | 'exchange'
  | `gateway:${string}`
export type LedgerEvent =
  | 'order_opened'
  | 'order_paid'
  | 'order_closed'
  | 'late_money'
  | 'refund_asked'
  | 'refund_done'
  | 'refund_by_hand'
  | 'refund_excess'
export type Posting = {
  event: LedgerEvent
  debit: LedgerAccount
  credit: LedgerAccount
  amount: number
  currency: string
  paymentid?: number
  refundid?: number
}

type Money = { amount: number; currency: string }

export const postings = {
  opened: (amount: number, currency: string): Posting => ({
    event: 'order_opened',
    debit: 'receivable',
    credit: 'sales',
    amount,
    currency,
  }),
  /**
   * Settles an order with the amount that the channel took. If the channel took another currency, the account
   * `exchange` balances both amounts, each in its own currency.
   */
  paid: (gateway: string, order: Money, came: Money, paymentid: number): Posting[] =>
    came.currency === order.currency
      ? [
          {
            event: 'order_paid',
            debit: `gateway:${gateway}`,
            credit: 'receivable',
            amount: order.amount,
            currency: order.currency,
            paymentid,
          },
        ]
      : [
          {
            event: 'order_paid',
            debit: 'exchange',
            credit: 'receivable',
            amount: order.amount,
            currency: order.currency,
            paymentid,
          },
          {
            event: 'order_paid',
            debit: `gateway:${gateway}`,
            credit: 'exchange',
            amount: came.amount,
            currency: came.currency,
            paymentid,
          },
        ],
  /** Settles an order that costs nothing, without a payment. */
  free: (currency: string): Posting => ({
    event: 'order_paid',
    debit: 'free',
    credit: 'receivable',
    amount: 0,
    currency,
  }),
  closed: (amount: number, currency: string): Posting => ({
    event: 'order_closed',
    debit: 'sales',
    credit: 'receivable',
    amount,
    currency,
  }),
  late: (gateway: string, amount: number, currency: string, paymentid: number): Posting => ({
    event: 'late_money',
    debit: `gateway:${gateway}`,
    credit: 'late_money',
    amount,
    currency,
    paymentid,
  }),
  /**
   * Posts a refund of an order that was paid in another currency. `order` is the refunded part in the order's currency,
   * and `back` is the same part in the currency that was received.
   */
  refundAskedForeign: (order: Money, back: Money, refundid: number): Posting[] => [
    {
      event: 'refund_asked',
      debit: 'sales',
      credit: 'exchange',
      amount: order.amount,
      currency: order.currency,
      refundid,
    },
    {
      event: 'refund_asked',
      debit: 'exchange',
      credit: 'refund_due',
      amount: back.amount,
      currency: back.currency,
      refundid,
    },
  ],
  refundAsked: (from: 'sales' | 'late_money', amount: number, currency: string, refundid: number): Posting => ({
    event: 'refund_asked',
    debit: from,
    credit: 'refund_due',
    amount,
    currency,
    refundid,
  }),
  /**
   * Posts `came` fen that a channel refunded. `due` fen of the refund were still open. The channel owes us the part
   * above `due`.
   */
  refundCame: (
    gateway: string,
    { due, came }: { due: number; came: number },
    currency: string,
    refundid: number,
  ): Posting[] => {
    const settled = Math.min(due, came)
    const row = (event: LedgerEvent, debit: LedgerAccount, amount: number): Posting[] =>
      amount > 0 ? [{ event, debit, credit: `gateway:${gateway}`, amount, currency, refundid }] : []
    return [...row('refund_done', 'refund_due', settled), ...row('refund_excess', 'refund_excess', came - settled)]
  },
  /** Posts a refund that staff paid by hand. Its open part is split into the fee for the transfer and the rest. */
  refundByHand: (amount: number, fee: number, currency: string, refundid: number): Posting[] => [
    { event: 'refund_by_hand', debit: 'refund_due', credit: 'by_hand', amount: amount - fee, currency, refundid },
    ...(fee > 0
      ? [
          {
            event: 'refund_by_hand' as const,
            debit: 'refund_due' as const,
            credit: 'hand_fee' as const,
            amount: fee,
            currency,
            refundid,
          },
        ]
      : []),
  ],
}
