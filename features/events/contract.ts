import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Int, Line, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { langs } from '#contract/words.ts'
import { Condition } from '#features/fields/own/question.contract.ts'
import { EventForm, Qualifying, documentTypes } from './form.contract.ts'
import { Addon, PriceRule, ShownAddon, ShownPrice } from './prices.contract.ts'

export const eventTypes = [
  'full',
  'half',
  '10km',
  'fun_run',
  'ultra',
  'trail_over_100km',
  '100km',
  '50km',
  'mountain',
  'short_trail',
  'other',
] as const
export type EventType = (typeof eventTypes)[number]
/** The state of a new registration of the event: registered, in the draw, or in review. */
export const eventStates = ['normal', 'draw', 'audit'] as const
export type EventState = (typeof eventStates)[number]
/**
 * The state of sign-up. With `soon` sign-up opens later, with `over` it has ended, and with `full` no place is left.
 * With `wait` all places are taken or promised, and a person may sign up for the waitlist. A draw is never full.
 */
export const signupPhases = ['soon', 'open', 'wait', 'full', 'over'] as const
export type SignupPhase = (typeof signupPhases)[number]

const Said = z.partialRecord(z.enum(langs), z.string().check(z.maxLength(2000)))
/**
 * The value of `events.settings.start`: the place and time of an event's start, by language. `zones` has the time of
 * each zone, in the order of the zones.
 */
export const StartSettings = z.object({
  place: z._default(Said, {}),
  address: z._default(Said, {}),
  how: z._default(Said, {}),
  luggage: z._default(Said, {}),
  zones: z._default(
    z
      .array(z.object({ name: z.string().check(z.minLength(1), z.maxLength(8)), at: GivenMoment }))
      .check(z.maxLength(30)),
    [],
  ),
})
export type StartSettings = z.output<typeof StartSettings>
const Minutes = z.number().check(z.int(), z.minimum(1), z.maximum(20_160))
/** The value of `events.settings`. Entries that this schema does not name stay as they are. */
export const EventSettings = z.looseObject({
  start: z.optional(StartSettings),
  /** The time limit of the course, in minutes after the gun. */
  cutoff_minutes: z.optional(z.nullable(Minutes)),
})

/** One field of the sign-up form. Screens have labels for built-in fields. An event's own question has a `label`. */
export const FormField = z.object({
  name: z.string(),
  kind: z.enum(['text', 'number', 'choice', 'tel', 'email', 'area', 'choices', 'date', 'file', 'consent']),
  required: z.boolean(),
  label: z.nullable(z.string()),
  hint: z.nullable(z.string()),
  /** `left` is the remaining number of a counted thing (shirts of a size, seats of a bus); null without limit. */
  options: z.array(z.object({ value: z.string(), label: z.string(), left: z.nullable(z.number()) })),
  max: z.number(),
  /** The section that asks the question. */
  section: z.string(),
  /**
   * The condition under which the page shows the field: another field has one of the named answers. Without a condition
   * (null) the page always shows the field.
   */
  when: z.nullable(Condition),
  /** True if the answers are sealed. */
  personal: z.boolean(),
  /** The least number of a text's characters, or of chosen options. */
  min: z.nullable(z.number()),
  /** The bounds of a number, both included. */
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
  /** The bounds of a date, both included. */
  from: z.nullable(Day),
  until: z.nullable(Day),
})
export type FormField = z.output<typeof FormField>

/**
 * An event as runners see it. `name` is in the caller's language, money is in fen, and `distance` is in metres. `race`
 * holds place and time of the race (docs/behaviour/screens.md, Race fields).
 */
export const RaceEvent = z.object({
  id: z.number(),
  raceid: z.number(),
  name: z.string(),
  type: z.enum(eventTypes),
  distance: z.nullable(z.number()),
  state: z.enum(eventStates),
  /** The present price for a person of unknown age who signs up alone: the fee, or an early price. */
  price: Fen,
  /** The price without any lower price. */
  fee: Fen,
  prices: z.array(ShownPrice),
  addons: z.array(ShownAddon),
  paystate: z.enum(['open', 'closed']),
  poster_reg: z.nullable(z.number()),
  poster_paid: z.nullable(z.number()),
  pay_end: z.nullable(Time),
  draw_at: z.nullable(Time),
  places: z.number(),
  places_left: z.number(),
  signup: z.enum(signupPhases),
  /** True if a plan cancelled the event. */
  cancelled: z.boolean(),
  signup_from: z.nullable(Time),
  signup_until: z.nullable(Time),
  start_at: z.nullable(Time),
  /** The time limit of the course, in minutes after the gun; null without a limit. */
  cutoff_minutes: z.nullable(z.number()),
  /** The day of the start in the race's zone. A runner's age on this day counts. */
  race_day: Day,
  /** The minutes within which an order must be paid. */
  pay_minutes: z.number(),
  colour: z.string(),
  /** The facts about the start, in the caller's language; null if there are no facts. */
  start: z.nullable(
    z.object({
      place: z.string(),
      address: z.string(),
      how: z.string(),
      luggage: z.string(),
      zones: z.array(z.object({ name: z.string(), at: Time })),
    }),
  ),
  form: z.object({
    idtypes: z.array(z.enum(documentTypes)),
    min_age: z.nullable(z.number()),
    max_age: z.nullable(z.number()),
    fields: z.array(FormField),
    /**
     * The steps of the form in their order. The title of a built-in step (who, contact, emergency, more) is null,
     * because the screens have it.
     */
    sections: z.array(z.object({ name: z.string(), title: z.nullable(z.string()) })),
    quiz: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
    /**
     * The rules for the earlier run that qualifies a runner; null if the form never asks for such a run. `when` is the
     * condition under which the form asks. If `when` is null, the form always asks.
     */
    qualifying: z.nullable(z.extend(Qualifying, { when: z.nullable(Condition) })),
  }),
  race: z.object({
    id: z.number(),
    name: z.string(),
    city: z.string(),
    province: z.string(),
    address: z.string(),
    time: Time,
    zone: z.string(),
  }),
})
export type RaceEvent = z.output<typeof RaceEvent>

