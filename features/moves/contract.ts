import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Key, Line, RaceId, Time } from '#contract/scalars.ts'

const Id = z.coerce.number().check(z.int(), z.minimum(1))

/** One event that a registration may go to, with the consequences. */
export const MoveTarget = z.object({
  id: z.number(),
  name: z.string(),
  /** The price there, and the difference from the agreed price (negative: less). */
  price: Fen,
  difference: z.number(),
  /** The amount that goes back if the price is lower. */
  back: Fen,
  left: z.number(),
  /** The reason why the move is not possible; null if it is. */
  why: z.nullable(z.string()),
  /** Staff with the right may ignore this reason. */
  overrulable: z.boolean(),
  /** The size or the bus is not offered there. */
  loses: z.array(z.enum(['clothes', 'packagebus'])),
})
export type MoveTarget = z.output<typeof MoveTarget>
const Preview = z.object({
  event: z.string(),
  targets: z.array(MoveTarget),
  /** The things that it gives up, and the things that stay. */
  bib: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  team: z.nullable(z.string()),
  result: z.boolean(),
  /** A move that waits for its difference to be paid. */
  pending: z.nullable(z.object({ event: z.string(), amount: Fen, pay_end: Time })),
})
const Moved = z.object({
  id: z.number(),
  /** `done`: moved. `offered`: the difference is to be paid first, until `pay_end`. */
  state: z.enum(['done', 'offered']),
  difference: z.number(),
  back: Fen,
  pay_end: z.nullable(Time),
})
const refusals = [
  'registration_not_found',
  'event_not_found',
  'not_movable',
  'move_pending',
  'move_changed',
  'sold_out',
  'clothes_gone',
  'bus_full',
  'addon_gone',
  'paid_meanwhile',
  'gateway_down',
] as const

export const consoleMovesPreview = post('/console/moves/preview', {
  access: { right: 'registrations.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: Preview,
  refusals: ['registration_not_found', 'not_movable'],
  description: 'Where a registration can be moved, what it costs there, and what it gives up.',
})
export const consoleMovesMake = post('/console/moves/make', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    id: Id,
    eventid: Id,
    /** The difference that was shown: another one is asked about first. */
    shown: z.coerce.number().check(z.int()),
    /** A higher price: the runner pays the difference first, or it is not charged. */
    charge: z._default(z.enum(['ask', 'waive']), 'ask'),
    reason: Line(200),
    /** The event's limits of age and document do not count; wants `registrations.overrule`. */
    overrule: z._default(Flag, false),
  }),
  output: Moved,
  refusals: [...refusals, 'overrule_no_right'],
  description:
    'Moves a registration to another event: its place there is taken under the lock of both events, the difference is ' +
    'asked for by an order, not charged, or given back; bib and zone are given up. The runner is told.',
})

export const registrationMoves = post('/registration/moves', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({ open: z.boolean(), until: z.nullable(Time), ...Preview.shape }),
  refusals: ['registration_not_found', 'not_movable'],
  description: 'Where the registrant may move a registration, while the race lets runners change their event.',
})
export const registrationMove = post('/registration/move', {
  access: 'runner',
  input: z.object({ id: Key, eventid: Id, shown: z.coerce.number().check(z.int()) }),
  output: Moved,
  refusals: [...refusals, 'moves_closed'],
  description:
    "Moves one's own registration to another event, while the race lets runners do it: a higher price is paid before it " +
    'counts, of a lower one the difference goes back.',
})
