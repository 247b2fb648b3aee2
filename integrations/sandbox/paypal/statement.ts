import { decimalOf } from '../../payment/money.ts'
import type { BookedRefund } from '../payment/bookedRefunds.ts'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import type { SandboxMovement } from '../payment/books.ts'
import { inOrder, sum } from '../payment/statementLines.ts'

/** The sandbox PayPal's books as its Transaction Search lists them, and as its Settlement Report prints them. */

/** Returns the fee of a payment, in cents. A refund returns no part of the fee. */
const feeOf = (cents: number): number => Math.round(cents * 0.044) + 30
const signed = (cents: number): string => `${cents < 0 ? '-' : ''}${decimalOf(Math.abs(cents))}`
const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`

/** A transaction as PayPal sees it. `ours` is our number. `reference` is, for a refund, the payment's number. */
type Transaction = {
  when: number
  id: string
  code: 'T0006' | 'T1107'
  cents: number
  currency: string
  status: 'S' | 'V' | 'P'
  ours: string
  reference: string
  fee: number
}
type RefundsOf = (tradeno: string) => readonly Pick<BookedRefund, 'amount' | 'status'>[]
/** Tells whether completed refunds gave the whole payment back. */
const isReversed = (trade: BookedTrade, refundsOf: RefundsOf): boolean =>
  sum(refundsOf(trade.tradeno).map(({ status, amount }) => (status === 'SUCCESS' ? amount : 0))) >= trade.paid_amount!

/**
 * Lists the transactions of a span. A payment has the state `V` if completed refunds gave back its full amount. Each
 * refund has a line of its own.
 */
const transactionsOf = (moved: SandboxMovement, refundsOf: RefundsOf): Transaction[] =>
  inOrder<Transaction>(
    moved,
    'created_at',
    (trade, when) => ({
      when,
      id: trade.number!,
      code: 'T0006',
      cents: trade.paid_amount!,
      currency: trade.paid_currency!,
      status: isReversed(trade, refundsOf) ? 'V' : 'S',
      ours: trade.tradeno,
      reference: '',
      fee: feeOf(trade.paid_amount!),
    }),
    (refund, trade, when) => ({
      when,
      id: refund.number,
      code: 'T1107',
      cents: -refund.amount,
      currency: refund.currency,
      status: refund.status === 'SUCCESS' ? 'S' : 'P',
      ours: refund.refundno,
      reference: trade.number!,
      fee: 0,
    }),
  )

export const paypalEntriesOf = (
  moved: SandboxMovement,
  refundsOf: RefundsOf,
): { transaction_info: Record<string, unknown> }[] =>
  transactionsOf(moved, refundsOf).map(({ when, id, code, cents, currency, status, ours, reference, fee }) => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_initiation_date: stamp(when),
      transaction_updated_date: stamp(when),
      transaction_amount: { currency_code: currency, value: signed(cents) },
      transaction_status: status,
      custom_field: ours,
      invoice_id: ours,
      protection_eligibility: '01',
      ...(fee ? { fee_amount: { currency_code: currency, value: signed(-fee) } } : {}),
      ...(reference ? { paypal_reference_id: reference, paypal_reference_id_type: 'TXN' } : {}),
    },
  }))

const COLUMNS = [
  'CH',
  'Transaction ID',
  'Invoice ID',
  'PayPal Reference ID',
  'PayPal Reference ID Type',
  'Transaction Event Code',
  'Transaction Initiation Date',
  'Transaction Completion Date',
  'Transaction  Debit or Credit',
  'Gross Transaction Amount',
  'Gross Transaction Currency',
  'Fee Debit or Credit',
  'Fee Amount',
  'Fee Currency',
  'Custom Field',
  'Consumer ID',
  'Payment Tracking ID',
  'Store ID',
  'Bank Reference ID',
  'Credit Transactional Fee',
  'Credit Promotional Fee',
  'Credit Term',
]
const slashed = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')} +0000`
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

const rowOf = ({ when, id, code, cents, currency, ours, reference, fee }: Transaction): string =>
  [
    '"SB"',
    quoted(id),
    quoted(ours),
    quoted(reference),
    reference ? '"TXN"' : '""',
    quoted(code),
    slashed(when),
    slashed(when),
    cents < 0 ? '"DR"' : '"CR"',
    Math.abs(cents),
    quoted(currency),
    fee ? '"DR"' : '""',
    fee || '',
    fee ? quoted(currency) : '""',
    quoted(ours),
    '""',
    '""',
    '""',
    '""',
    '',
    '',
    '',
  ].join(',')

/** Returns a report of one file and one section. It lists the payments first, then the completed refunds. */
export const paypalReportOf = (
  merchantid: string,
  [from, until]: readonly [number, number],
  moved: SandboxMovement,
  refundsOf: RefundsOf,
): string => {
  const done = moved.refunds.filter(({ refund }) => refund.status === 'SUCCESS')
  const payments = transactionsOf({ trades: moved.trades, refunds: [] }, refundsOf)
  const rows = [...payments, ...transactionsOf({ trades: [], refunds: done }, refundsOf)].map(rowOf)
  const lines = [
    `"RH",${slashed(until)},"A",${quoted(merchantid)},009,`,
    '"FH",01',
    `"SH",${slashed(from)},${slashed(until - 1000)},${quoted(merchantid)},""`,
    COLUMNS.map(quoted).join(','),
    ...rows,
    `"SC",${rows.length}`,
    `"RC",${rows.length}`,
    `"FF",${rows.length}`,
  ]
  return `\ufeff${lines.join('\r\n')}\r\n`
}
