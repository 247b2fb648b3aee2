import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { CourseShape } from '#features/courses/contract.ts'
import { GroundShown } from '#features/maps/contract.ts'
import { genders, outcomes } from '#features/results/rules.ts'
import { LastPoint, Prediction, seenBys } from '../contract.ts'
import { VirtualPoint } from '../virtual/virtual.contract.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())

/** A point of an event's course as spectators see it. */
export const LivePoint = z.object({
  label: z.string(),
  kind: z.enum(['start', 'split', 'in', 'out', 'finish']),
  metres: count,
})
export type LivePoint = z.output<typeof LivePoint>
/**
 * A pacer with the promised time. `deviation_s` is the number of seconds by which the pacer is behind an even pace:
 * negative if the pacer is ahead, null near the start and after the arrival.
 */
const LivePacer = z.object({
  track: z.number(),
  name: text,
  wave: text,
  target_s: z.number(),
  metres: count,
  deviation_s: count,
  seen: z.nullable(Time),
})
const Wave = z.object({ name: z.string(), gun: z.nullable(Time) })

export const LiveEvent = z.object({
  eventid: z.number(),
  event: z.string(),
  colour: z.string(),
  shape: z.enum(['course', 'laps', 'relay']),
  /** The course; null if the organisers gave none. The list works without it. */
  course: z.nullable(
    z.pick(CourseShape, {
      points: true,
      metres: true,
      step: true,
      heights: true,
      marks: true,
      spots: true,
      loop: true,
    }),
  ),
  /**
   * The laps of a course whose road is run several times in the same direction: `count` laps of `metres` each, from
   * `from` on. All metres are measured along the points of `course`. Null if the course has no laps.
   */
  laps: z.nullable(z.object({ from: z.number(), metres: z.number(), count: z.number() })),
  metres: count,
  points: z.array(LivePoint),
  /** Places without a mat, where devices give times that are never official. */
  virtual: z.array(VirtualPoint),
  /** The pacers whose device everybody may see. */
  pacers: z.array(LivePacer),
  waves: z.array(Wave),
  /** The planned start of the event, or of the race if the event has none. */
  start: z.nullable(Time),
  /**
   * `waiting`: no gun was fired, and the planned start is unknown or still to come. `closed`: the event is closed, all
   * its runners have ended, or its planned time has passed without a gun.
   */
  state: z.enum(['waiting', 'running', 'closed']),
  /** False if nobody times the event, so that only devices show its runners. */
  timed: z.boolean(),
  /** The number of runners' devices that everybody may see now. */
  devices: z.number(),
  started: z.number(),
  finished: z.number(),
  /** The number of runners in each part of the course, from the start on. Each part has `stretch` metres. */
  density: z.array(z.number()),
})
export type LiveEvent = z.output<typeof LiveEvent>

export const liveGps = post('/live/gps', {
  access: 'anyone',
  shared: 1,
  input: z.object({ raceid: RaceId, eventid: z.optional(Int) }),
  output: z.object({
    raceid: z.number(),
    race: z.string(),
    zone: z.string(),
    /** The time of the server. Pages correct their own clock by it. */
    now: Time,
    /** The path of the stream of server-sent events. */
    stream: z.string(),
    version: z.number(),
    /** The length of one stretch in metres. `density` counts the runners of each stretch. */
    stretch: z.number(),
    events: z.array(LiveEvent),
    /** False if no device is public now, so that pages show estimates only. */
    tracked: z.boolean(),
    /** The ground of the map. */
    ground: GroundShown,
  }),
  refusals: ['race_not_found'],
  description:
    'Gives the start of the live page: the course and points of each event, the field as a density, the time of ' +
    'the server and the address of the stream.',
})

/** A line of the list. It has name, group and country only if the public list of results shows them. */
export const LiveRunner = z.object({
  bib: z.string(),
  key: z.string(),
  name: text,
  eventid: z.number(),
  gender: z.nullable(z.enum(genders)),
  agegroup: text,
  country: text,
  team: text,
  outcome: z.enum(outcomes),
  last: z.nullable(LastPoint),
  /** The next point and its predicted time. Null if no later point has a predicted time. */
  next: z.nullable(z.object({ label: z.string(), metres: count, prediction: Prediction })),
  finish: z.nullable(Prediction),
  /** Metres from the start at the moment of the answer. `by` names their source. */
  metres: count,
  /** Centimetres a second. */
  speed: z.number(),
  by: z.enum(seenBys),
  /** The moment of the last fix. Null if the place does not come from a device. */
  seen: z.nullable(Time),
  place: count,
})
export type LiveRunner = z.output<typeof LiveRunner>

export const liveRunners = post('/live/runners', {
  access: 'anyone',
  shared: 2,
  input: z.object({
    raceid: RaceId,
    eventid: z.optional(Int),
    q: z._default(Search, ''),
    gender: z.optional(z.enum(genders)),
    agegroup: z.optional(z.string().check(z.maxLength(20))),
    country: z.optional(z.string().check(z.maxLength(40))),
    team: z.optional(z.string().check(z.maxLength(60))),
    /** Bibs of the runners whom the spectator follows, separated by commas. */
    bibs: z.optional(z.string().check(z.maxLength(1100))),
    ...Page,
  }),
  output: z.object({
    at: Time,
    items: z.array(LiveRunner),
    after: text,
    total: count,
    /** The values of the filters that occur in the event. */
    agegroups: z.array(z.string()),
    countries: z.array(z.string()),
    teams: z.array(z.string()),
  }),
  refusals: ['race_not_found', 'too_many_bibs'],
  description:
    'Lists runners by progress: runners with more points first, then earlier runners. Before the first passing, ' +
    'the places of the devices decide. A search finds a bib or a public name.',
})
