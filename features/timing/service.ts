import type { Db } from '#db/db.ts'
import { gunOf } from './rules.ts'
import { findCourse, listRunners } from './store.ts'

/** The moment of the gun of a runner's wave; null where the event is not timed here or its gun has not been fired. */
export const gunFor = async (
  db: Db,
  { raceid, eventid, bib }: { raceid: number; eventid: number; bib: string },
): Promise<Date | null> => {
  const course = await findCourse(db, raceid, eventid)
  if (!course) return null
  const runner = (await listRunners(db, raceid, [bib])).find((one) => one.eventid === eventid)
  const gun = gunOf(course.waves, runner?.zone ?? null)
  return gun === null ? null : new Date(gun)
}
