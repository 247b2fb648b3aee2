import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { directions, scanOutcomes } from './gate.rules.ts'

const gate = { right: 'desk.work' } as const
const pack = {
  public_key: z.nullable(z.string()),
  kinds: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      reentry: z.boolean(),
      /** Slots that have a time, each with the two moments between which its tickets let people in (milliseconds). */
      slots: z.array(z.tuple([z.string(), z.number(), z.number()])),
    }),
  ),
  /** Pairs of a ticket's id and a turn. Codes of the ticket with a lower turn are not valid any more. */
  revoked: z.array(z.tuple([z.number(), z.number()])),
  at: Time,
}
export const consoleTicketsGate = post('/console/tickets/gate', {
  access: gate,
  input: z.object({ raceid: RaceId }),
  output: z.object(pack),
  description:
    'Lists the kinds of tickets that a gate may check, with the public key and the revoked codes of the race.',
})
/** The key of a device names its race (features/desks, device). */
const DeviceKey = z.string().check(z.maxLength(60))
const Clock = GivenMoment
/** The number of scans that the device still holds after this call. */
const Waiting = z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)))

export const consoleTicketsGateContact = post('/console/tickets/gate/contact', {
  access: 'anyone',
  input: z.object({
    key: DeviceKey,
    clock: z.optional(Clock),
    waiting: Waiting,
    /** The `at` of the last contact. Without it the answer has all passes. */
    since: z.optional(Clock),
  }),
  output: z.object({
    /** `revoked`: the gate sends the scans that it still has and erases its store. */
    state: z.enum(['working', 'revoked']),
    ...pack,
    /** The moment until which the gate may work without contact. */
    until: Time,
    /**
     * The last pass of each ticket that has passed any gate since `since`: ticket, direction, moment in milliseconds.
     */
    passes: z.array(z.tuple([z.number(), z.enum(directions), z.number()])),
  }),
  refusals: ['desk_device_unknown'],
  description:
    'Tells a gate whether it may continue and until when. It also gives the data for work without network: the ' +
    'public key, the revoked codes, and the last pass of each ticket. The key of the device identifies it.',
})
const Scan = z.object({
  scan: z.string().check(z.regex(/^[\w-]{10,60}$/)),
  code: z.string().check(z.maxLength(400)),
  gate: Line(40),
  direction: z.enum(directions),
  goodsid: z.optional(Int),
  at: GivenMoment,
  offline: z._default(z.boolean(), false),
})
const Answered = z.array(
  z.object({
    scan: z.string(),
    outcome: z.enum([...scanOutcomes, 'forged']),
    holder: z.nullable(z.string()),
    goods: z.nullable(z.string()),
    variant: z.nullable(z.string()),
    slot: z.nullable(z.string()),
  }),
)
export const consoleTicketsGateScan = post('/console/tickets/gate/scan', {
  access: 'anyone',
  input: z.object({
    key: DeviceKey,
    /** The moment of the call by the clock of the gate. It corrects the times of scans without network. */
    clock: Clock,
    waiting: Waiting,
    scans: z.array(Scan).check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({ items: Answered }),
  refusals: ['desk_device_unknown', 'device_revoked'],
  description:
    'Records scans of a registered gate and answers each. A revoked gate may still send the scans that it made without ' +
    'network. The same scan counts once, however often it is sent.',
})
export const consoleTicketsScan = post('/console/tickets/scan', {
  access: gate,
  input: z.object({
    raceid: RaceId,
    /** The moment of the call by the clock of the gate. It corrects the times of scans without network. */
    clock: z.optional(GivenMoment),
    scans: z.array(Scan).check(z.minLength(1), z.maxLength(200)),
  }),
  output: z.object({ items: Answered }),
  description:
    'Records scans that a member of staff or a program makes, and answers each. A scan without network has let ' +
    "the person pass already, so its clash goes to the supervisor's list. The same scan counts once, however " +
    'often it is sent.',
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
        outcome: z.enum(scanOutcomes),
        at: Time,
        came_at: Time,
        settled_at: z.nullable(Time),
        /** The accepted scan before this scan. */
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
  description: 'Records that a supervisor has settled a clash of gates.',
})
