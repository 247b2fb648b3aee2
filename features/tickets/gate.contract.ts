import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { directions, outcomes } from './gate.rules.ts'

const gate = { right: 'desk.work' } as const
export const consoleTicketsGate = post('/console/tickets/gate', {
  access: gate,
  input: z.object({ raceid: RaceId }),
  output: z.object({
    public_key: z.nullable(z.string()),
    kinds: z.array(z.object({ id: z.number(), name: z.string(), reentry: z.boolean() })),
    /** A ticket whose turns below this number are no longer valid. */
    revoked: z.array(z.tuple([z.number(), z.number()])),
    at: Time,
  }),
  description: 'Gives a gate what it needs to check tickets without network: the public key and the revoked codes.',
})
const Scan = z.object({
  scan: z.string().check(z.regex(/^[\w-]{10,60}$/)),
  code: z.string().check(z.maxLength(400)),
  gate: Line(40),
  direction: z.enum(directions),
  goodsid: z.optional(Int),
  at: z.iso.datetime({ offset: true }),
  offline: z._default(z.boolean(), false),
})
export const consoleTicketsScan = post('/console/tickets/scan', {
  access: gate,
  input: z.object({
    raceid: RaceId,
    /** The moment of the call by the clock of the gate. It corrects the times of scans without network. */
    clock: z.optional(z.iso.datetime({ offset: true })),
    scans: z.array(Scan).check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({
    items: z.array(
      z.object({
        scan: z.string(),
        outcome: z.enum([...outcomes, 'forged']),
        holder: z.nullable(z.string()),
        goods: z.nullable(z.string()),
        variant: z.nullable(z.string()),
        slot: z.nullable(z.string()),
      }),
    ),
  }),
  description:
    'Records scans of a gate and answers each. A scan that the gate made without network was let through already; ' +
    "where it clashes, the supervisor's list shows it. The same scan counts once, however often it is sent.",
})
export const consoleTicketsClashes = post('/console/tickets/clashes', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        ticketid: z.number(),
        goods: z.string(),
        variant: z.string(),
        slot: z.string(),
        gate: z.string(),
        direction: z.enum(directions),
        outcome: z.enum(outcomes),
        at: Time,
        came_at: Time,
        settled_at: z.nullable(Time),
        /** The accepted scan before this one. */
        before: z.nullable(z.object({ gate: z.string(), at: Time })),
      }),
    ),
  }),
  description: 'Lists the scans without network that clashed with another scan, such as a double entry.',
})
export const consoleTicketsSettle = post('/console/tickets/settle', {
  access: { right: 'desk.manage' },
  input: z.object({ raceid: RaceId, id: Int }),
  output: z.object({ id: z.number() }),
  refusals: ['scan_unknown'],
  description: 'Marks a clash of gates as looked into.',
})
