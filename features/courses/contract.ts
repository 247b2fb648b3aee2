import * as z from 'zod/mini'
import { get, post, upload } from '#contract/endpoint.ts'
import { Int, RaceId, Time } from '#contract/scalars.ts'
import { GroundShown } from '#features/maps/contract.ts'

export const spotKinds = ['start', 'finish', 'aid', 'medical', 'toilet', 'view', 'other'] as const
export type SpotKind = (typeof spotKinds)[number]
/**
 * Doubts about the data of a course. The words mean: no elevations; elevations for a part only; a gap longer than a
 * kilometre and than 2% of the course; a length far from the certified distance; a route of few points in place of a
 * track; several separate tracks, of which the server takes the longest.
 */
export const doubts = [
  'no_elevation',
  'some_elevation',
  'gap',
  'length_differs',
  'route_only',
  'several_tracks',
] as const
export type CourseDoubt = (typeof doubts)[number]

/**
 * A place on or beside the course. `at` is its distance from the start in metres; null if the place is off the
 * course.
 */
export const Spot = z.object({
  name: z.string(),
  kind: z.enum(spotKinds),
  lat: z.number(),
  lon: z.number(),
  at: z.nullable(z.number()),
})
export type Spot = z.output<typeof Spot>
/**
 * The kept course. A point holds latitude, longitude and metres from the start. `heights` holds the metres above the
 * sea every `step` metres, and is empty without elevations.
 */
export const CourseShape = z.object({
  points: z.array(z.tuple([z.number(), z.number(), z.number()])),
  metres: z.number(),
  step: z.number(),
  heights: z.array(z.number()),
  ascent: z.nullable(z.number()),
  descent: z.nullable(z.number()),
  lowest: z.nullable(z.number()),
  highest: z.nullable(z.number()),
  loop: z.boolean(),
  marks: z.array(z.object({ km: z.number(), lat: z.number(), lon: z.number() })),
  spots: z.array(Spot),
  doubts: z.array(z.enum(doubts)),
})
export type CourseShape = z.output<typeof CourseShape>

export const Course = z.extend(CourseShape, {
  raceid: z.number(),
  eventid: z.number(),
  /** The event's name in the caller's language, its colour and certified distance in metres. */
  event: z.string(),
  colour: z.string(),
  certified: z.nullable(z.number()),
  /** The path of the GPX file on our origin. */
  gpx: z.string(),
  bytes: z.number(),
  updated_at: Time,
})
export type Course = z.output<typeof Course>

/** A small sketch of the course for a race's home page: its line within a box of 100 × 100, and its heights. */
export const CourseSketch = z.object({
  eventid: z.number(),
  event: z.string(),
  metres: z.number(),
  ascent: z.nullable(z.number()),
  line: z.string(),
  heights: z.array(z.number()),
})
export type CourseSketch = z.output<typeof CourseSketch>

const EventLine = z.object({ eventid: z.number(), event: z.string(), colour: z.string() })

export const courses = get('/courses', {
  access: 'anyone',
  shared: 30,
  input: z.object({ raceid: RaceId, eventid: z.optional(Int) }),
  output: z.object({ events: z.array(EventLine), course: z.nullable(Course), ground: GroundShown }),
  description:
    'Lists the events of a published race that have a course. It shows the course of the wanted event, or else the ' +
    'first course: its line, its profile, kilometres, aid stations and ascent. `ground` is the ground of its map.',
})

export const consoleCoursesList = post('/console/courses/list', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({
    items: z.array(
      z.object({
        eventid: z.number(),
        name: z.string(),
        filename: z.string(),
        bytes: z.number(),
        metres: z.number(),
        ascent: z.nullable(z.number()),
        spots: z.number(),
        doubts: z.array(z.enum(doubts)),
        updated_at: Time,
      }),
    ),
    guidebooks: z.array(z.object({ path: z.string(), name: z.string(), bytes: z.number(), created_at: Time })),
  }),
  description: "Lists a race's courses and guidebook files, for its organisers.",
})
export const consoleCoursesSave = upload('/console/courses/save', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, eventid: Int }),
  output: Course,
  refusals: ['event_not_found', 'gpx_missing', 'gpx_too_large', 'gpx_unreadable', 'gpx_empty'],
  description:
    "Reads the course of an event from a GPX file of at most 20 MB. The course is the file's longest track, or a " +
    'route where it has no track. The server refuses XML with a document type. The answer lists doubts about the ' +
    'data.',
})
export const consoleCoursesRemove = post('/console/courses/remove', {
  access: { right: 'events.edit' },
  input: z.object({ raceid: RaceId, eventid: Int }),
  output: z.object({ eventid: z.number() }),
  refusals: ['course_not_found'],
  description: 'Removes the course of an event.',
})
export const consoleCoursesGuidebook = upload('/console/courses/guidebook', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ path: z.string(), name: z.string(), bytes: z.number() }),
  refusals: ['guidebook_missing', 'guidebook_too_large', 'not_a_pdf'],
  description:
    'Keeps a guidebook: a PDF of at most 20 MB, without scripts or attached files. The server looks at the content. ' +
    'The guidebook entry of the menu opens its path.',
})
