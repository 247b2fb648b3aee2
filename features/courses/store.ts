import type { Insertable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Courses, Guidebooks } from '#db/schema.ts'
import { CourseShape } from './contract.ts'

export type CourseRow = {
  raceid: number
  eventid: number
  name: string
  filename: string
  hash: string
  bytes: number
  metres: number
  course: CourseShape
  updated_at: Date
}
const columns = ['raceid', 'eventid', 'name', 'filename', 'hash', 'bytes', 'metres', 'course', 'updated_at'] as const

const readable = <Row extends { course: unknown }>(row: Row): (Row & { course: CourseShape })[] => {
  const read = CourseShape.safeParse(row.course)
  return read.success ? [{ ...row, course: read.data }] : []
}

export const listCourses = async (db: Db | Tx, raceid: number): Promise<CourseRow[]> =>
  (await db.selectFrom('courses').select(columns).where('raceid', '=', raceid).orderBy('eventid').execute()).flatMap(
    readable,
  )

/** Returns a text that changes whenever a course of the race changes. The text is far smaller than the courses. */
export const versionOfCourses = async (db: Db, raceid: number): Promise<string> =>
  (
    await named<{ version: string | null }>(
      db,
      'courses: version',
      `select string_agg(concat_ws(' ', eventid, hash, metres, pg_column_size(course), extract(epoch from updated_at)), ','
          order by eventid) as version
        from courses where raceid = $1`,
      [raceid],
    )
  )[0]?.version ?? ''

export const findCourse = async (db: Db | Tx, raceid: number, eventid: number): Promise<CourseRow | undefined> =>
  (
    await db.selectFrom('courses').select(columns).where('raceid', '=', raceid).where('eventid', '=', eventid).execute()
  ).flatMap(readable)[0]

export const upsertCourse = async (
  tx: Tx,
  { course, ...row }: Omit<Insertable<Courses>, 'course'> & { course: CourseShape },
): Promise<void> => {
  const { raceid: _, eventid: __, created_at: ___, ...kept } = row
  const written = JSON.stringify(course)
  await tx
    .insertInto('courses')
    .values({ ...row, course: written })
    .onConflict((on) => on.columns(['raceid', 'eventid']).doUpdateSet({ ...kept, course: written }))
    .execute()
}
export const removeCourse = async (tx: Tx, raceid: number, eventid: number): Promise<void> => {
  await tx.deleteFrom('courses').where('raceid', '=', raceid).where('eventid', '=', eventid).execute()
}

/** Saves a guidebook. A file that is uploaded twice has one row. */
export const insertGuidebook = async (tx: Tx, row: Insertable<Guidebooks>): Promise<void> => {
  await tx
    .insertInto('guidebooks')
    .values(row)
    .onConflict((on) => on.columns(['raceid', 'hash']).doUpdateSet({ name: row.name }))
    .execute()
}
export const findGuidebook = (db: Db, raceid: number, hash: string) =>
  db
    .selectFrom('guidebooks')
    .select(['hash', 'name'])
    .where('raceid', '=', raceid)
    .where('hash', '=', hash)
    .executeTakeFirst()
export const listGuidebooks = (db: Db, raceid: number) =>
  db
    .selectFrom('guidebooks')
    .select(['hash', 'name', 'bytes', 'created_at'])
    .where('raceid', '=', raceid)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .limit(20)
    .execute()
