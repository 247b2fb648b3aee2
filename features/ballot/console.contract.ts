import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Line, RaceId, Time, Id } from '#contract/scalars.ts'
import { Ballot, BallotDeclared } from './contract.ts'

const Moment = z.optional(z.nullable(z.iso.datetime({ offset: true })))

/**
 * A draw as its staff see it. It shows the outcome before the publication, the progress of the running work, and the
 * problem that stops the work.
 */
export const StaffBallot = z.extend(Ballot, {
  /** The moment at which the job began to make the list. */
  freezing_at: z.nullable(Time),
  progress: z.number(),
  problem: z.nullable(z.string()),
  problem_says: z.nullable(z.string()),
  /** The time of the beacon's round. */
  round_at: z.nullable(Time),
  cancelled_at: z.nullable(Time),
  cancelled_why: z.nullable(z.string()),
})
export type StaffBallot = z.output<typeof StaffBallot>

/** An event with a draw, with the number of entrants and the number of paid entrants. */
export const DrawEvent = z.object({
  id: z.number(),
  name: z.string(),
  places: z.number(),
  taken: z.number(),
  entrants: z.number(),
  paid: z.number(),
  /** True if entrants pay before the draw. Only paid entrants then take part. */
  prepaid: z.boolean(),
  signup_until: z.nullable(Time),
  draw_at: z.nullable(Time),
  pay_end: z.nullable(Time),
})
export type DrawEvent = z.output<typeof DrawEvent>

export const consoleBallotsList = post('/console/ballots/list', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(StaffBallot),
    events: z.array(DrawEvent),
    zone: z.string(),
    pretend_beacon: z.boolean(),
    now: Time,
  }),
  refusals: ['race_not_found'],
  description: "Lists a race's draws, and the events of the race that use a draw.",
})
export const consoleBallotsShow = post('/console/ballots/show', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: StaffBallot,
  refusals: ['ballot_not_found'],
  description: 'Shows one draw, with the progress of the running work.',
})
export const consoleBallotsDeclare = post('/console/ballots/declare', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    eventid: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
    declared: BallotDeclared,
    draw_at: Moment,
    pay_end: Moment,
  }),
  output: StaffBallot,
  refusals: ['event_not_found', 'ballot_event_not_draw', 'ballot_not_declared', 'ballot_beacon_pretend'],
  description:
    "Declares the rules of an event's draw, or changes them until the list is frozen. Without `draw_at` staff " +
    "publish the outcome by hand. Without `pay_end` the event's own `pay_end` applies.",
})
export const consoleBallotsFreeze = post('/console/ballots/freeze', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: StaffBallot,
  refusals: [
    'ballot_not_found',
    'ballot_not_declared',
    'ballot_event_not_draw',
    'ballot_signup_open',
    'ballot_orders_open',
    'ballot_no_entries',
    'ballot_places_short',
    'ballot_source_soon',
    'ballot_beacon_pretend',
  ],
  description:
    'Freezes the list of entries. A job makes the list, and then everybody can see its hash. Nobody can change the ' +
    'rules and the list afterwards.',
})
export const consoleBallotsSeed = post('/console/ballots/seed', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Id, number: Line(200) }),
  output: StaffBallot,
  refusals: ['ballot_not_found', 'ballot_not_frozen', 'ballot_by_beacon', 'ballot_number_early'],
  description:
    'Enters the public number from which the server computes the seed. The call works once and not before the ' +
    'declared moment. Nobody can change the number afterwards.',
})
export const consoleBallotsDraw = post('/console/ballots/draw', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: StaffBallot,
  refusals: ['ballot_not_found', 'ballot_not_seeded'],
  description:
    'Starts the draw again after a problem has stopped it. Without a problem the draw starts automatically when the ' +
    'seed exists. The outcome is the same.',
})

const Share = { entries: z.number(), placed: z.number() }
export const consoleBallotsPreview = post('/console/ballots/preview', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({
    counts: z.record(z.string(), z.number()),
    genders: z.array(z.object({ name: z.nullable(z.string()), ...Share })),
    /** Shares by age, in bands of ten years. */
    ages: z.array(z.object({ from: z.nullable(z.number()), ...Share })),
    provinces: z.array(z.object({ name: z.nullable(z.string()), ...Share })),
    groups: z.object({ groups: z.number(), whole: z.number() }),
    /** The first waiting entrants. `left` means that the entrant does not take part any more. */
    waiting: z.array(z.object({ code: z.number(), id: z.number(), name: z.string(), left: z.boolean() })),
  }),
  refusals: ['ballot_not_found', 'ballot_not_drawn'],
  description:
    'Shows the outcome of a draw before the publication: shares by gender, age and province, and the first waiting ' +
    'entrants.',
})
export const consoleBallotsPublish = post('/console/ballots/publish', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: StaffBallot,
  refusals: ['ballot_not_found', 'ballot_not_drawn'],
  description:
    'Publishes the outcome of a draw now and does not wait for its hour. Places, orders and messages follow.',
})
export const consoleBallotsCancel = post('/console/ballots/cancel', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, id: Id, why: Line(200) }),
  output: StaffBallot,
  refusals: ['ballot_not_found', 'ballot_published'],
  description:
    'Calls a draw off before any part of it is published. The reason is required. The public list of draws still ' +
    'shows the draw.',
})
