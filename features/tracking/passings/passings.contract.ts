import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, RaceId, Time } from '#contract/scalars.ts'
import { VirtualPoint } from '../virtual/virtual.contract.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())

export const liveTimingStations = post('/live/timing/stations', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, eventid: z.optional(Int) }),
  output: z.object({
    at: Time,
    events: z.array(
      z.object({
        eventid: z.number(),
        event: z.string(),
        started: z.number(),
        stations: z.array(
          z.object({
            label: z.string(),
            metres: count,
            passed: z.number(),
            /** The first and the latest passage, in milliseconds from the gun. */
            first_ms: count,
            latest_ms: count,
            leaders: z.array(z.object({ bib: z.string(), name: text, ms: z.number() })),
          }),
        ),
        /** The first three by their devices, as long as no mat after the start line has seen anybody. */
        front: z.array(z.object({ bib: z.string(), name: text, metres: z.number() })),
        /** Places without a mat, with the number of devices that passed. */
        virtual: z.array(z.extend(VirtualPoint, { passed: z.number() })),
      }),
    ),
  }),
  refusals: ['race_not_found'],
  description:
    'Lists the points of each event with the number of runners who passed, and the first three at each point.',
})

export const Passing = z.object({
  bib: z.string(),
  name: text,
  eventid: z.number(),
  label: z.string(),
  metres: count,
  /** Milliseconds from the gun. */
  ms: z.number(),
  time: z.string(),
})
export type Passing = z.output<typeof Passing>
export const liveTimingFetch = post('/live/timing/fetch', {
  access: 'anyone',
  shared: 1,
  input: z.object({
    raceid: RaceId,
    eventid: z.optional(Int),
    since: z.optional(Int),
    /** Bibs, separated by commas: all passings of these runners, for a replay. */
    bibs: z.optional(z.string().check(z.maxLength(1100))),
  }),
  output: z.object({
    at: Time,
    version: z.number(),
    /**
     * True if the answer has all passings since the given version. False if the call gave no version, or if too many
     * passings have come since; the answer then has the latest passings only.
     */
    change: z.boolean(),
    passings: z.array(Passing),
    /**
     * With bibs: the ways of those runners whom no mat after the start line has seen and whose device everybody may
     * see.
     */
    ways: z.array(
      z.object({
        bib: z.string(),
        name: text,
        eventid: z.number(),
        /** Seconds from the gun or else the planned start, and metres along the course. */
        points: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
  }),
  refusals: ['race_not_found', 'too_many_bibs'],
  description:
    'Lists passings since a version, the latest first, at most 200. With bibs, it lists the passings of these ' +
    'runners, at most 3,000, and the ways of the runners whom only a public device has seen.',
})
