import * as z from 'zod/mini'
import { type OutputOf, post, upload } from '#contract/endpoint.ts'
import { Int, Line, Page, RaceId, Time, GivenMoment } from '#contract/scalars.ts'
import { checkReasons, checkWays } from './check.rules.ts'
import { rankings } from './rank.rules.ts'
import { trackReasons } from './track.rules.ts'

const moment = z.nullable(Time)
const number = z.nullable(z.number())
export const reasons = [...checkReasons, ...trackReasons, 'undone'] as const
export const Reason = z.enum(reasons)
export type Reason = z.output<typeof Reason>

const TrailPoint = z.object({
  point: z.number(),
  name: z.string(),
  lat: number,
  lon: number,
  radius: z.number(),
  accuracy: z.number(),
  ways: z.array(z.enum(checkWays)),
  /** True if a screen at the point shows a code that changes. */
  rotating: z.boolean(),
  points: z.number(),
  opens_at: moment,
  closes_at: moment,
})
const Trail = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  eventid: number,
  ordered: z.boolean(),
  ranking: z.enum(rankings),
  rounds: z.number(),
  opens_at: moment,
  closes_at: moment,
  points: z.array(TrailPoint),
  /** The number of people who signed up. */
  people: z.number(),
})
export type Trail = z.output<typeof Trail>
const Signup = z.object({
  id: z.number(),
  raceid: z.number(),
  trailid: z.number(),
  trail: z.string(),
  name: z.string(),
  consent_at: Time,
  withdrawn_at: moment,
  repeats: z.number(),
  points: z.number(),
  seconds: number,
  /** The end of the fastest complete round. */
  finished_at: moment,
  /** The points that the person has reached in the present round. */
  done: z.array(z.number()),
  round: z.number(),
})
export type TrailSignup = z.output<typeof Signup>
const Consent = z.object({ version: z.string(), title: z.string(), body: z.string() })
const named = { raceid: RaceId, id: Int }

export const appTrailQuery = post('/app/trail/query', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: z.optional(Int) }),
  output: z.object({
    items: z.array(Trail),
    /** The line of the course. Only an answer about one trail has it. */
    line: z.array(z.tuple([z.number(), z.number()])),
    consent: Consent,
  }),
  refusals: ['race_not_found', 'trail_not_found'],
  description: 'Lists the published trails of a race with their points and the consent, or reads one with its course.',
  shared: 5,
})
export type QueriedTrails = OutputOf<typeof appTrailQuery>
export const appTrailSign = post('/app/trail/sign', {
  access: 'runner',
  input: z.object({
    ...named,
    change: z._default(z.enum(['sign', 'withdraw']), 'sign'),
    /** The name in the ranking. Only a sign-up needs it. */
    name: z.optional(Line(30)),
    /** The version of the consent that the person read and agreed to. Only a sign-up needs it. */
    consent: z.optional(Line(40)),
  }),
  output: z.object({ signup: Signup }),
  refusals: ['race_not_found', 'trail_not_found', 'trail_over', 'trail_consent_outdated', 'trail_not_signed'],
  description:
    'Signs up for a trail with a consent of its own, or withdraws the consent, which erases all checks and tracks at ' +
    'once. A second sign-up changes the name.',
})
export const appTrailSigned = post('/app/trail/signed', {
  access: 'runner',
  input: z.object({ raceid: z.optional(RaceId) }),
  output: z.object({ items: z.array(Signup) }),
  description: 'Lists the own sign-ups with the state of each, of one race or of all.',
})

const Logged = z.object({
  id: z.number(),
  point: number,
  way: z.enum(checkWays),
  round: number,
  points: z.number(),
  at: Time,
  received_at: Time,
  late: z.boolean(),
  reason: z.nullable(Reason),
  /** The reason in the language of the caller. Null if the check counts. */
  says: z.nullable(z.string()),
})
export const appTrailCheck = upload('/app/trail/check', {
  access: 'runner',
  input: z.object({
    ...named,
    way: z.enum(checkWays),
    /** The point of a check by position. A code already names its point, and a file names many points. */
    point: z.optional(Int),
    code: z.optional(Line(500)),
    lat: z.optional(z.coerce.number().check(z.minimum(-90), z.maximum(90))),
    lon: z.optional(z.coerce.number().check(z.minimum(-180), z.maximum(180))),
    accuracy: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(100_000))),
    /** The time at which the person checked in, if the check waited for a network. */
    at: z.optional(GivenMoment),
  }),
  output: z.object({ checks: z.array(Logged), signup: Signup }),
  refusals: [
    'race_not_found',
    'trail_not_found',
    'trail_not_signed',
    'trail_point_unknown',
    'trail_file_needed',
    'track_file_too_large',
    'track_file_unreadable',
    'track_file_without_times',
    'too_often',
  ],
  description:
    'Checks in at a point by code or by position, or at many points by a GPX or FIT file. A check that does not count ' +
    'is answered and logged with its reason.',
})
export const RankedWalker = z.object({
  rank: z.number(),
  name: z.string(),
  repeats: z.number(),
  points: z.number(),
  seconds: number,
})
export const appTrailRank = post('/app/trail/rank', {
  access: 'anyone',
  input: z.object({ ...named, by: z.optional(z.enum(rankings)), limit: Page.limit }),
  output: z.object({
    by: z.enum(rankings),
    total: z.number(),
    items: z.array(RankedWalker),
  }),
  refusals: ['race_not_found', 'trail_not_found'],
  description: 'Ranks the people of a trail by time, points or repeats, under the names that they chose.',
  shared: 5,
})
export const appTrailChecklogs = post('/app/trail/checklogs', {
  access: 'runner',
  input: z.object(named),
  output: z.object({ items: z.array(Logged) }),
  refusals: ['trail_not_signed'],
  description: 'Lists the own newest checks on a trail with the reason of each refused one, at most 200.',
})
