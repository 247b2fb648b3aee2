import * as z from 'zod/mini'
import type { Tx } from '#db/db.ts'
import { type BulkField, type RowOutcome, bulkAction, leftRow } from '#features/registrations/bulk/action.service.ts'
import { changesWords } from '#features/registrations/changes/changes.words.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { openShare } from '#features/registrations/payment/shares.rules.ts'
import { shareFacts } from '#features/registrations/payment/shares.service.ts'
import { paidStateOf } from '#features/registrations/status/payable.rules.ts'
import { type RaceGiven, statusFactsOf } from '#features/registrations/status/present.service.ts'
import { makeRefund } from '../service.ts'
import { refundWays } from './amounts.rules.ts'
import { bulkAmounts } from './amounts.service.ts'
import { bulkWords as words } from './bulk.words.ts'
import { refundSince } from './facts.store.ts'

const HowMuch = {
  refund: z._default(z.enum(refundWays), 'rules'),
  percent: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(99)), 0),
}
const Input = z.object({
  ...HowMuch,
  leave: z._default(z.enum(['yes', 'no']), 'yes'),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
})

/** Names the reason why nothing can be given back for a registration, before any amount is known. */
const whyNot = (row: RegistrationRow, race: RaceGiven): RowOutcome | undefined => {
  const paid = paidStateOf(statusFactsOf(row, race))
  if (paid === '2') return { outcome: 'unchanged', why: words.left_before }
  if (row.deleted_at || row.closed_at || paid !== '1') return leftRow(words.not_paid)
  return row.price === 0 || row.orderid === null ? leftRow(words.nothing.free) : undefined
}

const fields: readonly BulkField[] = [
  { name: 'reason', kind: 'text', label: words.reason, hint: words.reason_hint, required: true, most: 200 },
]
/**
 * Gives money back for many paid registrations. The tier at the moment of the confirmation counts, also if a second
 * person approves later.
 */
export const bulkRefund = bulkAction<z.output<typeof Input>>({
  name: 'refund',
  label: words.refund_many,
  description: words.refund_text,
  right: 'money.refund',
  danger: true,
  fields: async (_db, _raceid, lang) => [
    {
      name: 'refund',
      kind: 'choice',
      label: words.how_much,
      options: refundWays.map((value) => ({ value, label: words.ways[value][lang] })),
    },
    {
      name: 'percent',
      kind: 'number',
      label: words.percent,
      hint: words.percent_hint,
      required: true,
      when: { field: 'refund', value: 'kept' },
    },
    {
      name: 'leave',
      kind: 'choice',
      label: words.leave,
      options: (['yes', 'no'] as const).map((value) => ({ value, label: words.leaves[value][lang] })),
    },
    ...fields,
  ],
  input: Input,
  money: {
    input: z.object(HowMuch),
    amounts: (asking, rows, { race, input, now }) =>
      bulkAmounts(asking, rows, { race, how: input as z.output<z.ZodMiniObject<typeof HowMuch>>, now }),
  },
  foresee: (row, race) => whyNot(row, race) ?? { outcome: 'done', why: null },
  run: async (working, id, { refund: way, leave, reason }) => {
    const { db, race, who, now, confirmedAt, beside, amount: most } = working
    for (let round = 0; round < 3; round++) {
      const row = await registrationById(db, race.id, id)
      const why = row ? whyNot(row, race) : leftRow(changesWords.outcome_not_found)
      if (why || !row) return why ?? leftRow(changesWords.outcome_not_found)
      const amount = Math.min(most ?? 0, openShare(await shareFacts(db, row)))
      if (amount === 0) return leftRow(words.nothing_left)
      const made = await makeRefund(
        working,
        {
          race,
          who,
          amount,
          exit: leave === 'yes',
          reason,
          now,
          // The amount by the rules, or by a percentage, was computed before any other refund. Together with a later
          // refund it would give back too much.
          ...(way === 'all' ? {} : { made: (tx: Tx) => refundSince(tx, { raceid: race.id, id, since: confirmedAt }) }),
          beside: (tx) => beside(tx, { outcome: 'done', why: null, back: amount }),
        },
        row._key,
      )
      if (made && 'before' in made) return leftRow(words.refunded_meanwhile)
      if (made && 'refundid' in made) return { outcome: 'done', why: null, back: amount }
      // Another refund of the order came meanwhile, so the amount is computed again.
      if (made && 'most' in made) continue
      return leftRow(changesWords.outcome_not_possible)
    }
    return leftRow(words.nothing_left)
  },
})
