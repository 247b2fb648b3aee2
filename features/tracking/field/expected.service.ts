import type { Db } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { coursesOf } from '#features/courses/service.ts'
import { type Predictable, predictable } from '#features/timing/predictions/predictions.rules.ts'
import type { RaceRunners } from './field.service.ts'

type Courses = Awaited<ReturnType<typeof coursesOf>>
const courses = cacheOf<number, Courses>({ ms: 10_000, most: 200 })
/** Returns the courses of a race, at most ten seconds old. */
export const shapesOf = (db: Db, raceid: number, now: Date): Promise<Courses> =>
  courses.read(db, raceid, { now }, () => coursesOf(db, raceid))

/** The usual pace if the organisers set none, in seconds per kilometre. */
export const USUAL = 360
const prepared = new WeakMap<object, Predictable>()
/** Prepares the predictions of an event, once for each version of its points and course. */
export const predictableOf = async (db: Db, field: RaceRunners, eventid: number): Promise<Predictable | undefined> => {
  const event = field.timed.get(eventid)
  if (!event) return undefined
  const known = prepared.get(event)
  if (known) return known
  const shape = (await shapesOf(db, field.race.id, field.now)).find((one) => one.eventid === eventid)?.course
  const heights = shape && shape.heights.length > 0 ? { step: shape.step, heights: shape.heights } : undefined
  const made = predictable(event.points, { shape: event.shape, usual: event.usual ?? USUAL }, { heights })
  prepared.set(event, made)
  return made
}
