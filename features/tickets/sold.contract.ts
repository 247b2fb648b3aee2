import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { directions, scanOutcomes } from './gate.rules.ts'

/** The states by which staff filter sold tickets. `out` means that the holder has entered and left again. */
export const soldStates = ['unused', 'inside', 'out', 'returned'] as const
export type SoldState = (typeof soldStates)[number]
const read = { right: 'money.read' } as const

export const SoldTicket = z.object({
  id: z.number(),
  goodsid: z.number(),
  goods: z.string(),
  variant: z.string(),
  slot: z.string(),
  starts_at: z.nullable(Time),
  /** Null if the ticket has no name, and for staff who may not read registrations. */
  holder: z.nullable(z.string()),
  state: z.enum(soldStates),
  /** The number of times that the ticket was handed on. */
  moves: z.number(),
  /** The price of this piece. */
  price: Fen,
  tradeno: z.string(),
  orderid: z.number(),
  created_at: Time,
})
export type SoldTicket = z.output<typeof SoldTicket>

export const TicketFilter = z.object({
  goodsid: z.optional(Int),
  state: z.optional(z.enum(soldStates)),
  moved: z.optional(Flag),
  /** Part of the holder's name, an order number, the number of a ticket, or the text of its code. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(400))),
})
export const consoleTicketsSold = post('/console/tickets/sold', {
  access: read,
  input: z.extend(TicketFilter, { raceid: RaceId, ...Page }),
  output: z.object({
    items: z.array(SoldTicket),
    after: z.nullable(z.string()),
    counts: z.record(z.enum(soldStates), z.number()),
    kinds: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  description:
    'Lists the sold tickets of a race, the newest first, with the number of tickets in each state. Only staff who may ' +
    'read registrations find and see the names of holders.',
})
export const consoleTicketsShow = post('/console/tickets/show', {
  access: read,
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({
    ticket: SoldTicket,
    /**
     * The accounts that held the ticket, in the order of time. Staff who may not read registrations see no `mobile`.
     */
    holders: z.array(z.object({ uid: z.number(), mobile: z.nullable(z.string()), since: Time })),
    scans: z.array(
      z.object({
        id: z.number(),
        gate: z.string(),
        direction: z.enum(directions),
        outcome: z.enum(scanOutcomes),
        offline: z.boolean(),
        at: Time,
        staff: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: ['own_ticket_unknown'],
  description: 'Shows one sold ticket with the accounts that held it and its scans at gates.',
})
export const consoleTicketsReturn = post('/console/tickets/return', {
  access: { right: 'money.refund' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** The per cent of the price that the race keeps. */
    percent: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100)), 0),
    reason: Line(200),
  }),
  output: z.object({ amount: Fen }),
  refusals: [
    'own_ticket_unknown',
    'ticket_gone',
    'return_not_whole',
    'return_not_paid',
    'return_too_many',
    'return_closed',
  ],
  description:
    'Takes one ticket back for staff, at any time, whoever holds it. The money goes back to the buyer. The code is ' +
    'revoked, and the piece is on sale again. The log names the reason.',
})
