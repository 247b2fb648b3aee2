import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Int, Page, RaceId, Time, Id } from '#contract/scalars.ts'
import { filterOfRegistrations } from '../lookup/filter.contract.ts'

const ActionName = z.string().check(z.maxLength(30), z.regex(/^[a-z_]+$/))
/** The filter of the list, without its sort order, because an action does not need one. */
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
  /** True if the preview loads again when the value changes. */
  decides: z.boolean(),
  /** The field appears only while another field has this value. */
  when: z.nullable(z.object({ field: z.string(), value: z.string() })),
})
export const BulkActionShown = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  danger: z.boolean(),
  /** The effect of the undo; null if the action cannot be undone. */
  undo: z.nullable(z.string()),
  /** True if the caller has the right that the action needs. */
  allowed: z.boolean(),
  /** True if the action gives money back, so that its preview has amounts. */
  money: z.boolean(),
  fields: z.array(BulkFieldShown),
})
export type BulkActionShown = z.output<typeof BulkActionShown>

export const consoleRegistrationsBulkActions = post('/console/registrations/bulk/actions', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(BulkActionShown) }),
  description: 'The actions that apply to many registrations of a race at once, with the fields of each action.',
})
const Sum = { count: z.number(), amount: Fen }
/** The money that an action gives back. `nothing` has the rows without a refund, by reason. */
export const BulkMoneyShown = z.object({
  ...Sum,
  channels: z.array(z.object({ channel: z.string(), ...Sum })),
  /** The part that the payment channel does not refund, so that staff pay it by hand. */
  by_hand: z.object(Sum),
  nothing: z.array(z.object({ says: z.string(), count: z.number(), names: z.array(z.string()) })),
  /** True if a second person must approve the action. */
  approval: z.boolean(),
})
export type BulkMoneyShown = z.output<typeof BulkMoneyShown>

export const consoleRegistrationsBulkPreview = post('/console/registrations/bulk/preview', {
  access: { right: 'registrations.read' },
  input: z.object({
    raceid: RaceId,
    action: ActionName,
    filter: Chosen,
    /** The fields that decide the amounts or the rows that the action leaves as they are. */
    input: z._default(z.record(z.string(), z.unknown()), {}),
  }),
  output: z.object({
    total: z.number(),
    /** The id of the newest registration in the preview. A runner who signs up later stays out of the action. */
    upto: z.number(),
    touched: z.object({ count: z.number(), names: z.array(z.string()) }),
    /** The registrations that the action leaves as they are, grouped by reason. */
    others: z.array(
      z.object({ says: z.string(), unchanged: z.boolean(), count: z.number(), names: z.array(z.string()) }),
    ),
    money: z.nullable(BulkMoneyShown),
  }),
  refusals: ['race_not_found', 'bulk_action_unknown'],
  description:
    'Counts the matching registrations that an action would change, with the first names among them, and gives the reasons for the others. The call writes nothing. Given the event of a move, a zone or the numbers of bibs, it also names the rows that find no place, no room in the zone or no number, and the runners whose age or document the event does not take or who are banned from it. It looks at each row only if at most 20,000 rows match. If places or room in a zone run out later, the action itself finds that.',
})
export const consoleRegistrationsBulkStart = post('/console/registrations/bulk/start', {
  access: { right: 'registrations.read' },
  input: z.object({
    raceid: RaceId,
    action: ActionName,
    filter: Chosen,
    /** The values that the action needs, by field. */
    input: z._default(z.record(z.string(), z.unknown()), {}),
    /** The total that the preview showed. */
    total: Int,
    upto: z.coerce.number().check(z.int(), z.minimum(0)),
    /** The sum that the preview showed. If the sum has changed since, the action does not begin. */
    amount: z.optional(Amount),
  }),
  output: z.object({ id: z.number(), total: z.number(), waits: z.boolean() }),
  refusals: ['race_not_found', 'bulk_action_unknown', 'bulk_nobody', 'bulk_selection_changed', 'bulk_amount_changed'],
  description:
    'Begins an action on all registrations that match at this moment. The server works on each of them once, even if it is killed meanwhile. The caller needs the right of the action. If the number of matches or the sum of money differs from the preview, nothing begins. Above the limit of the race the action waits until a second person approves it.',
})

export const BulkShown = z.object({
  id: z.number(),
  action: z.string(),
  label: z.string(),
  by: z.string(),
  state: z.enum(['waiting', 'running', 'stopped', 'ended']),
  total: z.number(),
  /** The fen that staff confirmed for the whole action (`amount`), and the fen that went back so far (`back`). */
  amount: z.nullable(Fen),
  back: Fen,
  approval: z.nullable(z.object({ by: z.string(), at: Time })),
  done: z.number(),
  unchanged: z.number(),
  not_done: z.number(),
  undoes: z.nullable(z.number()),
  /** The action that undid this action. */
  undone: z.nullable(z.number()),
  created_at: Time,
  ended_at: z.nullable(Time),
  can: z.object({ stop: z.boolean(), undo: z.boolean(), approve: z.boolean() }),
  /** The effect of the undo; null if the action cannot be undone. */
  undo: z.nullable(z.string()),
})
export type BulkShown = z.output<typeof BulkShown>
export const consoleRegistrationsBulkList = post('/console/registrations/bulk/list', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(BulkShown), after: z.nullable(z.string()) }),
  description: 'Bulk actions on the registrations of a race with their progress, newest first.',
})
export const consoleRegistrationsBulkShow = post('/console/registrations/bulk/show', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({
    bulk: BulkShown,
    /**
     * The values with which an action was begun, as its dialog names them. Only staff with the right of the action
     * read them.
     */
    given: z.array(z.object({ label: z.string(), value: z.string() })),
    others: z.array(z.object({ says: z.string(), count: z.number(), names: z.array(z.string()) })),
  }),
  refusals: ['bulk_not_found'],
  description:
    'One bulk action with its progress and the reasons for untouched rows. The table `bulk_rows` has every row and can be exported.',
})
export const consoleRegistrationsBulkStop = post('/console/registrations/bulk/stop', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['bulk_not_found', 'bulk_not_running'],
  description: 'Stops a bulk action. Finished rows stay as they are. The caller needs the right of the action.',
})
export const consoleRegistrationsBulkApprove = post('/console/registrations/bulk/approve', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number() }),
  refusals: ['bulk_not_found', 'bulk_not_waiting', 'bulk_same_person'],
  description:
    'Approves a bulk action that gives back more than the limit of the race. The caller needs the right of the action and is not the person who began it. A person who does not approve stops it.',
})
export const consoleRegistrationsBulkUndo = post('/console/registrations/bulk/undo', {
  access: { right: 'bulk.undo' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ id: z.number(), total: z.number() }),
  refusals: ['bulk_not_found', 'bulk_still_running', 'bulk_not_undoable', 'bulk_undone_before', 'bulk_nobody'],
  description:
    'Undoes a bulk action. The undo is an action of its own with progress and report. The caller needs the right of the action. A row that somebody has changed since stays as it is.',
})
