import { cacheOf } from '#db/sharing/kept.ts'
import type { Db } from '#db/db.ts'
import type { CourseShape } from '#features/courses/contract.ts'
import { courseShapes } from '#features/courses/service.ts'
import { readRace } from '#features/races/service.ts'
import { eventsOf } from '#features/events/service.ts'
import { firstGuns } from '#features/timing/service.ts'
import { type CourseLine, lineOf } from '../matching/line.rules.ts'

/**
 * The line of an event's course. `gun` is the first gun of the event. `start` is the planned start of the event, or of
 * the race if the event has none. Both are in milliseconds since 1970.
 */
export type EventLine = { line: CourseLine; gun: number | null; start: number | null }
const linesKnown = new WeakMap<CourseShape, CourseLine>()
/** Prepares the line of a course once. The index of a long course takes some milliseconds. */
const preparedLine = (course: CourseShape): CourseLine => {
  let line = linesKnown.get(course)
  if (!line) linesKnown.set(course, (line = lineOf(course)))
  return line
}
const kept = cacheOf<number, Map<number, EventLine>>({ most: 200, ms: 10_000 })

/**
 * Returns the lines of a race's courses with the first gun of each event. A changed course or gun counts after at
 * most ten seconds.
 */
export const linesOf = (db: Db, raceid: number, now: Date): Promise<Map<number, EventLine>> =>
  kept.read(db, raceid, { now }, async () => {
    const [race, shapes, guns, events] = await Promise.all([
      readRace(db, raceid, now),
      courseShapes(db, raceid),
      firstGuns(db, raceid),
      eventsOf(db, raceid),
    ])
    const starts = new Map(events.map(({ id, start_at }) => [id, (start_at ?? race?.time)?.getTime() ?? null]))
    return new Map(
      shapes.map(({ eventid, course }) => [
        eventid,
        { line: preparedLine(course), gun: guns.get(eventid) ?? null, start: starts.get(eventid) ?? null },
      ]),
    )
  })
