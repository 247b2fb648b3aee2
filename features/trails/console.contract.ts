import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId, Time, IntBetween, OtherNames, GivenMoment } from '#contract/scalars.ts'
import { checkWays } from './check.rules.ts'
import { RankedWalker, Reason } from './contract.ts'
import { rankings } from './rank.rules.ts'

const given = z.nullable(GivenMoment)
const number = z.nullable(z.number())
const degree = (most: number) => z.nullable(z.coerce.number().check(z.minimum(-most), z.maximum(most)))

const pointInput = z.object({
  name: Line(60),
  names: z._default(OtherNames, {}),
  lat: degree(90),
  lon: degree(180),
  radius: z._default(IntBetween(10, 1000), 50),
  accuracy: z._default(IntBetween(5, 500), 50),
  ways: z.array(z.enum(checkWays)).check(z.minLength(1), z.maxLength(3)),
  rotating: z._default(Flag, false),
  points: z._default(IntBetween(0, 10_000), 1),
  opens_at: z._default(given, null),
  closes_at: z._default(given, null),
})
const trailInput = {
  name: Line(60),
  names: z._default(OtherNames, {}),
  description: z._default(z.string().check(z.trim(), z.maxLength(2000)), ''),
  eventid: z._default(z.nullable(Int), null),
  ordered: z._default(Flag, false),
  ranking: z._default(z.enum(rankings), 'time'),
  rounds: z._default(IntBetween(1, 1000), 1),
  opens_at: z._default(given, null),
  closes_at: z._default(given, null),
  published: z._default(Flag, false),
}
const moment = z.nullable(Time)
const texts = z.record(z.string(), z.string())
const Point = z.object({
  point: z.number(),
  name: z.string(),
  names: texts,
  lat: number,
  lon: number,
  radius: z.number(),
  accuracy: z.number(),
  ways: z.array(z.enum(checkWays)),
  rotating: z.boolean(),
  points: z.number(),
  opens_at: moment,
  closes_at: moment,
})
const ConsoleTrail = z.object({
  id: z.number(),
  name: z.string(),
  names: texts,
  description: z.string(),
  eventid: number,
  ordered: z.boolean(),
  ranking: z.enum(rankings),
  rounds: z.number(),
  opens_at: moment,
  closes_at: moment,
  published_at: moment,
  updated_at: Time,
  points: z.array(Point),
})
export type ConsoleTrail = z.output<typeof ConsoleTrail>

export const consoleTrailsList = post('/console/trails/list', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(ConsoleTrail) }),
  description: 'Lists the trails of a race with their points, drafts too.',
})
export const consoleTrailsSave = post('/console/trails/save', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    ...trailInput,
    points: z.array(pointInput).check(z.minLength(1), z.maxLength(100)),
    /** The `updated_at` of the trail, as the caller read it before the change. */
    updated_at: z.optional(z.string()),
  }),
  output: z.object({ trail: ConsoleTrail }),
  refusals: ['trail_not_found', 'trail_changed_meanwhile', 'trail_walked'],
  description:
    'Writes or changes a trail with all of its points in their order. Once somebody checked in, the number of points ' +
    'stays.',
})
export const consoleTrailsCodes = post('/console/trails/codes', {
  access: { right: 'events.edit' },
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** The point whose code gets a new edition. All codes of the former edition become invalid. */
    renew: z.optional(Int),
  }),
  output: z.object({
    now: Time,
    items: z.array(
      z.object({
        point: z.number(),
        name: z.string(),
        rotating: z.boolean(),
        code: z.string(),
        /** The address that the QR code holds. */
        address: z.string(),
        /** The moment at which a screen asks for its next code. Null if the code is printed. */
        until: moment,
      }),
    ),
  }),
  refusals: ['trail_not_found', 'trail_point_unknown'],
  description: 'Reads the codes of the points that take codes: the lasting ones of posts, the present ones of screens.',
})
const ConsoleCheck = z.object({
  id: z.number(),
  name: z.string(),
  point: number,
  way: z.enum(checkWays),
  round: number,
  at: Time,
  received_at: Time,
  late: z.boolean(),
  reason: z.nullable(Reason),
  says: z.nullable(z.string()),
  decided_at: moment,
})
export const consoleTrailsChecks = post('/console/trails/checks', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Int, only: z._default(z.enum(['all', 'refused', 'late']), 'all') }),
  output: z.object({ items: z.array(ConsoleCheck) }),
  refusals: ['trail_not_found'],
  description: 'Lists the newest 500 checks of a trail: all, the refused ones, or the late ones. It tells no position.',
})
export const consoleTrailsDecide = post('/console/trails/decide', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Int, checkid: Int, counts: Flag }),
  output: z.object({ check: ConsoleCheck }),
  refusals: ['trail_not_found', 'trail_check_not_found', 'trail_check_cannot_count'],
  description:
    'Lets a refused check count, in the first round that lacks its point, or takes a check back. A refused file names ' +
    'no point, so it cannot count.',
})
export const consoleTrailsRanks = post('/console/trails/ranks', {
  access: { right: 'results.edit' },
  input: z.object({ raceid: RaceId, id: Int, by: z.enum(rankings) }),
  output: z.object({ items: z.array(RankedWalker) }),
  refusals: ['trail_not_found'],
  description: 'Ranks the people of a trail for staff, at most 500, also where the trail is a draft.',
})
