import type { StatedPayment, StatedRefund, StatedTotals } from '#integrations/payment/statement.ts'
import type { DifferenceKind } from './contract.ts'

/** A payment or a refund in our books, found by the number in a line of the statement. */
export type OurPayment = {
  state: string
  gateway: string
  amount: number | null
  currency: string | null
  number: string | null
}
export type OurRefund = { state: string; gateway: string; amount: number; currency: string }
/** A difference. `ours` and `theirs` are the facts of each side, in the numbers and words of the books. */
export type FoundDifference = { kind: DifferenceKind; ours?: string; theirs?: string }

const yuan = (fen: number, currency: string): string =>
  `${currency} ${Math.trunc(fen / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`
/** Writes thousandths of a fen as yuan, rounded to fen. */
const feeText = (thousandths: number): string => (thousandths / 100_000).toFixed(2)

/** The largest difference that comes from rounding: a fen, in thousandths. A larger difference means another rate. */
const SLACK = 1000
const feeFound = (line: StatedPayment | StatedRefund, agreed: number | undefined): FoundDifference[] => {
  const rate = agreed ?? line.rate
  if (line.fee === undefined || rate === undefined) return []
  const due = (line.kind === 'payment' ? 1 : -1) * Math.round((line.amount * rate) / 1000)
  // Some channels keep the fee of a refunded payment. A refund without a fee is therefore no difference.
  if (line.kind === 'refund' && line.fee === 0) return []
  return Math.abs(line.fee - due) > SLACK ? [{ kind: 'fee', ours: feeText(due), theirs: feeText(line.fee) }] : []
}

export const paymentFound = (
  line: StatedPayment,
  ours: OurPayment | undefined,
  gateway: string,
  agreed: number | undefined,
): FoundDifference[] => {
  if (!ours || ours.gateway !== gateway) return [{ kind: 'unknown_number', theirs: yuan(line.amount, line.currency) }]
  if (line.state !== 'paid')
    return ours.state === 'paid'
      ? [{ kind: 'reversed', ours: ours.state, theirs: yuan(line.amount, line.currency) }]
      : []
  if (ours.state !== 'paid')
    return [{ kind: 'missing_here', ours: ours.state, theirs: yuan(line.amount, line.currency) }]
  const differs: FoundDifference[] = []
  if (ours.amount !== line.amount)
    differs.push({
      kind: 'amount',
      ours: yuan(ours.amount ?? 0, ours.currency ?? ''),
      theirs: yuan(line.amount, line.currency),
    })
  if (ours.currency !== line.currency)
    differs.push({ kind: 'currency', ours: ours.currency ?? '', theirs: line.currency })
  if (ours.number !== line.number) differs.push({ kind: 'number', ours: ours.number ?? '', theirs: line.number })
  return [...differs, ...feeFound(line, agreed)]
}

/**
 * Finds the differences between a refund's line and our books. It compares the fee only after the channel has completed
 * the refund.
 */
export const refundFound = (
  line: StatedRefund,
  ours: OurRefund | undefined,
  gateway: string,
  agreed: number | undefined,
): FoundDifference[] => {
  if (!ours || ours.gateway !== gateway)
    return [{ kind: 'refund_missing_here', theirs: yuan(line.amount, line.currency) }]
  const differs: FoundDifference[] = []
  if (ours.amount !== line.amount)
    differs.push({
      kind: 'refund_amount',
      ours: yuan(ours.amount, ours.currency),
      theirs: yuan(line.amount, line.currency),
    })
  if (ours.currency !== line.currency)
    differs.push({ kind: 'refund_currency', ours: ours.currency, theirs: line.currency })
  if ((line.state === 'done' && ours.state !== 'done') || (line.state === 'failed' && ours.state === 'done'))
    differs.push({ kind: 'refund_state', ours: ours.state, theirs: line.state })
  return line.state === 'done' ? [...differs, ...feeFound(line, agreed)] : differs
}

/**
 * The sums of a statement's lines. `currency` is undefined before the first line, and null if the lines have several
 * currencies.
 */
export type Sums = {
  payments: number
  received: number
  refunds: number
  refunded: number
  fees: number
  malformed: number
  currency: string | null | undefined
}
export const noSums = (): Sums => ({
  payments: 0,
  received: 0,
  refunds: 0,
  refunded: 0,
  fees: 0,
  malformed: 0,
  currency: undefined,
})
/** Adds the line of a payment or refund to the sums. Money that the channel took back counts as a refund. */
export const addLine = (sums: Sums, line: StatedPayment | StatedRefund): void => {
  if (line.kind === 'payment' && line.state !== 'taken_back')
    [sums.payments, sums.received] = [sums.payments + 1, sums.received + line.amount]
  else [sums.refunds, sums.refunded] = [sums.refunds + 1, sums.refunded + line.amount]
  sums.fees += line.fee ?? 0
  sums.currency = sums.currency === undefined || sums.currency === line.currency ? line.currency : null
}

/** Compares the sums that a statement names with the sums of its lines. */
export const totalsFound = (totals: StatedTotals, sums: Sums): FoundDifference[] => {
  const compared: [name: string, ours: number, theirs: number | undefined][] = [
    ['count', sums.payments + sums.refunds, totals.count],
    ['payments', sums.payments, totals.payments],
    ['refunds', sums.refunds, totals.refunds],
    ['received', sums.received, totals.received],
    ['refunded', sums.refunded, totals.refunded],
  ]
  const off = compared.filter(([, ours, theirs]) => theirs !== undefined && theirs !== ours)
  const said = (side: 1 | 2) => off.map((one) => `${one[0]} ${one[side]}`).join(', ')
  return off.length > 0 ? [{ kind: 'totals', ours: said(1), theirs: said(2) }] : []
}

/** Returns the moments at which a calendar day begins and ends in a zone. `until` is the beginning of the next day. */
export const momentsOfDay = (day: string, zone: string): { from: Date; until: Date } => {
  const at = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(zone).epochMilliseconds)
  const date = Temporal.PlainDate.from(day)
  return { from: at(date), until: at(date.add({ days: 1 })) }
}
/** Finds the last day whose statement the channel should have by this moment. */
export const lastDay = (now: Date, { zone, readyHour }: { zone: string; readyHour: number }): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .subtract({ hours: readyHour })
    .toPlainDate()
    .subtract({ days: 1 })
    .toString()
