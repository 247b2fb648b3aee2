import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Search } from '#contract/scalars.ts'
import { clocks, genders, outcomes, teamKinds } from '../rules.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const Kind = z.enum(teamKinds)
/** The name of a team in addresses. It is in the form in which names are compared. */
const TeamKey = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

/**
 * A runner of a team. `points` is the time or rank that the runner adds, as a text; null for a runner who does not
 * score.
 */
export const TeamRunner = z.object({
  key: z.string(),
  bib: z.string(),
  name: text,
  gender: z.nullable(z.enum(genders)),
  outcome: z.enum(outcomes),
  place: count,
  time: text,
  points: text,
})
export type TeamRunner = z.output<typeof TeamRunner>
/**
 * A team in one kind. `place` is null if too few members have finished; `missing` tells how many are missing, and of
 * which gender.
 */
export const TeamRow = z.object({
  team: z.string(),
  name: z.string(),
  place: count,
  /**
   * The sum of the scorers' times or ranks. A sum of times exists even while scorers are missing. `gap` is the
   * difference from the score of the first team.
   */
  score: text,
  gap: text,
  laps: count,
  finished: z.number(),
  scorers: z.number(),
  missing: z.object({ any: z.number(), women: z.number(), men: z.number() }),
  members: z.number(),
  /** The scorers; `finished` is their number. In the answer about one team, the other finishers follow after them. */
  runners: z.array(TeamRunner),
})
export type TeamRow = z.output<typeof TeamRow>
export const TeamKindShown = z.object({
  kind: Kind,
  scorers: z.number(),
  women: z.number(),
  men: z.number(),
  teams: z.number(),
  complete: z.number(),
})
export type TeamKindShown = z.output<typeof TeamKindShown>

const Said = {
  eventid: z.number(),
  event: z.string(),
  score: z.enum(['time', 'places']),
  /** The ranks that count: as they stand in the event, or counted again among the runners of complete teams. */
  numbering: z.enum(['stand', 'teams']),
  basis: z.enum(clocks),
  provisional: z.boolean(),
  /** The version changes with every change of the event's results. */
  version: z.string(),
}
export const resultsTeams = get('/results/teams', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId, eventid: Int, kind: z.optional(Kind), q: z._default(Search, ''), ...Page }),
  output: z.object({
    ...Said,
    kind: Kind,
    kinds: z.array(TeamKindShown),
    items: z.array(TeamRow),
    after: text,
    /** The number of matches, on the first page of a search. */ total: count,
  }),
  refusals: ['race_not_found', 'no_teams_ranked'],
  description:
    'The team classification of an event. Complete teams stand by rank with their scorers, then teams of which too few have finished. `q` is part of a name. The classification follows every result at once, and is provisional while results are.',
})
export const resultsTeam = get('/results/team', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId, eventid: Int, team: TeamKey }),
  output: z.object({
    ...Said,
    team: z.string(),
    name: z.string(),
    kinds: z.array(z.object({ ...TeamKindShown.shape, row: TeamRow })),
    /** The runners of the team who have not finished. */ unfinished: z.array(TeamRunner),
  }),
  refusals: ['race_not_found', 'no_teams_ranked', 'team_not_ranked'],
  description:
    'One team of an event in every kind, with its runners: scorers, other finishers, and those who did not finish (at most 300 of each).',
})

/** The team of a runner, as the runner's report shows it. */
export const TeamOfReport = z.object({
  team: z.string(),
  name: z.string(),
  kinds: z.array(
    z.object({
      kind: Kind,
      place: count,
      of: z.number(),
      score: text,
      scores: z.boolean(),
      finished: z.number(),
      scorers: z.number(),
    }),
  ),
})
export type TeamOfReport = z.output<typeof TeamOfReport>
