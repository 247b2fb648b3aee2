import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'

const right = { right: 'tracking.control' } as const
const Metres = z.coerce.number().check(z.int(), z.minimum(100), z.maximum(1_000_000))

/** A place on the course without a mat. Devices give times there, which are marked and never official. */
export const VirtualPoint = z.object({ label: z.string(), metres: z.number() })
/**
 * A virtual point with the time of a device there. All three values are null if the device has no time there. `ms` and
 * `time` count from the runner's gun, and are also null without a gun or before it.
 */
export const VirtualTime = z.extend(VirtualPoint, {
  at: z.nullable(Time),
  ms: z.nullable(z.number()),
  time: z.nullable(z.string()),
})
export type VirtualTime = z.output<typeof VirtualTime>

export const consoleTrackingPointsList = post('/console/tracking/points/list', {
  access: right,
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(z.extend(VirtualPoint, { eventid: z.number(), passed: z.number() })) }),
  refusals: ['race_not_found'],
  description: 'Lists the virtual points of a race, each with the number of devices that passed it.',
})
export const consoleTrackingPointsSave = post('/console/tracking/points/save', {
  access: right,
  input: z.object({
    raceid: RaceId,
    eventid: Int,
    points: z.array(z.object({ label: Line(40), metres: Metres })).check(z.maxLength(30)),
  }),
  output: z.object({ items: z.array(VirtualPoint) }),
  refusals: ['event_not_found', 'points_same_place'],
  description:
    'Writes the virtual points of an event. A point that keeps its distance keeps its times. The times are ' +
    'marked, and no result uses them.',
})
