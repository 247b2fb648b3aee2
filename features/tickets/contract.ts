import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Int, Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { goodsAudiences } from '#features/sales/goods/goods.contract.ts'
import { LINES_MOST, whyNotSold } from '#features/sales/fill.rules.ts'

/** The kinds of tickets that the editor offers as templates. */
export const ticketKinds = ['grandstand', 'expo', 'pasta', 'shuttle', 'companion', 'clinic', 'other'] as const

/** A kind of ticket as visitors see it. */
export const TicketKind = z.object({
  id: z.number(),
  kind: z.enum(ticketKinds),
  name: z.string(),
  about: z.string(),
  audience: z.enum(goodsAudiences),
  most_each: z.nullable(z.number()),
  sale_from: z.nullable(Time),
  sale_until: z.nullable(Time),
  /** The lowest price of the open variants and slots. */
  price_from: Fen,
  /** The number of pieces that can be bought at this moment. */
  free: z.number(),
  /** True if each ticket has the name of its holder. */
  named: z.boolean(),
  reentry: z.boolean(),
  place: z.string(),
})
export type TicketKind = z.output<typeof TicketKind>
const Choice = z.object({
  variantid: z.number(),
  name: z.string(),
  slots: z.array(
    z.object({
      slot: z.string(),
      price: Fen,
      free: z.number(),
      starts_at: z.nullable(Time),
      ends_at: z.nullable(Time),
    }),
  ),
})

/** A ticket as its holder sees it. `code` is null while the name is missing, and after the ticket was given back. */
export const TicketShown = z.object({
  _key: z.string(),
  goodsid: z.number(),
  goods: z.string(),
  variant: z.string(),
  slot: z.string(),
  starts_at: z.nullable(Time),
  ends_at: z.nullable(Time),
  place: z.string(),
  state: z.enum(['valid', 'returned']),
  named: z.boolean(),
  holder: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** True while a link waits for another person. */
  offered: z.boolean(),
  /** True once a gate has let the holder in. */
  used: z.boolean(),
  /** The key of the order and the key of the line, if the caller bought the ticket. */
  order_key: z.nullable(z.string()),
  item_key: z.nullable(z.string()),
})
export type TicketShown = z.output<typeof TicketShown>

export const ticketShow = post('/ticket/show', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(TicketKind) }),
  description: 'Lists the kinds of tickets that a published race sells, with the free pieces of each.',
})
export const ticketTickets = post('/ticket/tickets', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ zone: z.string(), kind: TicketKind, choices: z.array(Choice) }),
  refusals: ['ticket_kind_unknown'],
  description: 'Shows one kind of ticket with its variants and slots, their prices and free pieces.',
})
export const ticketBuy = post('/ticket/buy', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    lines: z
      .array(
        z.object({
          variantid: Int,
          slot: z._default(z.string().check(z.maxLength(40)), ''),
          n: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)),
        }),
      )
      .check(z.minLength(1), z.maxLength(LINES_MOST)),
    amount: z.optional(Amount),
  }),
  output: z.object({ order: z.string(), amount: Fen, paid: z.boolean() }),
  refusals: whyNotSold,
  description:
    'Orders tickets, all lines or none. `amount` is the amount that the page showed. A free order is paid at once. ' +
    '/sales/pay pays the order by its key, and /sales/return gives tickets back.',
})
export const ticketMy = post('/ticket/my', {
  access: 'runner',
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(TicketShown) }),
  description: 'Lists the tickets that the account holds in a race, each with the code that a gate scans.',
})
const oneTicket = z.object({ id: Key })
export const ticketDetail = post('/ticket/detail', {
  access: 'runner',
  input: oneTicket,
  output: z.object({ zone: z.string(), race: z.string(), ticket: TicketShown, moves: z.array(z.object({ at: Time })) }),
  refusals: ['own_ticket_unknown'],
  description: "Shows one of the account's own tickets with its code and the times at which it was handed on.",
})
export const ticketName = post('/ticket/name', {
  access: 'runner',
  input: z.object({ id: Key, name: Line(40) }),
  output: z.object({ ticket: TicketShown }),
  refusals: ['own_ticket_unknown', 'ticket_is_used', 'ticket_gone'],
  description: 'Writes the name of the holder on a ticket, until a gate has let the holder in.',
})
export const ticketOffer = post('/ticket/offer', {
  access: 'runner',
  input: oneTicket,
  output: z.object({ token: z.string() }),
  refusals: ['own_ticket_unknown', 'ticket_is_used', 'ticket_gone'],
  description:
    'Makes a link by which one other person may take the ticket. A new link ends the former one. The ticket stays ' +
    'with the holder until somebody takes it.',
})
export const ticketKeep = post('/ticket/keep', {
  access: 'runner',
  input: oneTicket,
  output: z.object({ ticket: TicketShown }),
  refusals: ['own_ticket_unknown'],
  description: 'Ends the link of an offered ticket. The ticket stays with its holder.',
})
export const ticketTake = post('/ticket/take', {
  access: 'runner',
  input: z.object({ raceid: RaceId, token: z.string().check(z.regex(/^[\w-]{20,60}$/)) }),
  output: z.object({ ticket: TicketShown }),
  refusals: ['ticket_link_over', 'ticket_is_used'],
  description:
    "Takes an offered ticket by its link. The former holder's code does not count any more. A link counts once.",
})
