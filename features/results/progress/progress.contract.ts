import * as z from 'zod/mini'
import { get } from '#contract/endpoint.ts'
import { Key, Time } from '#contract/scalars.ts'
import { genders, outcomes, clocks } from '../rules.ts'

const count = z.nullable(z.number())

/**
 * A runner's rank in the field at one checkpoint. The last checkpoint is the finish, with the label 终点. `won` counts
 * the ranks gained since the previous checkpoint; it is negative for lost ranks.
 */
export const ProgressPoint = z.object({
  label: z.string(),
  metres: count,
  ms: count,
  place: count,
  of: z.number(),
  gender_place: count,
  won: count,
  /** The best and the median time of all runners at this point. */
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
    /** The clock of the times: the gun, or each runner's own start. Ranks at the checkpoints compare these times. */
    basis: z.enum(clocks),
    points: z.array(ProgressPoint),
    /**
     * The age grade: the standard of the road tables for the runner's age and sex, in percent of the runner's time.
     * Null if the tables have no standard, if the age is hidden, or without a finishing time.
     */
    agegrade: z.nullable(
      z.object({ edition: z.number(), percent: z.number(), standard: z.number(), graded: z.number() }),
    ),
  }),
  refusals: ['no_report'],
  description:
    "A runner's progress through the field: time, rank and gained ranks at every checkpoint, with the best and the median time of all runners. Also the age grade (road tables of 2020 and 2025).",
})

/** A video of one moment: a page of the video company, or a film with the second in which the runner passes. */
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
    'On-site video of a runner. For each checkpoint with a video: the time at which the runner passed, and the address of the page or the second of the film.',
})
