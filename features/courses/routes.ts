import type { FastifyReply } from 'fastify'
import { nameIn } from '#contract/words.ts'
import { metresOf } from '#features/events/rules.ts'
import { eventsOf, readEvent } from '#features/events/service.ts'
import { readRace, readPublishedRace } from '#features/races/service.ts'
import { groundOf } from '#features/maps/service.ts'
import { logChange } from '#features/staff/service.ts'
import { dispositionOf } from '#seam/server/disposition.ts'
import { type Parts, handle, raw } from '#seam/server/handle.ts'
import { addressedId } from '#contract/key.ts'
import { gpxName, keepGuidebook, guidebookFile, prepareCourse, saveCourse } from './service.ts'
import {
  consoleCoursesGuidebook,
  consoleCoursesList,
  consoleCoursesRemove,
  consoleCoursesSave,
  courses,
} from './contract.ts'
import { readGuidebookPath } from './rules.ts'
import { type CourseRow, findCourse, findGuidebook, listCourses, listGuidebooks, removeCourse } from './store.ts'

type Named = { id: number; name: string; names: unknown; colour: string; distance_cm: number | null }
const shown = (row: CourseRow, event: Named, name: string) => ({
  ...row.course,
  raceid: row.raceid,
  eventid: row.eventid,
  event: name,
  colour: event.colour,
  certified: metresOf(event),
  gpx: `/courses/${row.raceid}/${row.eventid}.gpx`,
  bytes: row.bytes,
  updated_at: row.updated_at,
})
const logged = (row: CourseRow | undefined) =>
  row && { filename: row.filename, hash: row.hash, metres: row.metres, ascent: row.course.ascent }

export const routes = [
  handle(courses, async ({ input, db, now, lang, refuse }) => {
    if (!(await readPublishedRace(db, input.raceid, now))) return refuse('race_not_found')
    const [rows, events] = await Promise.all([listCourses(db, input.raceid), eventsOf(db, input.raceid)])
    const with_course = events.filter(({ id }) => rows.some(({ eventid }) => eventid === id))
    const event = input.eventid === undefined ? with_course[0] : with_course.find(({ id }) => id === input.eventid)
    const row = event && rows.find(({ eventid }) => eventid === event.id)
    return {
      events: with_course.map(({ id, name, names, colour }) => ({
        eventid: id,
        event: nameIn(lang, name, names),
        colour,
      })),
      course: row && event ? shown(row, event, nameIn(lang, event.name, event.names)) : null,
      ground: await groundOf(db, now),
    }
  }),

  handle(consoleCoursesList, async ({ input, db }) => {
    const [rows, guidebooks] = await Promise.all([listCourses(db, input.raceid), listGuidebooks(db, input.raceid)])
    return {
      items: rows.map(({ course, ...row }) => ({
        ...row,
        ascent: course.ascent,
        spots: course.spots.length,
        doubts: course.doubts,
      })),
      guidebooks: guidebooks.map(({ hash, ...one }) => ({ ...one, path: `/guidebooks/${input.raceid}/${hash}.pdf` })),
    }
  }),

  handle(
    consoleCoursesSave,
    async ({ input: { raceid, eventid }, files, db, integrations, now, who, lang, refuse, save }) => {
      const file = files[0] ?? refuse('gpx_missing')
      const event = (await readEvent(db, raceid, eventid, now, true)) ?? refuse('event_not_found')
      const made = await prepareCourse({ integrations }, event, { name: file.filename, bytes: file.bytes })
      if (typeof made === 'string') return refuse(made)
      const before = await findCourse(db, raceid, eventid)
      return save(async (tx) => {
        await saveCourse(tx, made, now)
        const after = { ...made, updated_at: now }
        await logChange(tx, {
          who,
          now,
          raceid,
          what: before ? 'course changed' : 'course written',
          target: `event ${eventid}`,
          before: logged(before),
          after: logged(after),
        })
        return shown(after, event, nameIn(lang, event.name, event.names))
      })
    },
  ),

  handle(consoleCoursesRemove, async ({ input: { raceid, eventid }, db, now, who, refuse, save }) => {
    const before = (await findCourse(db, raceid, eventid)) ?? refuse('course_not_found')
    return save(async (tx) => {
      await removeCourse(tx, raceid, eventid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'course removed',
        target: `event ${eventid}`,
        before: logged(before),
      })
      return { eventid }
    })
  }),

  handle(consoleCoursesGuidebook, async ({ input: { raceid }, files, db, integrations, now, who, refuse }) => {
    const file = files[0] ?? refuse('guidebook_missing')
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    const kept = await keepGuidebook(
      { db, integrations },
      { raceid, name: file.filename, bytes: file.bytes, staffid: who.staffid },
      now,
      (tx, path) =>
        logChange(tx, {
          who,
          now,
          raceid,
          what: 'guidebook kept',
          target: path,
          after: { name: file.filename, bytes: file.bytes.length },
        }),
    )
    return typeof kept === 'string' ? refuse(kept) : kept
  }),
]

const gone = (reply: FastifyReply) => reply.code(404).header('cache-control', 'no-store').send()

const sendGpx = async (
  { db, integrations, clock }: Parts,
  given: { raceid: string; file: string },
  reply: FastifyReply,
) => {
  const [raceid, eventid] = [addressedId(given.raceid), addressedId(/^(\d+)\.gpx$/.exec(given.file)?.[1] ?? '')]
  if (raceid === undefined || eventid === undefined || !(await readPublishedRace(db, raceid, clock())))
    return gone(reply)
  const row = await findCourse(db, raceid, eventid)
  const bytes = row && (await integrations.files.read(gpxName(row)))
  if (!row || !bytes) return gone(reply)
  return reply
    .header('cache-control', 'public, max-age=300')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', dispositionOf('attachment', `${raceid}-${eventid}.gpx`))
    .type('application/gpx+xml')
    .send(bytes)
}

const sendPdf = async ({ db, integrations }: Parts, given: { raceid: string; name: string }, reply: FastifyReply) => {
  const path = readGuidebookPath(given.raceid, given.name)
  const row = path && (await findGuidebook(db, path.raceid, path.hash))
  const bytes = row && (await integrations.files.read(guidebookFile(path)))
  if (!row || !bytes) return gone(reply)
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'")
    .header('content-disposition', dispositionOf('inline', /\.pdf$/i.test(row.name) ? row.name : `${row.name}.pdf`))
    .type('application/pdf')
    .send(bytes)
}

export const rawRoutes = [
  raw(
    'GET',
    '/courses/:raceid/:file',
    'Returns the GPX file of an event of a published race, `/courses/{raceid}/{eventid}.gpx`, as it was uploaded.',
    (parts, request, reply) => sendGpx(parts, request.params as { raceid: string; file: string }, reply),
  ),
  raw('GET', '/guidebooks/:raceid/:name', 'Returns a guidebook (PDF).', (parts, request, reply) =>
    sendPdf(parts, request.params as { raceid: string; name: string }, reply),
  ),
]
