import * as z from 'zod/mini'
import {
  type BulkForeseeing,
  type RowOutcome,
  bulkAction,
  leftRow,
} from '#features/registrations/bulk/action.service.ts'
import { changesWords } from '#features/registrations/changes/changes.words.ts'
import type { AnyBulkAction } from '#seam/server/bulk.ts'
import type { PresentBib } from './bibLog.service.ts'
import { changeBib } from './changeBib.service.ts'
import { type BibOutcome, countFreeNumbers, giveNextNumbers } from './nextNumbers.service.ts'
import { refusals, words } from './words.ts'

const Number7 = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9_999_999))
const Range = z.object({
  prefix: z._default(z.string().check(z.trim(), z.maxLength(6), z.toUpperCase(), z.regex(/^[A-Z0-9-]*$/)), ''),
  from: Number7,
  to: z.optional(Number7),
})

const done = (before?: object): RowOutcome => ({ outcome: 'done', why: null, before })
const unchanged: RowOutcome = { outcome: 'unchanged', why: words.bulk_has_bib }
const sentences = {
  registration_not_found: changesWords.outcome_not_found,
  bib_not_due: refusals.bib_not_due.message,
  bibs_too_few: words.bulk_too_few,
} as const

const outcomeOf = (outcome: BibOutcome): RowOutcome =>
  'given' in outcome ? done(outcome.given) : 'kept' in outcome ? unchanged : leftRow(sentences[outcome.refused])

/**
 * Gives bibs to many registrations. A registration with a bib keeps it. The other registrations get the next free bibs
 * in the order of sign-up.
 */
const assign = bulkAction<z.output<typeof Range>>({
  name: 'bibs',
  label: words.bulk_assign,
  description: words.bulk_assign_text,
  right: 'bibs.edit',
  fields: async () => [
    { name: 'prefix', kind: 'text', label: words.prefix, most: 6, decides: true },
    { name: 'from', kind: 'number', label: words.bulk_from, required: true, most: 7, decides: true },
    { name: 'to', kind: 'number', label: words.bulk_to, most: 7, decides: true },
  ],
  input: Range,
  foreseeInput: {
    input: Range,
    of: async ({ db, race, input, most }: BulkForeseeing<z.output<typeof Range>>) => ({
      space: { room: await countFreeNumbers(db, race.id, input, most), why: sentences.bibs_too_few },
    }),
  },
  foresee: (row) => {
    const entered =
      row.state === 'normal' && row.pay_at !== null && row.refundid === 0 && !row.deleted_at && !row.closed_at
    if (!entered) return leftRow(refusals.bib_not_due.message)
    return row.bib === null ? done() : unchanged
  },
  run: ({ db, bulkid, race, who, now, beside }, id, span) =>
    db.transaction().execute(async (tx) => {
      const outcomes = await giveNextNumbers(tx, { raceid: race.id, bulkid, ids: [id], span }, { who, now })
      const found = outcomeOf(outcomes.get(id)!)
      await beside(tx, found)
      return found
    }),
  runBatch: ({ db, bulkid, race, who, now, beside }, ids, span) =>
    db.transaction().execute(async (tx) => {
      const outcomes = await giveNextNumbers(tx, { raceid: race.id, bulkid, ids, span }, { who, now })
      await beside(tx, new Map([...outcomes].map(([id, outcome]) => [id, outcomeOf(outcome)])))
    }),
  undo: {
    description: words.bulk_undo,
    run: ({ db, race, who, now, beside }, id, _range, before) =>
      db.transaction().execute(async (tx) => {
        const given = before as PresentBib
        const other = ({ bib, prefix_bib }: PresentBib) => bib !== given.bib || prefix_bib !== given.prefix_bib
        const taken = await changeBib(tx, { raceid: race.id, id, prefix: '', clear: true }, { who, now }, other)
        if ('kept' in taken) return leftRow(changesWords.outcome_changed_since)
        if ('refused' in taken) return leftRow(sentences[taken.refused])
        await beside(tx, done())
        return done()
      }),
  },
})

export const bulk: readonly AnyBulkAction[] = [assign]
