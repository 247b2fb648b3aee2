import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Int, Line, RaceId, Time } from '#contract/scalars.ts'
import { CourseShape } from '#features/courses/contract.ts'
import { seenBys } from '../contract.ts'

const text = z.nullable(z.string())
const count = z.nullable(z.number())
const kinds = ['runner', 'pacer', 'sweeper', 'vehicle'] as const

/** A position of a runner or another carrier at the moment of the answer. */
const Position = z.object({
  bib: text,
  /** The number of the track; null if the position comes from mats and not from a device. */
  track: count,
  kind: z.enum(kinds),
  /** The name of a pacer or another carrier. A runner's name is in `/live/runners`. */
  name: text,
  eventid: count,
  by: z.enum(seenBys),
  metres: count,
  /** Metres a second. */
  speed: z.number(),
  lat: count,
  lon: count,
  /** The distance between the device and the course, in metres. */
  off: count,
  /** The moment of the device's last fix; null if the position comes from mats and not from a device. */
  seen: z.nullable(Time),
  version: z.number(),
})

const Tile = z.string().check(z.regex(/^(\d|1\d|2[0-2])\/\d{1,7}\/\d{1,7}$/))
export const liveGpsPositions = post('/live/gps/positions', {
  access: 'anyone',
  shared: 1,
  input: z.object({
    raceid: RaceId,
    /** Bibs, separated by commas. */
    bibs: z.optional(z.string().check(z.maxLength(1100))),
    /** A map tile, `zoom/x/y`. */
    tile: z.optional(Tile),
    /** The version of an earlier answer. With it, the answer has only the changes since then. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  output: z.object({
    at: Time,
    version: z.number(),
    /** With bibs or a tile: the positions, at most 500. Otherwise the list is empty. */
    items: z.array(Position),
    /** The number of positions that match the query. `items` holds the first of them. */
    total: z.number(),
    /** If the call names neither bibs nor a tile: the race's positions as a frame (`frameOfText` of frame.rules.ts). */
    picture: text,
    /** The carriers without a bib. In a frame, the name of each is `~` and the number of its track. */
    carriers: z.array(z.object({ track: z.number(), kind: z.enum(kinds), name: text, eventid: count })),
  }),
  refusals: ['race_not_found', 'too_many_bibs'],
  description:
    'Lists positions by bib or by map tile, or gives the positions of the whole race as one frame, all or since ' +
    'a version. A version is a second, so the changes of that second come again. Since a version, a frame also names ' +
    'the dots that have gone, and a list by bibs has them without metres and degrees. A list by tile has no dot that ' +
    'left the tile.',
})

const TrackPoint = z.tuple([z.number(), z.number(), z.number(), z.nullable(z.number())])
const track = {
  track: z.number(),
  kind: z.enum(kinds),
  bib: text,
  name: text,
  eventid: count,
  started_at: z.nullable(Time),
  stopped_at: z.nullable(Time),
  /** Seconds since 1970, latitude, longitude, and metres along the course (null if they are unknown). */
  points: z.array(TrackPoint),
  /** True if older points are left out, so that the list has at most 5,000 points. */
  thinned: z.boolean(),
}

export const liveGpsHistory = post('/live/gps/history', {
  access: 'anyone',
  shared: 2,
  session: 'staff',
  input: z.object({
    raceid: RaceId,
    bib: z.optional(Line(20)),
    eventid: z.optional(Int),
    /** The number of a track, for a carrier without a bib. */
    track: z.optional(Int),
    /** The secret part of a link by which a runner shares a run. */
    link: z.optional(z.string().check(z.maxLength(100))),
    /** The answer has only points from this moment on, in seconds since 1970. */
    since: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  }),
  output: z.object({ at: Time, tracks: z.array(z.object(track)) }),
  refusals: ['race_not_found', 'track_not_found'],
  description:
    'Shows the way of one runner by fixes. Everybody sees a track that is public with the race. Holders of a ' +
    'link see the track of the link. Staff with the right `tracking.control` see every track, and the server ' +
    'logs their look.',
})

export const trackFetch = post('/track/fetch/', {
  access: 'anyone',
  shared: 5,
  session: 'staff',
  input: z.object({
    raceid: RaceId,
    /** `c` and the event's number for a course, `t` and the track's number for a track. */
    id: z.string().check(z.regex(/^[ct]\d{1,9}$/)),
    link: z.optional(z.string().check(z.maxLength(100))),
  }),
  output: z.object({
    at: Time,
    course: z.nullable(z.extend(CourseShape, { eventid: z.number(), event: z.string() })),
    track: z.nullable(z.object(track)),
  }),
  refusals: ['race_not_found', 'course_not_found', 'track_not_found'],
  description: "Shows an event's course by the number of the event, or a device's track to a caller who may see it.",
})
