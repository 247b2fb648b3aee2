import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Key, Line, RaceId, Time, Id } from '#contract/scalars.ts'

/** One target event of a move, with the consequences. */
export const MoveTarget = z.object({
  id: z.number(),
  name: z.string(),
  /**
   * The price of the target event, and the difference from the agreed price. The difference is negative if the target
   * event costs less.
   */
  price: Fen,
  difference: z.number(),
  /** The refund if the price is lower. */
  back: Fen,
  left: z.number(),
  /** The reason why the move is not possible; null if the move is possible. */
  why: z.nullable(z.string()),
  /** True if staff with the right `registrations.overrule` may ignore the reason in `why`. */
  overrulable: z.boolean(),
  /** The choices that the target event does not offer. */
  loses: z.array(z.enum(['clothes', 'packagebus'])),
})
export type MoveTarget = z.output<typeof MoveTarget>
const Preview = z.object({
  event: z.string(),
  targets: z.array(MoveTarget),
  /** The bib and zone that the registration loses. */
  bib: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  team: z.nullable(z.string()),
  result: z.boolean(),
  /** A move that waits for the payment of its difference. */
  pending: z.nullable(z.object({ event: z.string(), amount: Fen, pay_end: Time })),
})
const Moved = z.object({
  id: z.number(),
  /**
   * `done` means that the registration has moved. `offered` means that the runner must first pay the difference, until
   * `pay_end`.
   */
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
  'move_not_admitted',
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
  description:
    'Lists the events that a registration can move to, with the price of each and the things that the registration ' +
    'loses.',
})
export const consoleMovesMake = post('/console/moves/make', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    id: Id,
    eventid: Int,
    /**
     * The difference that the page showed. If the difference is another amount now, the server refuses the call, and
     * the page asks the person again.
     */
    shown: Int,
    /**
     * The rule for a higher price. With `ask` the runner pays the difference first. With `waive` nobody pays the
     * difference.
     */
    charge: z._default(z.enum(['ask', 'waive']), 'ask'),
    reason: Line(200),
    /** True if the event's limits of age and document do not apply. The caller needs `registrations.overrule`. */
    overrule: z._default(Flag, false),
  }),
  output: Moved,
  refusals: [...refusals, 'overrule_no_right'],
  description:
    'Moves a registration to another event. The server takes its place under the locks of both events. A higher ' +
    'price is charged by an order or not at all, and a lower price is refunded. The registration loses bib and ' +
    'zone. The runner gets a message.',
})

export const registrationMoves = post('/registration/moves', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: z.object({ open: z.boolean(), until: z.nullable(Time), ...Preview.shape }),
  refusals: ['registration_not_found', 'not_movable'],
  description:
    'Lists the events that the registrant may move a registration to, while the race lets runners change their event.',
})
export const registrationMove = post('/registration/move', {
  access: 'runner',
  input: z.object({ id: Key, eventid: Int, shown: Int }),
  output: Moved,
  refusals: [...refusals, 'moves_closed'],
  description:
    "Moves the caller's own registration to another event, while the race lets runners change. A higher price must " +
    'be paid before the move. For a lower price the difference is refunded.',
})
