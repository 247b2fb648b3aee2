import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { Key, Time } from '#contract/scalars.ts'
import { genders, outcomes, clocks } from '../rules.ts'

const count = z.nullable(z.number())

/**
 * A runner's rank in the field at one checkpoint; `finish` is the last of them. `won`: ranks gained since the
 * checkpoint before, negative where lost.
 */
export const ProgressPoint = z.object({
  label: z.string(),
  metres: count,
  ms: count,
  place: count,
  of: z.number(),
  gender_place: count,
  won: count,
  /** Over all runners there: the best and the median time. */
  best_ms: count,
  middle_ms: count,
})
export type ProgressPoint = z.output<typeof ProgressPoint>

export const resultsAlong = get('/results/along', {
  access: 'anyone',
  input: z.object({ key: Key }),
  output: z.object({
    key: z.string(),
    bib: z.string(),
    name: z.nullable(z.string()),
    gender: z.nullable(z.enum(genders)),
    outcome: z.enum(outcomes),
    eventid: z.number(),
    /** The clock of the times: the gun, or each runner's own start. Ranks along the way compare these times. */
    basis: z.enum(clocks),
    points: z.array(ProgressPoint),
    /**
     * The time as a share of the standard of that age and sex, on the road; null where the tables have none or the age
     * is hidden.
     */
    agegrade: z.nullable(
      z.object({ edition: z.number(), percent: z.number(), standard: z.number(), graded: z.number() }),
    ),
  }),
  refusals: ['no_report'],
  description:
    "A runner's way through the field: time, place and places won at every checkpoint, beside the quickest and the middle of all, and the age grade (road tables of 2020 and 2025).",
})

/** One moment on video: a page of the video company, or a film with the second at which the runner passes. */
export const Moment = z.object({
  point: z.string(),
  passed_at: z.nullable(Time),
  time: z.nullable(z.string()),
  kind: z.enum(['page', 'film']),
  address: z.string(),
  offset: count,
})
export type Moment = z.output<typeof Moment>
export const resultsVideos = get('/results/videos', {
  access: 'anyone',
  input: z.object({ key: Key }),
  output: z.object({
    key: z.string(),
    bib: z.string(),
    name: z.nullable(z.string()),
    event: z.string(),
    zone: z.string(),
    moments: z.array(Moment),
  }),
  refusals: ['no_report'],
  description:
    "On-site video of a runner: for each checkpoint that the race has video of, the moment the runner passed, and the address or the film's second that shows it.",
})
