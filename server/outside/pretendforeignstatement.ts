import { yuanOf as valueOf } from './alipaycrypto.ts'
import type { Day } from './pretendstatement.ts'

/** The pretend PayPal's books as its Transaction Search lists them, and as its Settlement Report prints them. */

type Entry = { when: number; transaction_info: Record<string, unknown> & { transaction_id: string } }

/** Of a payment, in cents; a refund brings none of it back. */
const feeOf = (cents: number): number => Math.round(cents * 0.044) + 30
const signed = (cents: number): string => `${cents < 0 ? '-' : ''}${valueOf(Math.abs(cents))}`
const stamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`

/** A payment that was given back in whole stands as `V`, its refund with a line of its own. */
export const paypalEntriesOf = ({ trades, refunds }: Day): { transaction_info: Record<string, unknown> }[] => {
  const info = (
    when: number,
    id: string,
    code: string,
    cents: number,
    currency: string,
    status: string,
    ours: string,
    more: Record<string, unknown>,
  ): Entry => ({
    when,
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
      ...more,
    },
  })
  return [
    ...trades.map((trade) =>
      info(
        trade.paid_at!,
        trade.number!,
        'T0006',
        trade.paid_amount!,
        trade.paid_currency!,
        trade.state === 'REFUND' ? 'V' : 'S',
        trade.tradeno,
        { fee_amount: { currency_code: trade.paid_currency!, value: signed(-feeOf(trade.paid_amount!)) } },
      ),
    ),
    ...refunds.map(({ refund, trade }) =>
      info(
        refund.created_at,
        refund.number,
        'T1107',
        -refund.amount,
        refund.currency,
        refund.status === 'SUCCESS' ? 'S' : 'P',
        refund.refundno,
        { paypal_reference_id: trade.number!, paypal_reference_id_type: 'TXN' },
      ),
    ),
  ]
    .toSorted((one, other) => one.when - other.when)
    .map(({ transaction_info }) => ({ transaction_info }))
}

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

/** A report of one file and one section. What is still under way stands in none. */
export const paypalReportOf = (merchantid: string, from: number, until: number, { trades, refunds }: Day): string => {
  const row = (
    when: number,
    id: string,
    ours: string,
    reference: string,
    code: string,
    cents: number,
    currency: string,
    fee: number,
  ) =>
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
  const done = refunds.filter(({ refund }) => refund.status === 'SUCCESS')
  const rows = [
    ...trades.map((one) =>
      row(
        one.paid_at!,
        one.number!,
        one.tradeno,
        '',
        'T0006',
        one.paid_amount!,
        one.paid_currency!,
        feeOf(one.paid_amount!),
      ),
    ),
    ...done.map(({ refund, trade }) =>
      row(
        refund.created_at,
        refund.number,
        refund.refundno,
        trade.number!,
        'T1107',
        -refund.amount,
        refund.currency,
        0,
      ),
    ),
  ]
  return `\ufeff${[`"RH",${slashed(until)},"A",${quoted(merchantid)},009,`, '"FH",01', `"SH",${slashed(from)},${slashed(until - 1000)},${quoted(merchantid)},""`, COLUMNS.map(quoted).join(','), ...rows, `"SC",${rows.length}`, `"RC",${rows.length}`, '"FF",' + String(rows.length)].join('\r\n')}\r\n`
}
