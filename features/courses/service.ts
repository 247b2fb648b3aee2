import { createHash } from 'node:crypto'
import type { Lang } from '#contract/words.ts'
import { nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { metresOf } from '#features/events/rules.ts'
import type { EventRow } from '#features/events/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { CourseSketch } from './contract.ts'
import { type Gpx, readGpx } from './gpx.rules.ts'
import { isQuietPdf, mostCourseGpxBytes, mostPdfBytes, courseSketch } from './rules.ts'
import { courseFrom } from './shape.rules.ts'
import { type CourseRow, insertGuidebook, listCourses, upsertCourse, versionOfCourses } from './store.ts'
import { NotXml } from './xml.rules.ts'

type WhyNoCourse = 'gpx_too_large' | 'gpx_unreadable' | 'gpx_empty'
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
export const gpxName = ({ raceid, hash }: { raceid: number; hash: string }): string => `${raceid}/${hash}.gpx`
export const guidebookFile = ({ raceid, hash }: { raceid: number; hash: string }): string => `${raceid}/${hash}.pdf`

const read = (bytes: Uint8Array): Gpx | undefined => {
  try {
    return readGpx(bytes)
  } catch (error) {
    if (error instanceof NotXml) return undefined
    throw error
  }
}

/** Reads the course of an event from a GPX file and keeps the file's bytes. `saveCourse` writes the row. */
export const prepareCourse = async (
  { integrations }: { integrations: Pick<Parts['integrations'], 'files'> },
  event: Pick<EventRow, 'raceid' | 'id' | 'distance_cm'>,
  file: { name: string; bytes: Uint8Array },
): Promise<Omit<CourseRow, 'updated_at'> | WhyNoCourse> => {
  if (file.bytes.length > mostCourseGpxBytes) return 'gpx_too_large'
  const gpx = read(file.bytes)
  if (!gpx) return 'gpx_unreadable'
  const made = courseFrom(gpx, metresOf(event))
  if (!made) return 'gpx_empty'
  const { name, ...course } = made
  const row = {
    raceid: event.raceid,
    eventid: event.id,
    name,
    filename: file.name.slice(0, 200),
    hash: hashOf(file.bytes),
    bytes: file.bytes.length,
    metres: course.metres,
    course,
  }
  await integrations.files.write(gpxName(row), file.bytes)
  return row
}

export const saveCourse = (tx: Tx, row: Omit<CourseRow, 'updated_at'>, now: Date): Promise<void> =>
  upsertCourse(tx, { ...row, created_at: now, updated_at: now })

const kept = cacheOf<number, CourseRow[]>({ most: 100 })
/**
 * Lists the courses of a race, with their lines. Live pages and trackers ask for them all the time, so the server reads
 * the lines again only after a change. Until then, all callers share the same objects.
 */
export const coursesOf = async (db: Db, raceid: number): Promise<readonly CourseRow[]> =>
  kept.read(db, raceid, { version: await versionOfCourses(db, raceid) }, () => listCourses(db, raceid))

/**
 * The sketches of a race. Every visit to a race's home page shows a sketch, and courses change seldom, so the server
 * keeps the sketches for some seconds.
 */
type Sketched = { eventid: number; metres: number; ascent: number | null; line: string; heights: number[] }
const sketches = cacheOf<number, Sketched[]>({ ms: 5_000, most: 1000 })
const sketchesOf = (db: Db, raceid: number, now: Date): Promise<Sketched[]> =>
  sketches.read(db, raceid, { now }, async () =>
    (await coursesOf(db, raceid)).map(({ eventid, metres, course }) => ({
      eventid,
      metres,
      ascent: course.ascent,
      ...courseSketch(course),
    })),
  )

/**
 * Finds the first course of a race in the order of its events, as a sketch that is at most 5 s old; null if the race
 * has no course.
 */
export const sketchFor = async (
  db: Db,
  events: readonly EventRow[],
  lang: Lang,
  now: Date,
): Promise<CourseSketch | null> => {
  const raceid = events[0]?.raceid
  const rows = raceid === undefined ? [] : await sketchesOf(db, raceid, now)
  for (const event of events) {
    const row = rows.find(({ eventid }) => eventid === event.id)
    if (row) return { ...row, event: nameIn(lang, event.name, event.names) }
  }
  return null
}

/** Keeps the PDF of a guidebook, or returns the reason for a refusal. */
export const keepGuidebook = async (
  { db, integrations }: Pick<Parts, 'db' | 'integrations'>,
  given: { raceid: number; name: string; bytes: Uint8Array; staffid: number | null },
  now: Date,
  beside: (tx: Tx, path: string) => Promise<void> = async () => {},
): Promise<{ path: string; name: string; bytes: number } | 'guidebook_too_large' | 'not_a_pdf'> => {
  if (given.bytes.length > mostPdfBytes) return 'guidebook_too_large'
  if (!isQuietPdf(given.bytes)) return 'not_a_pdf'
  const row = {
    raceid: given.raceid,
    hash: hashOf(given.bytes),
    name: given.name.slice(0, 200),
    bytes: given.bytes.length,
    staffid: given.staffid,
    created_at: now,
  }
  await integrations.files.write(guidebookFile(row), given.bytes)
  const path = `/guidebooks/${given.raceid}/${row.hash}.pdf`
  await db.transaction().execute(async (tx) => {
    await insertGuidebook(tx, row)
    await beside(tx, path)
  })
  return { path, name: row.name, bytes: row.bytes }
}

/** Lists the kept courses of a race by event, for rooms that place runners on them. */
export const courseShapes = async (db: Db, raceid: number): Promise<Pick<CourseRow, 'eventid' | 'course'>[]> =>
  (await coursesOf(db, raceid)).map(({ eventid, course }) => ({ eventid, course }))
