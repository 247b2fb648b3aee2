import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Key, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'

export const waitlistBases = ['draw_code', 'payment'] as const
export type WaitlistBasis = (typeof waitlistBases)[number]
/**
 * The rule for runners of one order. `alone`: each waits alone. `skip`: they wait together, and smaller groups may pass
 * them. `stop`: they wait together, and nobody passes them.
 */
export const groupRules = ['alone', 'skip', 'stop'] as const
export type GroupRule = (typeof groupRules)[number]
export const waitlistStates = ['open', 'ending', 'ended'] as const

/**
 * The standing of a runner. `none`: the runner has nothing to do with the waitlist. `code`: not drawn, and not paid
 * yet. `unpaid`: signed up for the waitlist, in line after payment. `joining`: in line from the next refresh on.
 * `line`: in line with a rank. `offered`: a place is kept until `offer_until`. `given`: the runner got a place from the
 * waitlist. `ended`: the waitlist ended without a place. `left`: the runner left the waitlist.
 */
export const standings = ['none', 'code', 'unpaid', 'joining', 'line', 'offered', 'given', 'ended', 'left'] as const
export type WaitlistState = (typeof standings)[number]

export const WaitlistMine = z.object({
  standing: z.enum(standings),
  basis: z.nullable(z.enum(waitlistBases)),
  groups: z.nullable(z.enum(groupRules)),
  /** The waiting code of a draw. It is not a rank. */
  code: z.nullable(z.number()),
  rank: z.nullable(z.number()),
  rank_before: z.nullable(z.number()),
  /** The number of runners ahead at the last refresh who have since left or got a place. */
  left_since: z.number(),
  ahead: z.number(),
  ahead_paid: z.number(),
  waiting: z.number(),
  /** The number of runners of the same order in line, including this runner. */
  together: z.number(),
  /**
   * True if the runners of the order get places together or not at all, by the waitlist's rule or by their own wish.
   * `may_ask` is true if they may choose.
   */
  all_or_none: z.boolean(),
  may_ask: z.boolean(),
  /** For a paid runner without a rank: the rank that a refresh at this moment would give. */
  foreseen: z.nullable(z.number()),
  /**
   * True if leaving with a refund excludes the runner from the race for good. Otherwise the document may sign up again.
   */
  loses: z.boolean(),
  refreshed_at: z.nullable(Time),
  refresh_at: z.nullable(Time),
  at_once: z.boolean(),
  ends_at: z.nullable(Time),
  offer_minutes: z.nullable(z.number()),
  offer_until: z.nullable(Time),
  /** The end of the time to pay, for a runner who is not in line yet. */
  pay_end: z.nullable(Time),
  paid: z.boolean(),
  /** The refund for leaving at this moment, in fen. */
  refund: z.number(),
  can_leave: z.boolean(),
  mine: z.boolean(),
})
export type WaitlistMine = z.output<typeof WaitlistMine>

export const waitlistMine = post('/waitlist/mine', {
  access: 'anyone',
  input: z.object({ id: Key }),
  output: WaitlistMine,
  refusals: ['registration_not_found'],
  description:
    'The standing of a registration on its waitlist: its ranks at the last two refreshes, the number of runners who have left since, the runners ahead and those of them who have paid, and the next step with its time. Like the status, it is open to every holder of the key.',
})
export const waitlistLeave = post('/waitlist/leave', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({ _key: z.string(), state: z.string(), refunded: z.number() }),
  refusals: ['registration_not_found', 'not_waiting', 'gateway_down'],
  description:
    'Takes the registrant off the waitlist, at any time. Paid money goes back by the channel that took it. A runner who paid nothing may sign up again.',
})

export const waitlistTogether = post('/waitlist/together', {
  access: 'runner',
  input: z.object({ id: Key, together: Flag }),
  output: z.object({ _key: z.string(), all_or_none: z.boolean() }),
  refusals: ['registration_not_found', 'not_waiting', 'waitlist_no_group'],
  description:
    'Asks for places for all registrants of one order or for none, on a waitlist where each waits alone. Their turn comes with that of the last of them. Without `together` each waits alone again.',
})

