import * as z from 'zod/mini'
import { type OutputOf, post } from '#contract/endpoint.ts'
import { Flag, Int, Line, RaceId, Time, IntBetween, OtherNames } from '#contract/scalars.ts'
import { genders } from '#features/results/rules.ts'
import { Join, JoinableSeries } from './joining/joining.contract.ts'
import { scorings } from './rank.rules.ts'

const moment = z.nullable(Time)
const Held = z.object({
  /** The race and its event, as `raceid eventid`. */
  key: z.string(),
  raceid: z.number(),
  eventid: z.number(),
  race: z.string(),
  event: z.string(),
  time: Time,
  zone: z.string(),
  /** True if the results are published. */
  over: z.boolean(),
})
const Series = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  season: z.number(),
  scoring: z.enum(scorings),
  places: z.array(z.number()),
  best: z.number(),
  club_size: z.number(),
  races: z.array(Held),
})
export type Series = z.output<typeof Series>
export const seriesList = post('/series/list', {
  access: 'anyone',
  input: z.object({}),
  output: z.object({ items: z.array(Series) }),
  description: 'Lists the published series, the newest season first, with their races.',
  shared: 30,
})
const Scored = z.object({
  race: z.string(),
  points: z.number(),
  place: z.nullable(z.number()),
  counts: z.boolean(),
})
const Row = z.object({
  rank: z.number(),
  /** Null if the runner hides the name. */
  name: z.nullable(z.string()),
  club: z.nullable(z.string()),
  number: z.nullable(z.number()),
  points: z.number(),
  races: z.array(Scored),
})
export const seriesShow = post('/series/show', {
  access: 'anyone',
  input: z.object({ id: Int, gender: z._default(z.enum(genders), 'M') }),
  output: z.object({
    series: Series,
    /** The genders that have finishes in the series. */
    genders: z.array(z.enum(genders)),
    total: z.number(),
    /** The first 200 runners of the gender. */
    items: z.array(Row),
    clubs: z.array(
      z.object({
        rank: z.number(),
        club: z.string(),
        points: z.number(),
        runners: z.array(z.object({ name: z.nullable(z.string()), points: z.number() })),
      }),
    ),
  }),
  refusals: ['series_not_found'],
  description: 'Ranks a series from the published results of its races: one gender, and the clubs.',
  shared: 10,
})
export type SeriesShown = OutputOf<typeof seriesShow>
export const seriesMine = post('/series/mine', {
  access: 'runner',
  input: z.object({}),
  output: z.object({
    /** The account's results in all races, the newest first. */
    results: z.array(
      z.object({
        raceid: z.number(),
        key: z.string(),
        race: z.string(),
        event: z.string(),
        name: z.string(),
        time: Time,
        zone: z.string(),
        metres: z.nullable(z.number()),
        seconds: z.nullable(z.number()),
        place: z.nullable(z.number()),
        /** True if this is the person's fastest time over this distance. */
        best: z.boolean(),
      }),
    ),
    series: z.array(
      z.object({
        id: z.number(),
        series: z.string(),
        name: z.string(),
        rank: z.number(),
        points: z.number(),
        number: z.nullable(z.number()),
      }),
    ),
    places: z.array(z.object({ raceid: z.number(), race: z.string(), name: z.string(), code: z.string() })),
    /** The series that the account joined with a document number, or asked to join. */
    joins: z.array(Join),
    /** The series that a runner can join with a document number now. */
    joinable: z.array(JoinableSeries),
  }),
  description:
    "Lists the account's results over all races with personal bests, its standing in each series, and the guaranteed " +
    'places that it earned.',
})

const texts = z.record(z.string(), z.string())
const ConsoleSeries = z.object({
  ...Series.shape,
  names: texts,
  descriptions: texts,
  /** The number of joins that wait for staff. */
  waiting: z.number(),
  published_at: moment,
  updated_at: Time,
})
export type ConsoleSeries = z.output<typeof ConsoleSeries>
const access = { right: 'results.edit', scope: 'platform' } as const
export const consoleSeriesList = post('/console/series/list', {
  access,
  input: z.object({}),
  output: z.object({
    items: z.array(ConsoleSeries),
    /** The events that a series may take. */
    events: z.array(z.object({ raceid: z.number(), eventid: z.number(), race: z.string(), event: z.string() })),
  }),
  description: 'Lists the series, drafts too, and the events that a series may take.',
})
const Description = z.string().check(z.trim(), z.maxLength(2000))
export const consoleSeriesSave = post('/console/series/save', {
  access,
  input: z.object({
    id: z.optional(Int),
    name: Line(60),
    names: z._default(OtherNames, {}),
    description: z._default(Description, ''),
    descriptions: z._default(z.object({ 'zh-tw': z.optional(Description), en: z.optional(Description) }), {}),
    season: IntBetween(2000, 2200),
    scoring: z.enum(scorings),
    places: z._default(z.array(IntBetween(0, 100_000)).check(z.maxLength(1000)), []),
    best: IntBetween(1, 100),
    club_size: z._default(IntBetween(0, 100), 0),
    published: z._default(Flag, false),
    events: z.array(z.object({ raceid: RaceId, eventid: Int })).check(z.minLength(1), z.maxLength(60)),
    updated_at: z.optional(z.string()),
  }),
  output: z.object({ id: z.number() }),
  refusals: ['series_not_found', 'series_changed_meanwhile', 'series_event_unknown'],
  description: 'Writes or changes a series. The standings follow from its rules at once.',
})
export const consoleSeriesStandings = post('/console/series/standings', {
  access,
  input: z.object({ id: Int }),
  output: z.object({
    races: z.array(Held),
    /** Everybody with points, gender by gender, in the order of ranks. Staff see hidden names. */
    items: z.array(z.extend(Row, { gender: z.enum(genders) })),
  }),
  refusals: ['series_not_found'],
  description: 'The whole standings of a series with the points of each race, for a file.',
})
export type SeriesStandings = OutputOf<typeof consoleSeriesStandings>
export const consoleSeriesFile = post('/console/series/file', {
  access,
  input: z.object({ id: Int }),
  output: z.object({ filename: z.string(), content: z.string() }),
  refusals: ['series_not_found'],
  description: 'The whole standings of a series as a workbook (XLSX), in base64. The call does the work of a download.',
})
export const consoleSeriesNumbers = post('/console/series/numbers', {
  access,
  input: z.object({ id: Int, from: z._default(IntBetween(1, 1_000_000), 1) }),
  output: z.object({ given: z.number() }),
  refusals: ['series_not_found'],
  description: 'Gives season numbers to ranked runners who have none, men first and then women, each in their order.',
})
export const consoleSeriesPlaces = post('/console/series/places', {
  access,
  input: z.object({ id: Int, raceid: RaceId, eventid: Int, first: IntBetween(1, 500) }),
  output: z.object({ given: z.number(), kept: z.number() }),
  refusals: ['series_not_found', 'series_event_unknown'],
  description:
    'Gives the first runners of each gender a guaranteed place in an event: a personal invitation that skips the draw. ' +
    'A second call gives places only to runners who have none yet.',
})
