import * as z from 'zod/mini'
import type { Text } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { type RowOutcome, bulkAction } from '#features/registrations/bulk/action.service.ts'
import { changesWords } from '#features/registrations/changes/changes.words.ts'
import type { RegistrationState } from '#features/registrations/contract.ts'
import { type RegistrationRow, registrationById } from '#features/registrations/lookup/registration.service.ts'
import { type RaceGiven, factsOf } from '#features/registrations/status/present.service.ts'
import { paidStateOf } from '#features/registrations/status/payable.rules.ts'
import { transition } from '#features/registrations/status/transitions.rules.ts'
import type { AnyBulkAction } from '#seam/server/bulk.ts'
import { makeRefund } from './service.ts'
import { bulkWords as words } from './bulk.words.ts'
import { refusals } from './words.ts'

const Cancelling = z.object({
  percent: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^\P{Cc}*$/u)),
})

const done: RowOutcome = { outcome: 'done', why: null }
const left = (why: Text): RowOutcome => ({ outcome: 'left', why })

/** Why a registration is not cancelled; undefined where it is one that was paid and may be left. */
const whyNot = (row: RegistrationRow, race: RaceGiven): RowOutcome | undefined => {
  const paid = paidStateOf(factsOf(row, race))
  if (paid === '2') return { outcome: 'unchanged', why: words.left_before }
  if (paid !== '1' || row.deleted_at) return left(refusals.refund_not_paid.message)
  return transition(row.state as RegistrationState, 'exit') ? undefined : left(changesWords.outcome_not_possible)
}

/** Takes many out of the race, each with the same part of what was paid for it. */
const cancel = bulkAction<z.output<typeof Cancelling>>({
  name: 'cancel',
  label: words.cancel,
  description: words.cancel_text,
  right: 'money.refund',
  danger: true,
  fields: async () => [
    { name: 'percent', kind: 'number', label: words.percent, hint: words.percent_hint, required: true, most: 3 },
    { name: 'reason', kind: 'text', label: words.reason, hint: words.reason_hint, required: true, most: 200 },
  ],
  input: Cancelling,
  foresee: (row, race) => whyNot(row, race) ?? done,
  run: async (working, id, { percent, reason }) => {
    const { db, race, who, now, beside } = working
    const row = await registrationById(db, race.id, id)
    if (!row) return left(changesWords.outcome_not_found)
    const why = whyNot(row, race)
    if (why) return why
    const making = { race, who, amount: { percent }, exit: true, reason, now, beside: (tx: Tx) => beside(tx, done) }
    const made = await makeRefund(working, making, row._key)
    if (made && 'refundid' in made) return done
    return left(made && 'refused' in made ? refusals.refund_not_paid.message : changesWords.outcome_not_found)
  },
})
export const bulk: readonly AnyBulkAction[] = [cancel]
