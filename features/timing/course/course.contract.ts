import * as z from 'zod/mini'

export const pointKinds = ['start', 'split', 'in', 'out', 'finish'] as const
export type PointKind = (typeof pointKinds)[number]
const Seconds = z.number().check(z.int(), z.minimum(0), z.maximum(2_000_000))

/**
 * A point of an event's course, in its order. Several may lie at one station (a mat that is passed at 5 and 35 km,
 * laps, in and out of an aid station). `take`: the first or the last read of a passage counts; without it the last at a
 * start and an exit, otherwise the first.
 */
export const CoursePoint = z.object({
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(20), z.regex(/^[^\p{Cc},{}"\\]+$/u)),
  kind: z.enum(pointKinds),
  metres: z._default(z.nullable(z.number().check(z.minimum(0), z.maximum(2_000_000))), null),
  stationid: z._default(z.nullable(z.number().check(z.int())), null),
  take: z._default(z.nullable(z.enum(['first', 'last'])), null),
  /** Seconds from the gun after which nobody may go on. */
  cutoff: z._default(z.nullable(Seconds), null),
  /** A runner without a time here is reported to staff: a short cut, or a mat that failed. */
  required: z._default(z.boolean(), false),
  /** For a relay: seconds from the gun at which everybody still waiting starts the leg that ends here. */
  mass_start: z._default(z.nullable(Seconds), null),
})
export type CoursePoint = z.output<typeof CoursePoint>

/** Runners of these start zones start with this gun; without zones, the runners whom no other wave names. */
export const Wave = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  zones: z._default(z.array(z.string().check(z.maxLength(8))).check(z.maxLength(40)), []),
  gun: z._default(z.nullable(z.iso.datetime({ offset: true })), null),
})
export type Wave = z.output<typeof Wave>

export const TimingRules = z.object({
  /** Reads at one station closer together than this are one passage. */
  min_lap: z._default(Seconds, 180),
  /**
   * A read at the start this long before the gun is an early start, counted from the gun; earlier reads are people
   * walking by.
   */
  early: z._default(Seconds, 60),
  /** Runners may start this long after the gun. */
  start_window: z._default(Seconds, 3_600),
  /** The fastest possible pace in seconds for a kilometre. */
  fastest: z._default(z.number().check(z.int(), z.minimum(30), z.maximum(3_600)), 140),
  /** The usual pace in seconds for a kilometre. It decides which of two passages a missing one was. */
  usual: z._default(z.number().check(z.int(), z.minimum(60), z.maximum(7_200)), 360),
  /** The net time of a runner without a start read: from the gun, or none. */
  without_start: z._default(z.enum(['gun', 'none']), 'gun'),
  /**
   * `course`: to the finish. `laps`: as many rounds of the points as possible until the finish's cut-off; more rounds
   * beat less time. `relay`: each point ends a leg.
   */
  shape: z._default(z.enum(['course', 'laps', 'relay']), 'course'),
})
export type TimingRules = z.output<typeof TimingRules>
/** The rules of an event, with defaults where it has none. */
export const rulesOf = (given: unknown): TimingRules => TimingRules.parse(given ?? {})
