import type { Db, Tx } from '#db/db.ts'
import { gunOf, splitPoints } from './rules.ts'
import { type TimedCourseRow, findCourse, listCourses } from './course/course.store.ts'
import { type TimedRunnerRow, listRunners } from './course/runners.store.ts'

/** Finds who wears these bibs: registrations, and runners on a start list of another source. */
export const runnersOfBibs = (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<TimedRunnerRow[]> => listRunners(on, raceid, bibs)

/** Finds the moment of the gun of a runner's wave; null if we do not time the event or nobody has fired its gun. */
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

/** Finds the moments of the guns of these runners. A runner whose gun nobody has fired is left out. */
export const gunsOf = async (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<Map<string, number>> => {
  if (bibs.length === 0) return new Map()
  const courses = new Map((await listCourses(on, raceid)).map((course) => [course.eventid, course]))
  const runners = await listRunners(on, raceid, bibs)
  return new Map(
    runners.flatMap(({ bib, eventid, zone }): [string, number][] => {
      const course = courses.get(eventid)
      const gun = course ? gunOf(course.waves, zone) : null
      return gun === null ? [] : [[bib, gun]]
    }),
  )
}

/** Lists the points on the way of a runner's event. Undefined if nobody who is timed has this bib. */
export const pointsOfRunner = async (db: Db, raceid: number, bib: string): Promise<string[] | undefined> => {
  const [runner] = await listRunners(db, raceid, [bib])
  const course = runner && (await findCourse(db, raceid, runner.eventid))
  return course && splitPoints(course.points).map(({ label }) => label)
}

/** Finds the first gun of each event of a race, in milliseconds. An event whose first gun has not fired is not among them. */
export const firstGuns = async (db: Db, raceid: number): Promise<Map<number, number>> =>
  new Map(
    (await listCourses(db, raceid)).flatMap(({ eventid, waves }): [number, number][] => {
      const guns = waves.flatMap(({ gun }) => (gun === null ? [] : [Date.parse(gun)]))
      return guns.length === 0 ? [] : [[eventid, Math.min(...guns)]]
    }),
  )

export type { TimedCourseRow }
/** Lists the timed courses of a race, with points, waves and rules. */
export const timedCoursesOf = listCourses
