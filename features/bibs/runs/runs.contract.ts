import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Page, RaceId, Time, Id } from '#contract/scalars.ts'
import { Avoid, Prefix, ReservedNumbers } from '../contract.ts'

/** A runner whose bib changes, with the former and the new bib. Null means no bib. */
export const BibChange = z.object({
  id: z.number(),
  name: z.string(),
  event: z.string(),
  was: z.nullable(z.string()),
  bib: z.nullable(z.string()),
})
export type BibChange = z.output<typeof BibChange>

export const consoleBibsRenumber = post('/console/bibs/renumber', {
  access: { right: 'bibs.edit' },
  input: z.object({
    raceid: RaceId,
    /** The event or the run of bibs whose runners get new bibs. The call names exactly one of the two. */
    eventid: z.optional(Int),
    runid: z.optional(Id),
    prefix: z._default(Prefix, ''),
    from: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9_999_999)),
    width: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(7)), 1),
    avoid: Avoid,
    reserved: ReservedNumbers,
    /** The number of changes that the preview showed. If the number is different at saving, the call writes nothing. */
    changed: z.optional(Int),
    dry: z._default(Flag, true),
  }),
  output: z.object({
    changed: z.number(),
    same: z.number(),
    first: z.nullable(z.string()),
    last: z.nullable(z.string()),
    /** The number of changed bibs that runners see on their status pages. */
    shown: z.number(),
    /** The number of changed bibs that a file for the print shop already contains. */
    printed: z.number(),
    /** The number of changed bibs that occur in chips or results. Chips and results keep the old bib. */
    chips: z.number(),
    results: z.number(),
    sample: z.array(BibChange),
  }),
  refusals: ['event_not_found', 'bib_run_not_found', 'bibs_of_whom', 'bibs_too_few', 'bibs_changed_meanwhile'],
  description:
    'Gives the runners of an event or of a run new numbers from a first number on: their order stays, gaps close. ' +
    'Numbers of other runners are left out. All in one transaction; with `dry` (the default) nothing is written.',
})

export const BibRunShown = z.object({
  id: z.number(),
  kind: z.enum(['given', 'renumbered', 'undone']),
  by: z.nullable(z.string()),
  count: z.number(),
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  at: Time,
  bulk: z.boolean(),
  /** True after somebody has undone the run. */
  undone: z.boolean(),
  can: z.object({ undo: z.boolean(), renumber: z.boolean() }),
})
export type BibRunShown = z.output<typeof BibRunShown>
export const consoleBibsRuns = post('/console/bibs/runs', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(BibRunShown), after: z.nullable(z.string()) }),
  description: 'The runs that gave, changed or took back numbers of a race, newest first.',
})
export const consoleBibsUndo = post('/console/bibs/undo', {
  access: { right: 'bibs.edit' },
  input: z.object({ raceid: RaceId, id: Id, dry: z._default(Flag, true) }),
  output: z.object({
    /** The number of runners who get their former bib back. */
    back: z.number(),
    /**
     * The number of runners who keep the present bib, because somebody changed it after the run, or because another
     * runner wears the former bib now.
     */
    left: z.number(),
    shown: z.number(),
    printed: z.number(),
    sample: z.array(BibChange),
  }),
  refusals: ['bib_run_not_found', 'bib_run_undone_before', 'bib_run_undoes', 'bibs_changed_meanwhile'],
  description:
    'Puts back the numbers that runners had before a run. A runner whose number changed since keeps it. It also wants ' +
    'the right to assign bibs. With `dry` (the default) nothing is written.',
})