export const raceEvents = post('/race/events', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId }),
  output: z.array(RaceEvent),
  description:
    "Lists a published race's events in their order, each with its price, free places, state, dates and form.",
})
export const eventShow = post('/event/show', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: Int }),
  output: RaceEvent,
  refusals: ['event_not_found'],
  description: 'Shows one event of a published race.',
})

export const counterKinds = ['clothes', 'packagebus', 'zone', 'addon'] as const
/**
 * The stock of one counted thing: a shirt size, a bus line, a start zone or an add-on. `most` is null without a limit.
 * `shared` means that the stock is counted over all events of the race. For an add-on, `name` is its id.
 */
export const Stock = z.object({
  kind: z.enum(counterKinds),
  name: Line(80),
  shared: z.boolean(),
  most: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
})
/** An event as its organisers edit it. Texts are in all languages, the distance is in metres, and money is in fen. */
export const EventDraft = z.object({
  name: Line(80),
  names: z.partialRecord(z.enum(langs), z.string().check(z.maxLength(120))),
  type: z.enum(eventTypes),
  distance: z.nullable(z.number().check(z.minimum(1), z.maximum(1_000_000))),
  state: z.enum(eventStates),
  price: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
  paystate: z.enum(['open', 'closed']),
  places: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  signup_from: z.nullable(GivenMoment),
  signup_until: z.nullable(GivenMoment),
  pay_end: z.nullable(GivenMoment),
  draw_at: z.nullable(GivenMoment),
  start_at: z.nullable(GivenMoment),
  pay_minutes: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(10_080))),
  colour: z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/)),
  sort: z.number().check(z.int(), z.minimum(0), z.maximum(1000)),
  form: EventForm,
  start: z.nullable(StartSettings),
  cutoff_minutes: z._default(z.nullable(Minutes), null),
  prices: z._default(z.array(PriceRule).check(z.maxLength(30)), []),
  addons: z._default(z.array(Addon).check(z.maxLength(20)), []),
})
export type EventDraft = z.output<typeof EventDraft>
/**
 * An event with its stock. `draw_kept` means that a draw is declared for the event. A save of the event then cannot
 * change the hour of the draw or the event's state.
 */
export const EventEdited = z.object({
  id: z.number(),
  taken: z.number(),
  draw_kept: z.boolean(),
  updated_at: z.string(),
  draft: EventDraft,
  stock: z.array(z.extend(Stock, { taken: z.number() })),
})
export type EventEdited = z.output<typeof EventEdited>

export const consoleEventsList = post('/console/events/list', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId }),
  /** `friends_most` is the largest number of people in one sign-up. */
  output: z.object({ zone: z.string(), friends_most: z.number(), items: z.array(EventEdited) }),
  description:
    'Lists the events of a race with all their settings, their taken places, and the stock of shirts, bus seats and ' +
    'start zones.',
})
export const consoleEventsSave = post('/console/events/save', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    /** The event to change. Without an id the call creates an event. */
    id: z.optional(Int),
    /** The version of the event that the caller read. The server refuses to overwrite another person's change. */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
    draft: EventDraft,
    /** The stock to change. Things that the list leaves out stay as they are. `most` null removes a limit. */
    stock: z._default(z.array(Stock).check(z.maxLength(200)), []),
  }),
  output: EventEdited,
  refusals: ['event_not_found', 'event_changed_meanwhile', 'places_below_taken', 'stock_below_taken'],
  description:
    'Creates an event, or changes the event with the given id. Places and stock cannot go below the taken number. A ' +
    'new limit also counts the runners who have signed up already.',
})
export const consoleEventsRemove = post('/console/events/remove', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['event_not_found', 'event_in_use'],
  description: 'Removes an event. Nobody may ever have signed up for it.',
})
