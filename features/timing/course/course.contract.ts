import * as z from 'zod/mini'
import { Whole, GivenMoment } from '#contract/scalars.ts'

export const pointKinds = ['start', 'split', 'in', 'out', 'finish'] as const
export type PointKind = (typeof pointKinds)[number]
const Seconds = z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))

/**
 * A point of an event's course. Several points may lie at one station, such as a mat at 5 and 35 km, laps, or the way
 * in and out of an aid station. `take` decides whether the first or the last read of a passage counts. Without `take`
 * the last read counts at a start and an exit, and the first read elsewhere.
 */
export const CoursePoint = z.object({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(20), z.regex(/^[^\p{Cc},{}"\\]+$/u)),
  kind: z.enum(pointKinds),
  metres: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(2_000_000))), null),
  stationid: z._default(z.nullable(Whole), null),
  take: z._default(z.nullable(z.enum(['first', 'last'])), null),
  /** The seconds from the gun after which no runner may pass this point. */
  cutoff: z._default(z.nullable(Seconds), null),
  /**
   * True if staff should check a runner without a time at this point. Such a runner took a short cut, or the mat
   * failed.
   */
  required: z._default(z.boolean(), false),
  /**
   * For a relay: the seconds from the gun to the mass start of the leg that ends at this point. Runners of this leg who
   * still wait for the previous runner of their team start at that moment.
   */
  mass_start: z._default(z.nullable(Seconds), null),
})
export type CoursePoint = z.output<typeof CoursePoint>

/**
 * A group of runners who start with one gun. `zones` names their start zones. A wave without zones has the runners who
 * are in no start zone of another wave.
 */
export const Wave = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  zones: z._default(z.array(z.string().check(z.maxLength(8))).check(z.maxLength(40)), []),
  gun: z._default(z.nullable(GivenMoment), null),
})
export type Wave = z.output<typeof Wave>

export const TimingRules = z.object({
  /**
   * The least time between two passages, in seconds. Reads at one station with less time between them are one passage.
   */
  min_lap: z._default(Seconds, 180),
  /**
   * The seconds before the gun in which a read at the start is an early start. The time of such a runner counts from
   * the gun. Earlier reads come from people who walk by.
   */
  early: z._default(Seconds, 60),
  /** The number of seconds after the gun in which runners may start. */
  start_window: z._default(Seconds, 3_600),
  /** The fastest possible pace, in seconds per kilometre. */
  fastest: z._default(z.number().check(z.int(), z.minimum(30), z.maximum(3_600)), 140),
  /** The usual pace, in seconds per kilometre. If a mat missed a passage, this pace tells which passage it missed. */
  usual: z._default(z.number().check(z.int(), z.minimum(60), z.maximum(7_200)), 360),
  /** The start of the net time for a runner without a start read: the gun, or none, so that there is no net time. */
  without_start: z._default(z.enum(['gun', 'none']), 'gun'),
  /**
   * `course`: runners go to the finish. `laps`: runners do as many rounds of the points as they can until the finish's
   * cut-off, and more rounds beat less time. `relay`: each point ends a leg.
   */
  shape: z._default(z.enum(['course', 'laps', 'relay']), 'course'),
})
export type TimingRules = z.output<typeof TimingRules>
/** Reads the rules of an event, with defaults for missing rules. */
export const rulesOf = (given: unknown): TimingRules => TimingRules.parse(given ?? {})
