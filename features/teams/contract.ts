import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Key, Line, Page, RaceId, Search, Time } from '#contract/scalars.ts'

const typed = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
const TeamId = z.coerce.number().check(z.int(), z.minimum(1))

/**
 * A team as a list shows it: docs/behaviour/sign-up.md, Teams, without its password. `counts`: it has the members that
 * the race demands of a team.
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

/** A member of a team. `memberid` identifies the member for the captain. Others never see a registration's key. */
export const TeamMember = z.object({
  memberid: z.number(),
  name: z.string(),
  event: z.string(),
  captain: z.boolean(),
  joined_at: z.nullable(Time),
  /** The caller's own: its registration's key. */
  _key: z.nullable(z.string()),
})
export type TeamMember = z.output<typeof TeamMember>

/**
 * A team as its page shows it. `until`: the end of changes; `why`: the reason why nothing can be changed now, in the
 * caller's language.
 */
export const Team = z.extend(TeamLine, {
  least: z.number(),
  until: z.nullable(Time),
  why: z.nullable(z.string()),
  mine: z.boolean(),
  captain_of: z.boolean(),
})
export type Team = z.output<typeof Team>

export const TeamPage = z.object({ items: z.array(TeamLine), after: z.nullable(z.string()) })

export const teamList = post('/team/list', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, ...Page }),
  output: TeamPage,
  refusals: ['no_teams'],
  description: "A race's teams, newest first, with how many members each has.",
})
export const teamSearch = post('/team/search', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, name: z._default(Search, ''), ...Page }),
  output: TeamPage,
  refusals: ['no_teams'],
  description: 'Teams whose name holds what was typed, whatever its case and blanks.',
})
export const teamFetch = post('/team/fetch', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: TeamId }),
  output: Team,
  refusals: ['team_not_found'],
  description: 'One team. To its members it says that it is theirs, and who leads it.',
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
    "Founds a team with one's own registration, which leads it. Name, profile, cover and password are required; " +
    'the cover is a picture kept by `/stor/upload`.',
})
export const teamSave = post('/team/save', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: TeamId, name: typed(60), profile: typed(1000), cover: typed(200) }),
  output: Team,
  refusals: ['team_not_found', 'teams_over', 'not_captain', 'team_name_taken'],
  description: "Changes a team's name, profile and cover; its captain only.",
})
export const teamPasswd = post('/team/passwd', {
  access: 'runner',
  input: z.object({ raceid: RaceId, id: TeamId, password: typed(100) }),
  output: z.object({ id: z.number() }),
  refusals: ['team_not_found', 'teams_over', 'not_captain'],
  description: 'Changes the password that lets others join; its captain only. Members stay in.',
})
export const teamActs = ['join', 'leave', 'remove', 'captain'] as const
export const teamMembers = post('/team/members', {
  access: 'anyone',
  input: z.object({
    raceid: RaceId,
    teamid: TeamId,
    act: z.optional(z.enum(teamActs)),
    /** The caller's own registration, for `join` and `leave`. */
    id: z.optional(Key),
    password: typed(100),
    /** The member whom `remove` and `captain` are about. */
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
    "A team's members, the captain first, then as they joined: names without contact. With `act` and a session: " +
    "join with the team's password, leave, or as captain remove somebody or hand the lead over. At most " +
    '`settings.team_most` members, exactly.',
})

export const consoleTeamsList = post('/console/teams/list', {
  access: { right: 'teams.edit' },
  input: z.object({ raceid: RaceId, q: z._default(Search, ''), ...Page }),
  output: TeamPage,
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
    'Renames a team, mends its profile, or takes a member out of it, also after teams have stopped changing.',
})
export const consoleTeamsRemove = post('/console/teams/remove', {
  access: { right: 'teams.edit' },
  input: z.object({ raceid: RaceId, id: TeamId }),
  output: z.object({ id: z.number() }),
  refusals: ['team_not_found'],
  description: 'Dissolves a team: its members stay registered, its name is free.',
})
