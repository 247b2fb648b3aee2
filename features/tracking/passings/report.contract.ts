import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId, Time } from '#contract/scalars.ts'
import { outcomes } from '#features/results/rules.ts'
import { Prediction } from '../contract.ts'
import { VirtualTime } from '../virtual/virtual.contract.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())

export const ReportPoint = z.object({
  label: z.string(),
  kind: z.enum(['start', 'split', 'in', 'out', 'finish']),
  metres: count,
  /** The passage in milliseconds from the gun; null before the passage. */
  ms: count,
  time: text,
  pace: text,
  place: count,
  of: count,
  /** The expected passage; null at passed points, and for runners who finished or stopped. */
  prediction: z.nullable(Prediction),
})
export type ReportPoint = z.output<typeof ReportPoint>
export const liveTimingReport = post('/live/timing/report', {
  access: 'anyone',
  shared: 2,
  input: z.object({
    raceid: RaceId,
    bib: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
    /** The event to look in first, because two events may have the same bib. */
    eventid: z.optional(Int),
  }),
  output: z.object({
    at: Time,
    bib: z.string(),
    key: z.string(),
    name: text,
    eventid: z.number(),
    event: z.string(),
    /** The runners of other events with the same bib. */
    others: z.array(z.object({ eventid: z.number(), event: z.string(), name: text })),
    outcome: z.enum(outcomes),
    /**
     * The moment of the runner's gun. For a runner with a device and without a known gun, it is the first gun or the
     * planned start of the event. Null if the moment is unknown.
     */
    gun: z.nullable(Time),
    points: z.array(ReportPoint),
    /** Times of the runner's device at places without a mat. They are never official. */
    virtual: z.array(VirtualTime),
    /** The rank in the list; null for a runner without a rank. */
    rank: count,
    /** The moment of the last fix of the runner's device. Null if no device gives the place. */
    seen: z.nullable(Time),
    /**
     * The estimated place: metres from the start, and the uncertainty in metres to each side. Eight of ten runners are
     * within this uncertainty.
     */
    here: z.nullable(z.object({ metres: z.number(), uncertain: z.number(), by: z.enum(['gps', 'mat', 'estimate']) })),
    /** True if the runner should have passed the next point by now. */
    overdue: z.boolean(),
    /** True if the runner shares a run with everybody and takes cheers (`/app/live/broadcast`). */
    cheers: z.boolean(),
  }),
  refusals: ['race_not_found', 'no_report'],
  description:
    'Shows one runner at all points, with times and ranks. The points to come have expected times with their ' +
    'range.',
})
