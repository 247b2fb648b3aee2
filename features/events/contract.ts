import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Int, Line, RaceId, Time } from '#contract/scalars.ts'
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
/** The state that a new registration of the event enters: registered, awaiting lottery, awaiting review. */
export const eventStates = ['normal', 'draw', 'audit'] as const
export type EventState = (typeof eventStates)[number]
/**
 * Tells whether a person can sign up now: `soon` opens later, `over` is past, `full` has no place left. A draw is never
 * full.
 */
/** `wait`: the places are taken or owed, and a person may sign up for the waitlist. */
export const signupPhases = ['soon', 'open', 'wait', 'full', 'over'] as const
export type SignupPhase = (typeof signupPhases)[number]

const Instant = z.iso.datetime({ offset: true })
const Said = z.partialRecord(z.enum(langs), z.string().check(z.maxLength(2000)))
/**
 * `events.settings.start`: the place and time of an event's start, by language; `zones` each with its own time, in
 * their order.
 */
export const StartSettings = z.object({
  place: z._default(Said, {}),
  address: z._default(Said, {}),
  how: z._default(Said, {}),
  luggage: z._default(Said, {}),
  zones: z._default(
    z.array(z.object({ name: z.string().check(z.minLength(1), z.maxLength(8)), at: Instant })).check(z.maxLength(30)),
    [],
  ),
})
export type StartSettings = z.output<typeof StartSettings>
/** `events.settings`; further entries stay as they are. */
const Minutes = z.number().check(z.int(), z.minimum(1), z.maximum(20_160))
export const EventSettings = z.looseObject({
  start: z.optional(StartSettings),
  /** The minutes after the gun during which the course is open. */
  cutoff_minutes: z.optional(z.nullable(Minutes)),
})

/**
 * One field as the sign-up form draws it. Screens have labels for built-in fields; an event's own question carries
 * `label`.
 */
export const FormField = z.object({
  name: z.string(),
  kind: z.enum(['text', 'number', 'choice', 'tel', 'email', 'area', 'choices', 'date', 'file', 'consent']),
  required: z.boolean(),
  label: z.nullable(z.string()),
  hint: z.nullable(z.string()),
  /** `left`: the remaining number where it is counted (shirts of a size, seats of a bus); null without limit. */
  options: z.array(z.object({ value: z.string(), label: z.string(), left: z.nullable(z.number()) })),
  max: z.number(),
  /** The section that asks the question. */
  section: z.string(),
  /** The page shows the field if that other field has one of these answers; null: always. */
  when: z.nullable(Condition),
  /** Its answers are sealed. */
  personal: z.boolean(),
  /** The least number of characters of a text, or of chosen options. */
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
 * An event as runners see it. `name` is in the caller's language; money in fen; `distance` in metres; `race` holds its
 * place and time (docs/behaviour/screens.md, Race fields).
 */
export const RaceEvent = z.object({
  id: z.number(),
  raceid: z.number(),
  name: z.string(),
  type: z.enum(eventTypes),
  distance: z.nullable(z.number()),
  state: z.enum(eventStates),
  /** The present price for somebody of unknown age who signs up alone: the fee, or an early bird. */
  price: Fen,
  /** The price that a runner pays without a lower price. */
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
  signup_from: z.nullable(Time),
  signup_until: z.nullable(Time),
  start_at: z.nullable(Time),
  /** The minutes after the gun during which the course is open; null without a limit. */
  cutoff_minutes: z.nullable(z.number()),
  /** Day of the start in the race's zone. Ages count on it. */
  race_day: Day,
  /** Minutes in which an order must be paid. */
  pay_minutes: z.number(),
  colour: z.string(),
  /** The facts about the start, in the caller's language; null where there are none. */
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
     * The steps of the form in their order. The screens have the titles of the built-in steps (who, contact, emergency,
     * more).
     */
    sections: z.array(z.object({ name: z.string(), title: z.nullable(z.string()) })),
    quiz: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        options: z.array(z.object({ value: z.string(), label: z.string() })),
      }),
    ),
    qualifying: z.nullable(Qualifying),
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
  input: z.object({ raceid: RaceId }),
  output: z.array(RaceEvent),
  description: "A published race's events in their order, each with its price, places left, state, dates and form.",
})
export const eventShow = post('/event/show', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: Int }),
  output: RaceEvent,
  refusals: ['event_not_found'],
  description: 'One event of a published race.',
})

export const counterKinds = ['clothes', 'packagebus', 'zone', 'addon'] as const
/**
 * Stock: `most` null is without limit. `shared`: counted over all events of the race. An add-on is named by its id.
 */
export const Stock = z.object({
  kind: z.enum(counterKinds),
  name: Line(80),
  shared: z.boolean(),
  most: z.nullable(z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000))),
})
/** An event as its organisers write it; texts in all languages, distance in metres, money in fen. */
export const EventDraft = z.object({
  name: Line(80),
  names: z.partialRecord(z.enum(langs), z.string().check(z.maxLength(120))),
  type: z.enum(eventTypes),
  distance: z.nullable(z.number().check(z.minimum(1), z.maximum(1_000_000))),
  state: z.enum(eventStates),
  price: z.number().check(z.int(), z.minimum(0), z.maximum(10_000_000)),
  paystate: z.enum(['open', 'closed']),
  places: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  signup_from: z.nullable(Instant),
  signup_until: z.nullable(Instant),
  pay_end: z.nullable(Instant),
  draw_at: z.nullable(Instant),
  start_at: z.nullable(Instant),
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
/** `draw_kept`: a draw is declared for the event and keeps its hour and its way of giving places. */
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
  /** `friends_most`: how many may sign up together. */
  output: z.object({ zone: z.string(), friends_most: z.number(), items: z.array(EventEdited) }),
  description:
    'The events of a race with everything that can be set, what is taken, and the stock of shirts, bus seats and start zones.',
})
export const consoleEventsSave = post('/console/events/save', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    /** Without it a new event. */
    id: z.optional(Int),
    /** The version of the event that the caller read. The server refuses to overwrite another person's change. */
    updated_at: z.optional(z.string().check(z.maxLength(40))),
    draft: EventDraft,
    /** A missing thing stays as it is; `most` null removes the limit. */
    stock: z._default(z.array(Stock).check(z.maxLength(200)), []),
  }),
  output: EventEdited,
  refusals: ['event_not_found', 'event_changed_meanwhile', 'places_below_taken', 'stock_below_taken'],
  description:
    'Writes an event, new or by its id. Never fewer places or stock than are taken; a limit that begins to count counts those who are in already.',
})
export const consoleEventsRemove = post('/console/events/remove', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['event_not_found', 'event_in_use'],
  description: 'Removes an event that nobody ever signed up for.',
})
