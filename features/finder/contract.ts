import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { RaceEvent, eventTypes, signupPhases } from '#features/events/contract.ts'
import { NoticeLine } from '#features/notices/contract.ts'
import { CourseSketch } from '#features/courses/contract.ts'
import { Race, Skins } from '#features/races/contract.ts'

/**
 * Date filters of docs/behaviour/screens.md, Race fields: the race was held within the last year, month or week.
 * Without a filter, races to come are listed too.
 */
export const periods = ['year', 'month', 'week'] as const
export const sorts = ['time', 'popularity'] as const

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
  /** The best phase of its events: open before soon before full before over. */
  signup: z.enum(signupPhases),
  /** The lowest price above zero; 0 where every event is free. */
  price_from: z.nullable(Fen),
  /** Tells whether some of its events cost nothing while others do. */
  some_free: z.boolean(),
  popularity: z.number(),
})
export type FoundRace = z.output<typeof FoundRace>

export const apiHelperRaces = post('/api/helper/races', {
  access: 'anyone',
  input: z.object({
    type: z.optional(z.enum(eventTypes)),
    period: z.optional(z.enum(periods)),
    sort: z._default(z.enum(sorts), 'time'),
    search: z._default(Search, ''),
    ...Page,
  }),
  output: z.object({ items: z.array(FoundRace), after: z.nullable(z.string()) }),
  description:
    'The race finder: published races by event type, by period (held within the last year, month or week), by time (next ones first, then the latest) or popularity, by words in name or place.',
})

const Home = z.object({
  race: Race,
  events: z.array(RaceEvent),
  notices: z.array(NoticeLine),
  results_published: z.boolean(),
  course: z.nullable(CourseSketch),
})
export type HomePreview = z.output<typeof Home>

/** A race's home as runners would see it, for staff who set it up. */
export const consoleHomePreview = post('/console/home/preview', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: Home,
  description: "A race's home as runners will see it, published or not.",
})

export const raceHome = post('/race/home', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: Home,
  description:
    'All that a race home shows: the race with its menu, its events with places left, its newest notices, whether results are out, and its first course as a sketch.',
})
