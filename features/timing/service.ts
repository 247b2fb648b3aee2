import type { Db, Tx } from '#db/db.ts'
import { gunOf, splitPoints } from './rules.ts'
import { type TimedCourseRow, findCourse, listCourses } from './course/course.store.ts'
import { type TimedRunnerRow, findWearer, listRunnersByEvent } from './course/runners.store.ts'
import { nameKey } from './startlist/startList.rules.ts'

/**
 * Finds the runners with these bibs: registrations, and runners on a start list of another source. If two events use a
 * bib, it finds the runner of each event.
 */
export const runnersOfBibsByEvent = (on: Db | Tx, raceid: number, bibs: readonly string[]): Promise<TimedRunnerRow[]> =>
  listRunnersByEvent(on, raceid, bibs)

/**
 * Tells whether a registration wears its bib itself (`wears`), and in which events another person has the bib
 * (`others`). A registration that is gone keeps its bib, so another runner of its own event may have the bib now. A row
 * of a start list with the same name is the same person. So is a row without a name for the same event.
 */
export const holdersOfBib = async (
  on: Db | Tx,
  raceid: number,
  { id, eventid, bib }: { id: number; eventid: number; bib: string },
): Promise<{ wears: boolean; others: number[] }> => {
  const runners = await listRunnersByEvent(on, raceid, [bib])
  const name = nameKey((await findWearer(on, raceid, id))?.name ?? '')
  const isSame = (one: TimedRunnerRow) => {
    if (one.registrationid !== null) return one.registrationid === id
    return one.name === null ? one.eventid === eventid : nameKey(one.name) === name
  }
  return {
    wears: runners.some(({ registrationid }) => registrationid === id),
    others: runners.flatMap((one) => (isSame(one) ? [] : [one.eventid])),
  }
}
/** Lists the events in which data about the bib of a registration are about another person. */
export const eventsOfOthers = async (
  on: Db | Tx,
  raceid: number,
  registration: { id: number; eventid: number; bib: string },
): Promise<number[]> => (await holdersOfBib(on, raceid, registration)).others

/** Finds the moment of the gun of a runner's wave; null if we do not time the event or nobody has fired its gun. */
export const gunOfBib = async (
  db: Db,
  { raceid, eventid, bib }: { raceid: number; eventid: number; bib: string },
): Promise<Date | null> => {
  const course = await findCourse(db, raceid, eventid)
  if (!course) return null
  const runner = (await listRunnersByEvent(db, raceid, [bib])).find((one) => one.eventid === eventid)
  const gun = gunOf(course.waves, runner?.zone ?? null)
  return gun === null ? null : new Date(gun)
}

/**
 * Finds the moments of the guns of the runners with these bibs, by event and bib (`1/205`), because two events may use
 * a bib. A runner whose gun nobody has fired is left out.
 */
export const gunsOfRunners = async (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<Map<string, number>> => (await gunsAndSharedBibs(on, raceid, bibs)).guns

/** Finds the guns of the runners with these bibs (`gunsOfRunners`), and the bibs that several events use. */
export const gunsAndSharedBibs = async (
  on: Db | Tx,
  raceid: number,
  bibs: readonly string[],
): Promise<{ guns: Map<string, number>; shared: Set<string> }> => {
  const [guns, shared, seen] = [new Map<string, number>(), new Set<string>(), new Set<string>()]
  if (bibs.length === 0) return { guns, shared }
  const courses = new Map((await listCourses(on, raceid)).map((course) => [course.eventid, course]))
  for (const { bib, eventid, zone } of await listRunnersByEvent(on, raceid, bibs)) {
    const course = courses.get(eventid)
    const gun = course ? gunOf(course.waves, zone) : null
    if (gun !== null) guns.set(`${eventid}/${bib}`, gun)
    if (seen.has(bib)) shared.add(bib)
    seen.add(bib)
  }
  return { guns, shared }
}

/** Lists the timed events in which a runner has this bib, each with its points between start and finish. */
export const timedRunnersWith = async (
  db: Db,
  raceid: number,
  bib: string,
): Promise<{ eventid: number; points: string[] }[]> => {
  const courses = await listCourses(db, raceid)
  return (await listRunnersByEvent(db, raceid, [bib])).flatMap(({ eventid }) => {
    const course = courses.find((one) => one.eventid === eventid)
    return course ? [{ eventid, points: splitPoints(course.points).map(({ label }) => label) }] : []
  })
}

/** Finds the first gun of each event of a race, in milliseconds. An event without a fired gun is left out. */
export const firstGuns = async (db: Db, raceid: number): Promise<Map<number, number>> =>
  new Map(
    (await listCourses(db, raceid)).flatMap(({ eventid, waves }): [number, number][] => {
      const guns = waves.flatMap(({ gun }) => (gun === null ? [] : [Date.parse(gun)]))
      return guns.length === 0 ? [] : [[eventid, Math.min(...guns)]]
    }),
  )

export type { TimedCourseRow }
export const timedCoursesOf = listCourses
