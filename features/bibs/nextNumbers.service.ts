import type { Db, Tx } from '#db/db.ts'
import { lockAllNumbered, writeBibs } from '#features/registrations/public.store.ts'
import type { Who } from '#seam/server/handle.ts'
import { type PresentBib, logBibs, presentBib } from './bibLog.service.ts'
import { holdBibs } from './changeBib.service.ts'
import { freeNumbers } from './rules.ts'
import { keepBibRun } from './runs/runs.service.ts'
import { takenBibs } from './store.ts'

type Wanted = { raceid: number; bulkid: number; ids: readonly number[]; span: Span }
type Span = { prefix: string; from: number; to?: number | undefined }
export type BibOutcome = { given: PresentBib } | { kept: PresentBib } | { refused: 'registration_not_found' | Refused }
type Refused = 'bib_not_due' | 'bibs_too_few'

const freeIn = ({ prefix, from, to = 9_999_999 }: Span, taken: ReadonlySet<string>) =>
  freeNumbers({ prefix, from, to, width: 1 }, { avoid: [], reserved: [], taken })

/** Counts the free numbers of a span, up to `most`. */
export const countFreeNumbers = async (on: Db, raceid: number, span: Span, most: number): Promise<number> => {
  const nextOf = freeIn(span, await takenBibs(on, raceid))
  let count = 0
  while (count < most && nextOf()) count += 1
  return count
}

/**
 * Gives registrations the next free numbers of a span, in the order of sign-up. A registration that has a number keeps
 * it.
 */
export const giveNextNumbers = async (
  tx: Tx,
  { raceid, bulkid, ids, span }: Wanted,
  { who, now }: { who: Who; now: Date },
): Promise<ReadonlyMap<number, BibOutcome>> => {
  await holdBibs(tx, raceid)
  const rows = new Map((await lockAllNumbered(tx, raceid, ids)).map((row) => [row.id, row]))
  const nextOf = freeIn(span, await takenBibs(tx, raceid))
  const { prefix } = span
  const outcomeOf = (id: number): BibOutcome => {
    const row = rows.get(id)
    if (!row) return { refused: 'registration_not_found' }
    if (row.bib !== null) return { kept: { bib: row.bib, prefix_bib: row.prefix_bib } }
    if (!row.due) return { refused: 'bib_not_due' }
    const next = nextOf()
    if (!next) return { refused: 'bibs_too_few' }
    return { given: presentBib({ prefix, bib: next.bib }) }
  }
  const outcomes = new Map(ids.toSorted((a, b) => a - b).map((id) => [id, outcomeOf(id)] as const))
  const given = [...outcomes].flatMap(([id, outcome]) => ('given' in outcome ? [{ id, ...outcome.given }] : []))
  await writeBibs(
    tx,
    raceid,
    given.map(({ id, bib }) => ({ id, prefix, bib: bib! })),
    now,
  )
  const none = { bib: null, prefix_bib: null }
  await keepBibRun(
    tx,
    { raceid, kind: 'given', bulkid },
    given.map(({ id, bib }) => ({ id, before: { id, prefix: '', bib: null }, after: { id, prefix, bib } })),
    { who, now },
  )
  await logBibs(
    tx,
    { raceid, who, now },
    given.map(({ id, ...after }) => ({ id, before: none, after })),
  )
  return outcomes
}