export const Waitlist = z.object({
  basis: z.enum(waitlistBases),
  groups: z.enum(groupRules),
  offer_minutes: z.number(),
  at_once: z.boolean(),
  state: z.enum(waitlistStates),
  ends_at: z.nullable(Time),
  refreshed_at: Time,
  refresh_at: Time,
  /**
   * The number of runners in line. The next fields count the paid runners among them, runners who must pay first,
   * runners who were not drawn, and places that are kept for unpaid runners.
   */
  waiting: z.number(),
  paid: z.number(),
  unpaid: z.number(),
  undrawn: z.number(),
  offered: z.number(),
})
export type Waitlist = z.output<typeof Waitlist>
export const WaitlistOfEvent = z.object({
  eventid: z.number(),
  name: z.string(),
  colour: z.string(),
  state: z.enum(['normal', 'draw', 'audit']),
  places: z.number(),
  taken: z.number(),
  waitlist: z.nullable(Waitlist),
})
export type WaitlistOfEvent = z.output<typeof WaitlistOfEvent>

const ofEvent = { raceid: RaceId, eventid: Int }
export const consoleWaitlistsList = post('/console/waitlists/list', {
  access: { right: 'registrations.read' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(WaitlistOfEvent) }),
  refusals: ['race_not_found'],
  description: 'The events of a race with their waitlists: how many runners are in line, have paid, or have an offer.',
})
export const consoleWaitlistsSave = post('/console/waitlists/save', {
  access: { right: 'events.edit' },
  input: z.object({
    ...ofEvent,
    basis: z.enum(waitlistBases),
    groups: z.enum(groupRules),
    offer_minutes: z.coerce.number().check(z.int(), z.minimum(10), z.maximum(20_160)),
    at_once: z._default(Flag, false),
    ends_at: z.optional(z.nullable(GivenMoment)),
  }),
  output: WaitlistOfEvent,
  refusals: [
    'race_not_found',
    'event_not_found',
    'waitlist_after_review',
    'waitlist_without_draw',
    'waitlist_end_wrong',
    'waitlist_begun',
    'waitlist_ending',
  ],
  description: "Opens an event's waitlist or changes it. The rule of its order cannot change once a runner is in line.",
})
export const consoleWaitlistsEntries = post('/console/waitlists/entries', {
  access: { right: 'registrations.read' },
  input: z.object({ ...ofEvent, ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        _key: z.string(),
        name: z.string(),
        rank: z.nullable(z.number()),
        rank_before: z.nullable(z.number()),
        code: z.nullable(z.number()),
        paid: z.boolean(),
        pay_at: z.nullable(Time),
        joined_at: Time,
        orderid: z.nullable(z.number()),
        /** True if the people of the runner's order want their places together or not at all. */
        all_or_none: z.boolean(),
      }),
    ),
    after: z.nullable(z.string()),
  }),
  description: 'The runners in line for an event, in order. Runners who joined since the last refresh stand last.',
})
export const consoleWaitlistsPromote = post('/console/waitlists/promote', {
  access: { right: 'registrations.edit' },
  input: z.object({
    ...ofEvent,
    n: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000))),
    id: z.optional(z.coerce.number().check(z.int())),
    reason: Line(200),
  }),
  output: z.object({ given: z.number(), offered: z.number(), free: z.number() }),
  refusals: ['waitlist_not_found', 'waitlist_nobody', 'waitlist_no_place', 'not_waiting'],
  description:
    'Gives free places by hand, with a reason for the log: to the next `n` in order, or to one runner (`id`). It never gives more places than are free.',
})
export const consoleWaitlistsEnd = post('/console/waitlists/end', {
  access: { right: 'events.edit' },
  input: z.object(ofEvent),
  output: WaitlistOfEvent,
  refusals: ['race_not_found', 'event_not_found', 'waitlist_not_found'],
  description:
    'Ends a waitlist. Each runner who still waits gets the state waitfail, a message, and the paid money back by the channel that took it.',
})
