import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Key, Line, Page, RaceId, Search, Time } from '#contract/scalars.ts'

const typed = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
const TeamId = z.coerce.number().check(z.int(), z.minimum(1))

/**
 * A team as a list shows it, without its password (docs/behaviour/sign-up.md, Teams). `counts` is true if the team has
 * at least as many members as the race requires.
 */
export const TeamLine = z.object({
  id: z.number(),
  raceid: z.number(),
  name: z.string(),
  profile: z.string(),
  cover: z.string(),
  members: z.number(),
  most: z.number(),
  counts: z.boolean(),
  captain: z.string(),
  created_at: Time,
})
export type TeamLine = z.output<typeof TeamLine>

/**
 * A member of a team. `memberid` identifies the member for the captain, because only the members themselves see the key
 * of their registration.
 */
export const TeamMember = z.object({
  memberid: z.number(),
  name: z.string(),
  event: z.string(),
  captain: z.boolean(),
  joined_at: z.nullable(Time),
  /** The key of the registration, if it is the caller's own. */
  _key: z.nullable(z.string()),
})
export type TeamMember = z.output<typeof TeamMember>

/**
 * A team as its page shows it. `until` is the time at which changes end. `why` is the reason why no change is possible
 * at this moment, in the caller's language.
 */
export const Team = z.extend(TeamLine, {
  least: z.number(),
  until: z.nullable(Time),
  why: z.nullable(z.string()),
  mine: z.boolean(),
  captain_of: z.boolean(),
})
export type Team = z.output<typeof Team>

export const TeamList = z.object({ items: z.array(TeamLine), after: z.nullable(z.string()) })

export const teamList = post('/team/list', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, ...Page }),
  output: TeamList,
  refusals: ['no_teams'],
  description: "A race's teams, newest first, each with the number of its members.",
})
export const teamSearch = post('/team/search', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, name: z._default(Search, ''), ...Page }),
  output: TeamList,
  refusals: ['no_teams'],
  description: 'Teams whose name contains the typed text. Case and blanks do not matter.',
})
export const teamFetch = post('/team/fetch', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: TeamId }),
  output: Team,
  refusals: ['team_not_found'],
  description: "One team. A member also learns that the team is the member's own, and who leads it.",
})
export const teamCreate = post('/team/create', {
  access: 'runner',
  input: z.object({ id: Key, name: typed(60), profile: typed(1000), cover: typed(200), password: typed(100) }),
  output: Team,
  refusals: [
    'registration_not_found',
    'no_teams',
    'teams_over',
    'not_a_live_registration',
    'in_a_team',
    'team_name_taken',
  ],
  description:
    "Founds a team with one's own registration, which becomes its captain. Name, profile, cover and password are required; the cover is a picture that `/stor/upload` stored.",
})
export const teamSave = post('/team/save', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: TeamId, name: typed(60), profile: typed(1000), cover: typed(200) }),
  output: Team,
  refusals: ['team_not_found', 'teams_over', 'not_captain', 'team_name_taken'],
  description: "Changes a team's name, profile and cover. Only its captain may call it.",
})
export const teamPasswd = post('/team/passwd', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: TeamId, password: typed(100) }),
  output: z.object({ id: z.number() }),
  refusals: ['team_not_found', 'teams_over', 'not_captain'],
  description:
    'Changes the password with which others join. Only the captain may call it. The members stay in the team.',
})
export const teamActs = ['join', 'leave', 'remove', 'captain'] as const
export const teamMembers = post('/team/members', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    teamid: TeamId,
    act: z.optional(z.enum(teamActs)),
    /** The caller's own registration. `join` and `leave` need it. */
    id: z.optional(Key),
    password: typed(100),
    /** The member to remove (`remove`), or to make captain (`captain`). */
    memberid: z.optional(Int),
  }),
  output: z.object({ items: z.array(TeamMember) }),
  refusals: [
    'team_not_found',
    'registration_not_found',
    'no_teams',
    'teams_over',
    'not_a_live_registration',
    'in_a_team',
    'not_in_team',
    'team_full',
    'team_password_wrong',
    'not_captain',
  ],
  description:
    "A team's members, the captain first, then by the time of joining, with names and without contact data. With `act` and a session the caller joins with the team's password, leaves, or as captain removes a member or makes another member captain. A team never has more than `settings.team_most` members.",
})

export const consoleTeamsList = post('/console/teams/list', {
  access: { right: 'teams.edit' },
  input: z.object({ raceid: RaceId, q: z._default(Search, ''), ...Page }),
  output: TeamList,
  description: "A race's teams for its staff, newest first, by name.",
})
export const consoleTeamsMembers = post('/console/teams/members', {
  access: { right: 'teams.edit' },
  input: z.object({ raceid: RaceId, id: TeamId }),
  output: z.object({ items: z.array(z.omit(TeamMember, { _key: true })) }),
  refusals: ['team_not_found'],
  description: "A team's members for the race's staff.",
})
export const consoleTeamsSave = post('/console/teams/save', {
  access: { right: 'teams.edit' },
  input: z.object({ raceid: RaceId, id: TeamId, name: Line(60), profile: typed(1000), remove_member: z.optional(Int) }),
  output: TeamLine,
  refusals: ['team_not_found', 'team_name_taken', 'not_in_team', 'last_member'],
  description:
    'Renames a team, corrects its profile, or removes a member. Staff may do so even after the end of changes.',
})
export const consoleTeamsRemove = post('/console/teams/remove', {
  access: { right: 'teams.edit' },
  input: z.object({ raceid: RaceId, id: TeamId }),
  output: z.object({ id: z.number() }),
  refusals: ['team_not_found'],
  description: 'Dissolves a team. Its members stay registered, and its name is free.',
})
