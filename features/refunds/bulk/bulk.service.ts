import * as z from 'zod/mini'
import { type RowOutcome, bulkAction, leftRow } from '#features/registrations/bulk/action.service.ts'
import { changesWords } from '#features/registrations/changes/changes.words.ts'
import type { RegistrationState } from '#features/registrations/contract.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { paidStateOf } from '#features/registrations/status/payable.rules.ts'
import { type RaceGiven, statusFactsOf } from '#features/registrations/status/present.service.ts'
import { transition } from '#features/registrations/status/transitions.rules.ts'
import type { AnyBulkAction } from '#seam/server/bulk.ts'
import { cancelRefunds, cancelRegistration } from '../byStaff/cancelling.service.ts'
import { refusals } from '../words.ts'
import { bulkAmounts } from './amounts.service.ts'
import { bulkWords as words } from './bulk.words.ts'
import { bulkRefund } from './refund.service.ts'

const HowMuch = z.object({ refund: z._default(z.enum(cancelRefunds), 'rules') })
const Input = z.object({
  refund: z._default(z.enum(cancelRefunds), 'rules'),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
})

const done: RowOutcome = { outcome: 'done', why: null }
const sentences = {
  not_cancellable: refusals.not_cancellable.message,
  paid_meanwhile: changesWords.outcome_paid_meanwhile,
  gateway_down: changesWords.outcome_gateway_down,
} as const

/** Names the reason why a registration cannot be cancelled. */
const whyNot = (row: RegistrationRow, race: RaceGiven): RowOutcome | undefined => {
  const paid = paidStateOf(statusFactsOf(row, race))
  if (paid === '2') return { outcome: 'unchanged', why: words.left_before }
  if (row.deleted_at || row.closed_at || paid === 'closed') return leftRow(refusals.not_cancellable.message)
  const leaves = paid === '0' || transition(row.state as RegistrationState, 'exit')
  return leaves ? undefined : leftRow(changesWords.outcome_not_possible)
}

/**
 * Cancels many registrations. Staff choose the refund: the amounts by the race's rules, all that is left, or nothing.
 */
const cancel = bulkAction<z.output<typeof Input>>({
  name: 'cancel',
  label: words.cancel,
  description: words.cancel_text,
  right: 'money.refund',
  danger: true,
  fields: async (_db, _raceid, lang) => [
    {
      name: 'refund',
      kind: 'choice',
      label: words.refund,
      options: cancelRefunds.map((value) => ({ value, label: words.refunds[value][lang] })),
    },
    { name: 'reason', kind: 'text', label: words.reason, hint: words.reason_hint, required: true, most: 200 },
  ],
  input: Input,
  money: {
    input: HowMuch,
    // A registration that is not paid yet ends without a refund, so it has no amount.
    amounts: (asking, rows, { race, input, now }) => {
      const { refund: way } = input as z.output<typeof HowMuch>
      if (way === 'none') return Promise.resolve(new Map())
      const paid = rows.filter((row) => paidStateOf(statusFactsOf(row, race)) === '1' && row.price > 0)
      return bulkAmounts(asking, paid, { race, how: { refund: way, percent: 0 }, now })
    },
  },
  foresee: (row, race) => whyNot(row, race) ?? done,
  run: async (working, id, { refund: way, reason }) => {
    const { db, race, who, now, beside, amount } = working
    const row = await registrationById(db, race.id, id)
    const why = row ? whyNot(row, race) : leftRow(changesWords.outcome_not_found)
    if (why) return why
    // The runner paid after staff had confirmed the action. Staff have not confirmed a refund for this registration, so
    // it stays as it is.
    if (amount === null && way !== 'none' && row!.price > 0 && paidStateOf(statusFactsOf(row!, race)) === '1')
      return leftRow(changesWords.outcome_paid_meanwhile)
    const cancelled = await cancelRegistration(
      working,
      {
        race,
        who,
        refund: way,
        reason,
        now,
        most: amount ?? undefined,
        beside: (tx, back) => beside(tx, { ...done, back: Math.min(back, amount ?? 0) }),
      },
      id,
    )
    if (!cancelled) return leftRow(changesWords.outcome_not_found)
    return 'refused' in cancelled ? leftRow(sentences[cancelled.refused]) : done
  },
})
export const bulk: readonly AnyBulkAction[] = [bulkRefund, cancel]
