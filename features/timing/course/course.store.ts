import { type Db, type Tx, jsonb } from '#db/db.ts'
import { type CoursePoint, type TimingRules, type Wave, rulesOf } from './course.contract.ts'

export type TimedCourseRow = {
  raceid: number
  eventid: number
  points: CoursePoint[]
  waves: Wave[]
  rules: TimingRules
  live: boolean
  closed_at: Date | null
  updated_at: Date
}
const courseOf = (
  row: Omit<TimedCourseRow, 'points' | 'waves' | 'rules'> & { points: unknown; waves: unknown; rules: unknown },
): TimedCourseRow => ({
  ...row,
  points: row.points as CoursePoint[],
  waves: row.waves as Wave[],
  rules: rulesOf(row.rules),
})
export const listCourses = async (on: Db | Tx, raceid: number): Promise<TimedCourseRow[]> =>
  (await on.selectFrom('timing_courses').selectAll().where('raceid', '=', raceid).orderBy('eventid').execute()).map(
    courseOf,
  )
export const findCourse = async (on: Db | Tx, raceid: number, eventid: number): Promise<TimedCourseRow | undefined> =>
  (await listCourses(on, raceid)).find((one) => one.eventid === eventid)
export const saveTimedCourse = async (tx: Tx, { points, waves, rules, ...row }: TimedCourseRow): Promise<void> => {
  const { raceid, eventid, ...kept } = { ...row, points: jsonb(points), waves: jsonb(waves), rules: jsonb(rules) }
  await tx
    .insertInto('timing_courses')
    .values({ raceid, eventid, ...kept })
    .onConflict((on) => on.columns(['raceid', 'eventid']).doUpdateSet(kept))
    .execute()
}
/** Lists the courses of all open events of all races. */
export const listOpenCourses = async (db: Db): Promise<TimedCourseRow[]> =>
  (await db.selectFrom('timing_courses').selectAll().where('closed_at', 'is', null).execute()).map(courseOf)

export type StationRow = { raceid: number; id: number; name: string; metres: number | null }
export const listStations = (on: Db | Tx, raceid: number): Promise<StationRow[]> =>
  on.selectFrom('timing_stations').selectAll().where('raceid', '=', raceid).orderBy('metres').orderBy('id').execute()
export const upsertStation = async (tx: Tx, { raceid, id, name, metres }: StationRow): Promise<void> => {
  await tx
    .insertInto('timing_stations')
    .values({ raceid, id, name, metres })
    .onConflict((on) => on.columns(['raceid', 'id']).doUpdateSet({ name, metres }))
    .execute()
}
export const deleteStation = async (tx: Tx, raceid: number, id: number): Promise<void> => {
  await tx.deleteFrom('timing_stations').where('raceid', '=', raceid).where('id', '=', id).execute()
}
