import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Int, Key, RaceId, Time, Typed, GivenMoment } from '#contract/scalars.ts'
import { DeferralTarget } from '#features/races/contract.ts'

/** The ways in which a bad day changes a race. */
export const disruptionKinds = ['postpone', 'shorten', 'cancel'] as const
export type DisruptionKind = (typeof disruptionKinds)[number]
/**
 * The choices of a runner. With `refund` the runner leaves the race and gets the money back. The runner of a free entry
 * only leaves.
 */
export const disruptionChoices = ['keep', 'defer', 'refund'] as const
export type DisruptionChoice = (typeof disruptionChoices)[number]
export const disruptionStates = ['open', 'ended', 'undone'] as const

/** The reason that runners read. A language without a text shows the text in Simplified Chinese, which is required. */
export const DisruptionReason = z.object({
  'zh-cn': Typed(300).check(z.minLength(1)),
  'zh-tw': z._default(Typed(300), ''),
  en: z._default(Typed(300), ''),
})

/** A plan as its organisers write it. */
export const DisruptionDraft = z.object({
  kind: z.enum(disruptionKinds),
  /** The events that the plan is about; empty: all events of the race. */
  eventids: z._default(z.array(Int).check(z.maxLength(100)), []),
  reason: DisruptionReason,
  /** The new start of a postponed race; null: not known yet. */
  new_start: z._default(z.nullable(GivenMoment), null),
  /** The new distance of each shortened event, in metres, by event. */
  distances: z._default(z.record(z.string().check(z.regex(/^\d{1,9}$/)), z.number()), {}),
  choices: z.array(z.enum(disruptionChoices)).check(z.minLength(1), z.maxLength(3)),
  /** The choice that counts for a runner who has chosen nothing when the plan ends. */
  fallback: z.enum(disruptionChoices),
  /** The percentage of the fee that the race keeps when it refunds an entry. */
  kept_percent: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 0),
  /** The race to which a place is deferred. */
  deferral: z._default(z.nullable(DeferralTarget), null),
  until: GivenMoment,
})
export type DisruptionDraft = z.output<typeof DisruptionDraft>

const shared = {
  id: z.number(),
  kind: z.enum(disruptionKinds),
  /** True if the plan is about all events of the race. */
  whole: z.boolean(),
  events: z.array(
    z.object({ id: z.number(), name: z.string(), distance: z.nullable(z.number()), start_at: z.nullable(Time) }),
  ),
  reason: z.string(),
  new_start: z.nullable(Time),
  choices: z.array(z.enum(disruptionChoices)),
  fallback: z.enum(disruptionChoices),
  kept_percent: z.number(),
  /** The name of the race to which a place is deferred. */
  defer_to: z.nullable(z.string()),
  until: Time,
  created_at: Time,
}
export const ShownDisruption = z.object({ ...shared, open: z.boolean() })
export type ShownDisruption = z.output<typeof ShownDisruption>

export const disruptionNow = post('/disruption/now', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(ShownDisruption) }),
  refusals: ['race_not_found'],
  shared: 10,
  description:
    'Shows whether a race, or an event of it, is postponed, shortened or cancelled, with the choices of its runners ' +
    'and the moment until which they choose.',
})

/** The consequence of a choice for one registration. `refund` is null if the registration is free. */
const Option = z.object({ choice: z.enum(disruptionChoices), refund: z.nullable(Fen) })
export const OwnDisruption = z.object({
  _key: z.string(),
  disruptionid: z.number(),
  name: z.string(),
  event: z.string(),
  paid: Fen,
  /** True for a registration that waits for a place. A refund returns its whole payment. */
  waits: z.boolean(),
  choice: z.nullable(z.enum(disruptionChoices)),
  /** The choice that counted at the end, or `left` if the registration was over by then. Null before the end. */
  applied: z.nullable(z.enum([...disruptionChoices, 'left'])),
  /** The choice that counts if the runner chooses nothing. */
  fallback: z.enum(disruptionChoices),
  options: z.array(Option),
})
export type OwnDisruption = z.output<typeof OwnDisruption>
export const disruptionMine = post('/disruption/mine', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(OwnDisruption) }),
  refusals: ['race_not_found'],
  description:
    "Lists the caller's registrations of a race that a plan is about, with the choices of each and the amount that " +
    'each choice gives back.',
})
export const disruptionChoose = post('/disruption/choose', {
  access: 'runner',
  input: z.object({
    id: Key,
    choice: z.enum(disruptionChoices),
    /** The refund that the page showed. If the amount differs, the server refuses the choice. */
    amount: z.optional(Amount),
  }),
  output: OwnDisruption,
  refusals: [
    'registration_not_found',
    'no_permission',
    'disruption_none',
    'disruption_over',
    'choice_not_offered',
    'choice_amount_changed',
    'too_often',
  ],
  description:
    "Records a runner's choice: keep the place, defer it, or leave and get a refund. The runner may change it until " +
    'the end of the plan. The server applies all choices then.',
})

