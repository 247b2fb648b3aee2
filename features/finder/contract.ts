import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { RaceEvent, eventTypes, signupPhases } from '#features/events/contract.ts'
import { NoticeLine } from '#features/notices/contract.ts'
import { CourseSketch } from '#features/courses/contract.ts'
import { Race, Skins } from '#features/races/contract.ts'
import { Winners } from '#features/results/contract.ts'

/**
 * Date filters (docs/behaviour/screens.md, Race fields): the race was held within the last year, month or week. Without
 * a filter the list also has future races.
 */
export const periods = ['year', 'month', 'week'] as const
export const sorts = ['open', 'time', 'popularity'] as const

/** A race as the finder lists it. */
export const FoundRace = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(['road', 'trail']),
  cover: z.nullable(z.string()),
  header: z.nullable(z.string()),
  city: z.string(),
  province: z.string(),
  time: Time,
  zone: z.string(),
  skins: Skins,
  types: z.array(z.enum(eventTypes)),
  /** The best state of sign-up among the race's events, in the order open, soon, wait, full, over. */
  signup: z.enum(signupPhases),
  /** True if all events are cancelled. */
  cancelled: z.boolean(),
  /** The first opening of sign-up; null unless `signup` is `soon`. */
  signup_from: z.nullable(Time),
  /**
   * The nearest deadline of the events whose state is the value of `signup`; null if sign-up is over, or if none of
   * these events has a deadline.
   */
  signup_until: z.nullable(Time),
  /**
   * The places and the free places of the events whose state is the value of `signup`. Events with a ballot do not
   * count. `places_left` is null unless an event without a ballot is open.
   */
  places: z.number(),
  places_left: z.nullable(z.number()),
  /** True if an open event gives its places by a ballot. */
  ballot: z.boolean(),
  /** The lowest price above zero; 0 if every event is free, and null if the race has no event. */
  price_from: z.nullable(Fen),
  /** True if some events are free and other events are not. */
  some_free: z.boolean(),
  popularity: z.number(),
})
export type FoundRace = z.output<typeof FoundRace>

export const apiHelperRaces = post('/api/helper/races', {
  access: 'anyone',
  shared: 5,
  input: z.object({
    type: z.optional(z.enum(eventTypes)),
    period: z.optional(z.enum(periods)),
    sort: z._default(z.enum(sorts), 'time'),
    search: z._default(Search, ''),
    ...Page,
  }),
  output: z.object({ items: z.array(FoundRace), after: z.nullable(z.string()) }),
  description:
    'Lists published races. The caller filters by event type, by period (held within the last year, month or week), ' +
    'or by words in name or place. The order is by time (the next race first, then the latest past race), the same ' +
    'with races that take entries first (open), or by popularity.',
})

const Home = z.object({
  race: Race,
  events: z.array(RaceEvent),
  notices: z.array(NoticeLine),
  results_published: z.boolean(),
  /** The first woman and the first man of each event with published results. */
  winners: z.array(Winners),
  course: z.nullable(CourseSketch),
  /** True if the race was postponed, shortened or cancelled. `/disruption/now` tells the change. */
  has_disruption: z.boolean(),
  /** True if a flag for heat or air is up. `/safety/now` tells the flags. */
  has_flags: z.boolean(),
})
export type HomePreview = z.output<typeof Home>

/** The preview call for staff who set a race up. */
export const consoleHomePreview = post('/console/home/preview', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: Home,
  description: "Shows a race's home page as runners will see it, before or after publication.",
})

export const raceHome = post('/race/home', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId }),
  output: Home,
  description:
    "Returns the data of a race's home page: the race with its menu, its events with free places, its newest " +
    'notices, whether results are published, the winners, its first course as a sketch, whether the race was ' +
    'changed, and whether a flag is up.',
})
