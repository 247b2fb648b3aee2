import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, Page, RaceId, Search, Time, GivenMoment } from '#contract/scalars.ts'
import { given } from '#features/checks/contract.ts'
import { type CodeSource, codeSources } from './ledger/rules.ts'

/** An invitation code with its uses, its price and its event (docs/behaviour/sign-up.md, Invitation codes). */
export type Invitation = {
  raceid: number
  id: number
  code: string
  label: string
  /** The event of the invitation; null means any event of the race. */
  eventid: number | null
  /** The number of uses; null means no limit. */
  uses: number | null
  used: number
  expires_at: Date | null
  /** The price with the invitation, in fen. Null means the full price, and 0 means free. */
  price: number | null
  /** True if the entrant needs neither the draw nor the review. */
  direct: boolean
  /** The source of the places that the code gives, for the public ledger of places. */
  source: CodeSource
  stopped_at: Date | null
  /** The keyed index (as hex) of the document of the only person who may use the code; null if anybody may use it. */
  holder: string | null
}

const whys = ['invite_over', 'invite_used_up', 'invite_elsewhere'] as const

export const inviteShow = post('/invite/show', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    code: Line(40),
    eventid: z.optional(Int),
    ...given,
  }),
  output: z.object({
    code: z.string(),
    label: z.string(),
    scope: z.enum(['race', 'event']),
    eventid: z.nullable(z.number()),
    event: z.nullable(z.string()),
    /** The highest price with the invitation, in fen. Null means the full price, and 0 means free. */
    price: z.nullable(Fen),
    pays: z.enum(['free', 'reduced', 'full']),
    /** The remaining uses; null means no limit. */
    remaining: z.nullable(z.number()),
    used: z.number(),
    expires_at: z.nullable(Time),
    direct: z.boolean(),
    /** True if only one person may use the code: the person whose place was deferred. */
    personal: z.boolean(),
    /**
     * The reason why the code does not work at the moment. The server can give the reason `invite_elsewhere` only if
     * the call names an `eventid`.
     */
    why: z.nullable(z.enum(whys)),
  }),
  refusals: ['invite_unknown', 'picture_needed', 'picture_wrong'],
  description:
    'Shows the effect of an invitation code: its event, its price, its uses, its end, and the reason why it does ' +
    'not work. After a few misses the server demands a check, which `check` beside the refusal names.',
})

/** An invitation as its race's staff see it. `remaining` null means no limit. */
export const InvitationLine = z.object({
  id: z.number(),
  code: z.string(),
  label: z.string(),
  eventid: z.nullable(z.number()),
  event: z.nullable(z.string()),
  uses: z.nullable(z.number()),
  used: z.number(),
  remaining: z.nullable(z.number()),
  expires_at: z.nullable(Time),
  price: z.nullable(Fen),
  direct: z.boolean(),
  source: z.enum(codeSources),
  /** True if only one person may use the code. */
  personal: z.boolean(),
  stopped_at: z.nullable(Time),
  state: z.enum(['open', 'used_up', 'over', 'stopped']),
  created_at: Time,
})
export type InvitationLine = z.output<typeof InvitationLine>

/**
 * The terms of an invitation. An invitation without terms is for any event, has no limit of uses and no end, and costs
 * the full price.
 */
const granted = {
  label: Line(60),
  eventid: z.optional(Int),
  uses: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  expires_at: z.optional(GivenMoment),
  price: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000))),
  direct: z._default(Flag, false),
  source: z._default(z.enum(codeSources), 'direct'),
}

export const consoleInvitationsList = post('/console/invitations/list', {
  access: { right: 'invitations.edit' },
  input: z.object({ raceid: RaceId, q: z._default(Search, ''), ...Page }),
  output: z.object({ items: z.array(InvitationLine), after: z.nullable(z.string()) }),
  description:
    "Lists a race's invitation codes, the newest first, with the number of uses of each. Staff search by code or " +
    'label.',
})
export const consoleInvitationsSave = post('/console/invitations/save', {
  access: { right: 'invitations.edit' },
  input: z.object({ raceid: RaceId, id: z.optional(Int), code: z.optional(Line(40)), ...granted }),
  output: InvitationLine,
  refusals: ['invitation_not_found', 'event_not_found', 'code_taken', 'uses_below_used'],
  description:
    'Creates an invitation, or changes the invitation with the given id. Staff choose the code, or the server makes ' +
    'one. The code of an existing invitation never changes. Its terms may change for later sign-ups.',
})
export const consoleInvitationsStop = post('/console/invitations/stop', {
  access: { right: 'invitations.edit' },
  input: z.object({ raceid: RaceId, id: Int, stopped: z._default(Flag, true) }),
  output: InvitationLine,
  refusals: ['invitation_not_found'],
  description: 'Stops a code, or with `stopped` 0 opens it again. Registrations that used the code stay.',
})
export const consoleInvitationsGenerate = post('/console/invitations/generate', {
  access: { right: 'invitations.edit' },
  input: z.object({
    raceid: RaceId,
    count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)),
    ...granted,
  }),
  output: z.object({ items: z.array(InvitationLine) }),
  refusals: ['event_not_found'],
  description:
    'Makes many codes with the same terms at once. Nobody can guess them, and they have no letters and digits that ' +
    'people confuse.',
})
export const consoleInvitationsUses = post('/console/invitations/uses', {
  access: { right: 'invitations.edit' },
  input: z.object({ raceid: RaceId, id: Int, ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        event: z.string(),
        price: Fen,
        paid: z.boolean(),
        live: z.boolean(),
        at: Time,
      }),
    ),
    after: z.nullable(z.string()),
  }),
  refusals: ['invitation_not_found'],
  description:
    'Lists the uses of a code, the newest first. A registration that was deleted or not paid in time has given its ' +
    'use back. The list still shows such a registration and marks it.',
})
