import type { Db } from '#db/db.ts'
import { gunOf } from './rules.ts'
import { findCourse } from './course/course.store.ts'
import { listRunners } from './course/runners.store.ts'

/** Finds the moment of the gun of a runner's wave; null where we do not time the event or nobody has fired its gun. */
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
