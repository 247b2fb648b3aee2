import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, RaceId } from '#contract/scalars.ts'
import { feeBases, lineKinds } from './rules.ts'

/** A month such as 2026-03. Years before 2000 and after 2199 are refused. */
export const Month = z.string().check(z.regex(/^2[01]\d{2}-(0[1-9]|1[0-2])$/))

export const AccountingLine = z.object({
  kind: z.enum(lineKinds),
  day: z.nullable(z.string()),
  /** The payment channel, `by_hand`, or a way of paying at a desk. Null for a line without a channel. */
  channel: z.nullable(z.string()),
  currency: z.string(),
  payments: z.number(),
  received: Fen,
  refunds: z.number(),
  refunded: Fen,
  fee: Fen,
  fee_basis: z.enum(feeBases),
  payout: Fen,
})

export const consoleAccountingMonth = post('/console/accounting/month', {
  access: { right: 'money.read' },
  input: z.object({ raceid: RaceId, month: Month }),
  output: z.object({ items: z.array(AccountingLine) }),
  refusals: ['race_not_found'],
  description:
    "The books of a race for a month in China's time: each payment channel on each day with its fees and its payout, " +
    'the sums of the channels, and the income. Every amount is a sum of ledger rows.',
})
