import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Time } from '#contract/scalars.ts'
import { filterOfRegistrations } from '../lookup/filter.contract.ts'

const Id = z.coerce.number().check(z.int(), z.minimum(1))
const ActionName = z.string().check(z.maxLength(30), z.regex(/^[a-z_]+$/))
/** The filter of the list. Its order does not matter. */
const Chosen = z._default(z.omit(z.object(filterOfRegistrations), { sort: true }), { q: '' })

export const BulkFieldShown = z.object({
  name: z.string(),
  kind: z.enum(['text', 'number', 'choice']),
  label: z.string(),
  hint: z.nullable(z.string()),
  required: z.boolean(),
  most: z.nullable(z.number()),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  ready: z.array(z.string()),
})
export const BulkActionShown = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  danger: z.boolean(),
  /** The effect of the undo; null if the action cannot be undone. */
  undo: z.nullable(z.string()),
  /** Tells whether the caller has the right that it needs. */
  allowed: z.boolean(),
  fields: z.array(BulkFieldShown),
})
export type BulkActionShown = z.output<typeof BulkActionShown>

export const consoleRegistrationsBulkActions = post('/console/registrations/bulk/actions', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(BulkActionShown) }),
  description: 'The actions that apply to many registrations of a race at once, and the fields of each.',
})
export const consoleRegistrationsBulkPreview = post('/console/registrations/bulk/preview', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, action: ActionName, filter: Chosen }),
  output: z.object({
    total: z.number(),
    /** The last registration of the preview. The action does not touch a runner who signs up later. */
    upto: z.number(),
    touched: z.object({ count: z.number(), names: z.array(z.string()) }),
    /** The registrations that the action leaves as they are, by the reason. */
    others: z.array(
      z.object({ says: z.string(), unchanged: z.boolean(), count: z.number(), names: z.array(z.string()) }),
    ),
  }),
  refusals: ['race_not_found', 'bulk_action_unknown'],
  description:
    'How many of the registrations that match an action would touch, with the first names, and why not the others. ' +
    'Nothing is written. Places or room in a zone that run out meanwhile show when a row comes.',
})
export const consoleRegistrationsBulkStart = post('/console/registrations/bulk/start', {
  access: { right: 'registrations.read' },
  input: z.object({
    raceid: RaceId,
    action: ActionName,
    filter: Chosen,
    /** The values that the action needs, by field. */
    input: z._default(z.record(z.string(), z.unknown()), {}),
    /** The total of the preview. */
    total: Int,
    upto: z.coerce.number().check(z.int(), z.minimum(0)),
  }),
  output: z.object({ id: z.number(), total: z.number() }),
  refusals: ['race_not_found', 'bulk_action_unknown', 'bulk_nobody', 'bulk_selection_changed'],
  description:
    'Begins an action on all registrations that match, which are frozen here: each is then worked on by itself, once, ' +
    'whatever happens to the server. It wants the right of the action. Where another number matches than the preview ' +
    'said, nothing begins.',
})

export const BulkShown = z.object({
  id: z.number(),
  action: z.string(),
  label: z.string(),
  by: z.string(),
  state: z.enum(['running', 'stopped', 'ended']),
  total: z.number(),
  done: z.number(),
  unchanged: z.number(),
  not_done: z.number(),
  undoes: z.nullable(z.number()),
  /** The action that undid this one. */
  undone: z.nullable(z.number()),
  created_at: Time,
  ended_at: z.nullable(Time),
  can: z.object({ stop: z.boolean(), undo: z.boolean() }),
  /** The effect of the undo; null if the action cannot be undone. */
  undo: z.nullable(z.string()),
})
export type BulkShown = z.output<typeof BulkShown>
export const consoleRegistrationsBulkList = post('/console/registrations/bulk/list', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(BulkShown), after: z.nullable(z.string()) }),
  description: 'Bulk actions on the registrations of a race, newest first, with how far each is.',
})
export const consoleRegistrationsBulkShow = post('/console/registrations/bulk/show', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({
    bulk: BulkShown,
    others: z.array(z.object({ says: z.string(), count: z.number(), names: z.array(z.string()) })),
  }),
  refusals: ['bulk_not_found'],
  description:
    'One bulk action: how far it is, and why nothing was done to some. Each row stands in the table `bulk_rows`, which ' +
    'leaves as a file.',
})
export const consoleRegistrationsBulkStop = post('/console/registrations/bulk/stop', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['bulk_not_found', 'bulk_not_running'],
  description: 'Stops a bulk action: what is done stays done. It wants the right of the action.',
})
export const consoleRegistrationsBulkUndo = post('/console/registrations/bulk/undo', {
  access: { right: 'bulk.undo' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number(), total: z.number() }),
  refusals: ['bulk_not_found', 'bulk_still_running', 'bulk_not_undoable', 'bulk_undone_before', 'bulk_nobody'],
  description:
    'Takes back what a bulk action did, as an action of its own with its own progress and report. It wants the right ' +
    'of the action too. A row that somebody has changed again since stays as it is.',
})
