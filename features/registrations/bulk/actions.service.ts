import * as z from 'zod/mini'
import { type Lang, type Text, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { formOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import type { AnyBulkAction } from '#seam/server/bulk.ts'
import type { Who } from '#seam/server/handle.ts'
import { Typed } from '#contract/scalars.ts'
import { changesWords } from '../changes/changes.words.ts'
import { destinationOf, destinationsFor, mayDeferTo } from '../deferral/deferral.service.ts'
import { deferralRefusals, deferralWords } from '../deferral/deferral.words.ts'
import { foreseeStock } from '../inventory/foreseen.service.ts'
import { reviewRefusalReasons } from '../review/reasons.words.ts'
import {
  whyNotApproved,
  whyNotRefused,
  whyNotReserved,
  whyNotTagged,
  whyNotZoned,
} from '../review/allowedActions.service.ts'
import {
  type ReviewOutcome,
  type Reviewing,
  delayByStaff,
  undoRefusal,
  review,
  setTag,
  setZone,
} from '../review/review.service.ts'
import type { ViewRow } from '../store.ts'
import { type BulkField, type BulkForeseeing, type BulkWorking, type RowOutcome, bulkAction } from './action.service.ts'
import { bulkWords } from './bulk.words.ts'

const rowOutcome = (outcome: ReviewOutcome['outcome'] | undefined, before?: object): RowOutcome => {
  if (outcome === undefined || outcome === 'done') return { outcome: 'done', why: null, before }
  const why: Text = changesWords[`outcome_${outcome}`]
  return { outcome: outcome === 'unchanged' ? 'unchanged' : 'left', why }
}
/**
 * Returns the tools of a review. The review marks the row of the bulk action in its own transaction. `before` returns
 * the values that the undo needs.
 */
const reviewing = (working: BulkWorking, before?: (row: ViewRow) => object): Reviewing => ({
  ...working,
  beside: (tx, found, row) => working.beside(tx, rowOutcome(found.outcome, before?.(row))),
})
/** Returns the tools that undo an action for one row. The mark of an undone row has no former values. */
const takenBack = (working: BulkWorking): Reviewing => ({
  ...working,
  beside: (tx, found) => working.beside(tx, rowOutcome(found.outcome)),
})

const outcomesBy = (rows: readonly ViewRow[], outcome: (row: ViewRow) => RowOutcome | undefined) =>
  new Map(
    rows.flatMap((row) => {
      const found = outcome(row)
      return found ? [[row.id, found] as const] : []
    }),
  )

const Reason = z.object({ reason: Typed(300).check(z.minLength(1)) })
const Tag = z.object({ tag: Typed(40).check(z.minLength(1)), description: z._default(Typed(300), '') })
const Deferral = z.object({
  tag: z._default(Typed(40), ''),
  description: z._default(Typed(300), ''),
  /**
   * The number of the race to which the reserved place leads. If the number is empty, the place leads to the race that
   * the settings of the present race name, if they name a race.
   */
  to: z._default(Typed(12).check(z.regex(/^\d*$/)), ''),
  pays: z._default(z.enum(['nothing', 'full']), 'nothing'),
})
const ZoneGiven = z.object({ zone: z._default(Typed(8), '') })

const tagField: BulkField = { name: 'tag', kind: 'text', label: bulkWords.tag_name, most: 40 }
const descriptionField: BulkField = { name: 'description', kind: 'text', label: bulkWords.description, most: 300 }

const approve = bulkAction<object>({
  name: 'approve',
  label: bulkWords.approve,
  description: bulkWords.approve_text,
  right: 'registrations.edit',
  fields: async () => [],
  input: z.object({}),
  foreseeInput: {
    input: z.object({}),
    of: async ({ db, race }) => {
      const stock = await foreseeStock(db, race.id)
      const outcome = (row: ViewRow): RowOutcome | undefined =>
        row.place_held || stock.take(row) === undefined ? undefined : rowOutcome('sold_out')
      return { each: (rows) => outcomesBy(rows, outcome) }
    },
  },
  foresee: (row, race, now) => rowOutcome(whyNotApproved(row, race, now)),
  run: async (working, id) => rowOutcome((await review(reviewing(working), id, 'approve', '', working.now)).outcome),
})

const refuse = bulkAction<z.output<typeof Reason>>({
  name: 'refuse',
  label: bulkWords.refuse,
  description: bulkWords.refuse_text,
  right: 'registrations.edit',
  danger: true,
  fields: async () => [
    {
      name: 'reason',
      kind: 'text',
      label: bulkWords.reason,
      hint: bulkWords.reason_hint,
      required: true,
      most: 300,
      ready: reviewRefusalReasons,
    },
  ],
  input: Reason,
  foresee: (row, race) => rowOutcome(whyNotRefused(row, race)),
  run: async (working, id, { reason }) => {
    const held = reviewing(working, (row) => ({ place: row.place_held }))
    return rowOutcome((await review(held, id, 'refuse', reason, working.now)).outcome)
  },
  undo: {
    description: bulkWords.refuse_undo,
    run: async (working, id, { reason }, before) => {
      const { place = false } = (before ?? {}) as { place?: boolean }
      return rowOutcome((await undoRefusal(takenBack(working), id, { reason, place }, working.now)).outcome)
    },
  },
})

type Tagged = { tag: string | null; description: string | null }
const tag = bulkAction<z.output<typeof Tag>>({
  name: 'tag',
  label: bulkWords.tag,
  description: bulkWords.tag_text,
  right: 'registrations.edit',
  fields: async () => [{ ...tagField, required: true }, descriptionField],
  input: Tag,
  foresee: (row) => rowOutcome(whyNotTagged(row)),
  run: (working, id, said) => runTag(working, id, said),
  undo: {
    description: bulkWords.tag_undo,
    run: (working, id, said, before) => undoTag(working, id, said, before as Tagged),
  },
})
const untag = bulkAction<object>({
  name: 'untag',
  label: bulkWords.untag,
  description: bulkWords.untag_text,
  right: 'registrations.edit',
  fields: async () => [],
  input: z.object({}),
  foresee: (row) =>
    row.tag === null && row.description === null ? rowOutcome('unchanged') : rowOutcome(whyNotTagged(row)),
  run: (working, id) => runTag(working, id, { tag: '', description: '' }),
  undo: {
    description: bulkWords.tag_undo,
    run: (working, id, _said, before) => undoTag(working, id, { tag: '', description: '' }, before as Tagged),
  },
})
type Said = { tag: string; description: string }
const runTag = async (working: BulkWorking, id: number, said: Said): Promise<RowOutcome> => {
  const before = (row: ViewRow): Tagged => ({ tag: row.tag, description: row.description })
  return rowOutcome((await setTag(reviewing(working, before), id, said, working.now)).outcome)
}
const undoTag = async (working: BulkWorking, id: number, said: Said, before: Tagged): Promise<RowOutcome> => {
  const back = { tag: before.tag ?? '', description: before.description ?? '' }
  return rowOutcome((await setTag(takenBack(working), id, back, working.now, said)).outcome)
}

const deferralFields = async (db: Db, raceid: number, lang: Lang, who: Who, now: Date): Promise<BulkField[]> => {
  const options = (await destinationsFor(db, raceid, who, now)).map(({ id, name, names }) => ({
    value: String(id),
    label: nameIn(lang, name, names),
  }))
  if (options.length === 0) return [tagField, descriptionField]
  return [
    {
      name: 'to',
      kind: 'choice',
      label: deferralWords.to,
      hint: deferralWords.to_hint,
      options: [{ value: '', label: deferralWords.to_setting[lang] }, ...options],
    },
    {
      name: 'pays',
      kind: 'choice',
      label: deferralWords.pays,
      hint: deferralWords.pays_hint,
      options: (['nothing', 'full'] as const).map((value) => ({ value, label: deferralWords[`pays_${value}`][lang] })),
    },
    tagField,
    descriptionField,
  ]
}

const defer = async (working: BulkWorking, id: number, said: z.output<typeof Deferral>): Promise<RowOutcome> => {
  const { db, seal, race, who, now } = working
  const chosen = said.to === '' ? undefined : { race: Number(said.to), pays: said.pays }
  if (chosen && !mayDeferTo(who, chosen.race))
    return { outcome: 'left', why: deferralRefusals.deferral_no_right.message }
  const to = await destinationOf(db, seal, race.id, chosen ?? race.settings.delay?.to, now)
  if (chosen && !to) return { outcome: 'left', why: deferralRefusals.deferral_race_unknown.message }
  return rowOutcome((await delayByStaff(reviewing(working), id, said, to, now)).outcome)
}

const delay = bulkAction<z.output<typeof Deferral>>({
  name: 'delay',
  label: bulkWords.delay,
  description: bulkWords.delay_text,
  right: 'registrations.edit',
  danger: true,
  fields: deferralFields,
  input: Deferral,
  foresee: (row, race) => rowOutcome(whyNotReserved(row, race)),
  run: defer,
})

const zone = bulkAction<z.output<typeof ZoneGiven>>({
  name: 'zone',
  label: bulkWords.zone,
  description: bulkWords.zone_text,
  right: 'bibs.edit',
  fields: async (db, raceid) => {
    const names = new Set((await eventsOf(db, raceid)).flatMap((event) => formOf(event).zones.map(({ name }) => name)))
    const options = [...names].sort().map((value) => ({ value, label: value }))
    const field: BulkField = { name: 'zone', kind: 'text', label: bulkWords.zone_name, most: 8, decides: true }
    return [options.length > 0 ? { ...field, kind: 'choice', options: [{ value: '', label: '–' }, ...options] } : field]
  },
  input: ZoneGiven,
  foreseeInput: {
    input: ZoneGiven,
    of: async ({ db, race, input }: BulkForeseeing<z.output<typeof ZoneGiven>>) => {
      const stock = await foreseeStock(db, race.id)
      const runnerzone = input.zone || null
      const outcome = (row: ViewRow): RowOutcome | undefined => {
        if (row.runnerzone === runnerzone) return rowOutcome('unchanged')
        return stock.changeZone(row, runnerzone) ? undefined : rowOutcome('zone_full')
      }
      return { each: (rows) => outcomesBy(rows, outcome) }
    },
  },
  foresee: (row, race) => rowOutcome(whyNotZoned(row, race)),
  run: async (working, id, given) => {
    const held = reviewing(working, (row) => ({ zone: row.runnerzone }))
    return rowOutcome((await setZone(held, id, given.zone, working.now)).outcome)
  },
  undo: {
    description: bulkWords.zone_undo,
    run: async (working, id, given, before) => {
      const { zone: back } = before as { zone: string | null }
      return rowOutcome((await setZone(takenBack(working), id, back ?? '', working.now, given.zone)).outcome)
    },
  },
})

export const registrationBulkActions: readonly AnyBulkAction[] = [approve, refuse, tag, untag, delay, zone]