const right = { right: 'race.disrupt' } as const
const Counts = z.object({
  keep: z.number(),
  defer: z.number(),
  refund: z.number(),
  /** The number of runners who have not chosen. */
  open: z.number(),
})
export const ConsoleDisruption = z.object({
  ...shared,
  state: z.enum(disruptionStates),
  total: z.number(),
  counts: Counts,
  by: z.string(),
  /** True while the server still sends the messages about the plan to its runners. */
  sending: z.boolean(),
  ended_at: z.nullable(Time),
  /** The bulk actions that apply the choices. */
  bulks: z.array(z.number()),
  can: z.object({ undo: z.boolean(), change: z.boolean() }),
})
export type ConsoleDisruption = z.output<typeof ConsoleDisruption>

export const consoleDisruptionsList = post('/console/disruptions/list', {
  access: right,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    zone: z.string(),
    time: Time,
    items: z.array(ConsoleDisruption),
    events: z.array(z.object({ id: z.number(), name: z.string(), distance: z.nullable(z.number()) })),
    races: z.array(z.object({ id: z.number(), name: z.string() })),
    /** True if the caller may also give refunds. Every plan needs this right. */
    may_refund: z.boolean(),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the plans of a race with the counted choices, the newest first. It also lists the events and the races to ' +
    'which a place can be deferred.',
})
export const consoleDisruptionsPreview = post('/console/disruptions/preview', {
  access: right,
  input: z.object({ raceid: RaceId, draft: DisruptionDraft }),
  output: z.object({
    /** The number of registrations that choose. `waiting` of them have no place yet. */
    total: z.number(),
    waiting: z.number(),
    free: z.number(),
    /** The number of unpaid registrations, which a cancellation ends. */
    unpaid: z.number(),
    /** The sum of the refunds if each runner who can choose a refund chooses it. */
    most: Fen,
    by_hand: Fen,
    /** True if a second person must approve refunds of this sum. */
    approval: z.boolean(),
    /**
     * The number of announcements to these runners that are scheduled and not sent yet. The plan does not stop them.
     */
    announcements: z.number(),
  }),
  refusals: ['race_not_found', 'no_refund_right', 'deferral_race_unknown', 'deferral_no_right'],
  description: 'Foresees a plan: how many registrations it is about, and the sum of its refunds. It writes nothing.',
})
export const consoleDisruptionsDeclare = post('/console/disruptions/declare', {
  access: right,
  input: z.object({
    raceid: RaceId,
    draft: DisruptionDraft,
    /** The number of registrations that the preview counted. */
    total: Amount,
  }),
  output: z.object({ id: z.number() }),
  refusals: [
    'race_not_found',
    'no_refund_right',
    'deferral_race_unknown',
    'deferral_no_right',
    'disruption_total_changed',
    'disruption_open',
  ],
  description:
    'Postpones, shortens or cancels a race or some of its events. From this moment the pages show it, the runners get ' +
    'a message, and they choose until the end of the plan.',
})
export const consoleDisruptionsChange = post('/console/disruptions/change', {
  access: right,
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** A later end of the plan. */
    until: z.optional(GivenMoment),
    /** The new start of a postponed race, when it is known. */
    new_start: z.optional(GivenMoment),
  }),
  output: z.object({ id: z.number() }),
  refusals: ['disruption_none', 'disruption_over', 'disruption_undone'],
  description:
    'Gives runners more time to choose, or names the new start of a postponed race. Every runner gets a message.',
})
export const consoleDisruptionsUndo = post('/console/disruptions/undo', {
  access: right,
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['disruption_none', 'disruption_over', 'disruption_chosen', 'disruption_undone'],
  description:
    'Takes a plan back before the first runner has chosen. Starts, distances and sign-up are as before, and the ' +
    'runners get a message.',
})
