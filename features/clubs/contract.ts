import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, Page, RaceId, Search, Time, GivenMoment } from '#contract/scalars.ts'

import { followReasons } from './following.rules.ts'

export const clubKinds = ['club', 'company'] as const
const Id = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2147483647))
/** The most rows of a file with the people of a club. */
export const MEMBERS_MOST = 500

/** Places of an event that a club may fill. `price` null means the full price of the event. */
export const QuotaDraft = z.object({
  eventid: Int,
  places: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)),
  price: z._default(z.nullable(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(100_000_000))), null),
  until: GivenMoment,
})
export type QuotaDraft = z.output<typeof QuotaDraft>

/** A quota with its use. `used` counts registrations, paid and unpaid. `listed` counts people without a registration. */
export const ClubQuota = z.object({
  eventid: z.number(),
  event: z.string(),
  places: z.number(),
  used: z.number(),
  unpaid: z.number(),
  listed: z.number(),
  price: z.nullable(Fen),
  until: z.nullable(Time),
})
export type ClubQuota = z.output<typeof ClubQuota>
export type GivenQuota = z.input<typeof ClubQuota>

/** A club as the staff of its race see it. */
export const ClubLine = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(clubKinds),
  quotas: z.array(ClubQuota),
  captains: z.number(),
  /** The reason why staff must look after the club; null if there is no reason. */
  follow: z.nullable(z.enum(followReasons)),
  swap_until: z.nullable(Time),
  closed_at: z.nullable(Time),
})
export type ClubLine = z.output<typeof ClubLine>
export type GivenClub = z.input<typeof ClubLine>

export const consoleClubsList = post('/console/clubs/list', {
  access: { right: 'clubs.manage' },
  input: z.object({
    raceid: RaceId,
    q: z._default(Search, ''),
    /** True if the call lists only the clubs that staff must look after. All of them come in one answer. */
    follow: z._default(Flag, false),
    ...Page,
  }),
  output: z.object({ items: z.array(ClubLine), after: z.nullable(z.string()) }),
  description: 'Lists the clubs and companies of a race, the newest first, each with the use of its quotas.',
})
export const consoleClubsSave = post('/console/clubs/save', {
  access: { right: 'clubs.manage' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Id),
    name: Line(60),
    kind: z._default(z.enum(clubKinds), 'club'),
    /** The moment until which a captain may replace a person. Null: a captain may replace nobody. */
    swap_until: z._default(z.nullable(GivenMoment), null),
    quotas: z.array(QuotaDraft).check(z.minLength(1), z.maxLength(50)),
  }),
  output: ClubLine,
  refusals: ['club_not_found', 'event_not_found', 'quota_below_used', 'quota_twice'],
  description:
    'Creates a club, or changes the club with the given id. A quota never goes below the places that its people ' +
    'use already. Leaving a quota out ends it, which needs that nobody uses it.',
})
export const consoleClubsClose = post('/console/clubs/close', {
  access: { right: 'clubs.manage' },
  input: z.object({ raceid: RaceId, id: Id, closed: z._default(Flag, true) }),
  output: ClubLine,
  refusals: ['club_not_found'],
  description:
    'Closes the desk of a club, or with `closed` 0 opens it again. Nobody enters through a closed desk. Its ' +
    'registered people stay.',
})
export const consoleClubsInvite = post('/console/clubs/invite', {
  access: { right: 'clubs.manage' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({ link: z.string(), expires_at: Time }),
  refusals: ['club_not_found', 'club_closed'],
  description: 'Makes a link by which one runner becomes a captain of the club. It works once, within seven days.',
})
export const consoleClubsMembers = post('/console/clubs/members', {
  access: { right: 'clubs.manage' },
  input: z.object({ raceid: RaceId, id: Id, ...Page }),
  output: z.object({
    items: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        event: z.string(),
        state: z.enum(['waiting', 'ready', 'unpaid', 'entered', 'left']),
        registrationid: z.nullable(z.number()),
      }),
    ),
    after: z.nullable(z.string()),
  }),
  refusals: ['club_not_found'],
  description: 'Lists the people of a club with the state of each.',
})
