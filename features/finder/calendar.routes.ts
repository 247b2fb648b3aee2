import { createHash } from 'node:crypto'
import { langOf } from '#contract/words.ts'
import { planNotesOf } from '#features/disruptions/notes.service.ts'
import { raw } from '#seam/server/handle.ts'
import { calendarOfRaces } from './calendar.service.ts'
import { listComing } from './store.ts'

/** The most races of the calendar. Calendar programs read the whole file each time. */
const MOST = 300
const SECONDS = 900

export const rawRoutes = [
  raw(
    'GET',
    '/races.ics',
    'Returns the coming races as a calendar (RFC 5545) to which a program can subscribe. The calendar shows ' +
      'cancelled races as cancelled, and says that a race was postponed or shortened.',
    async ({ db, origin, clock }, request, reply) => {
      const now = clock()
      const { _lang } = request.query as { _lang?: unknown }
      const races = await listComing(db, { search: '', now }, undefined, MOST)
      const lang = langOf(_lang)
      const notes = await planNotesOf(db, races, lang)
      // The time stamp of the file is the present hour, so that the file and its ETag stay the same within an hour.
      const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
      const body = calendarOfRaces({ races, notes }, origin, lang, hour)
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
      void reply.header('cache-control', `public, max-age=${SECONDS}`).header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type('text/calendar; charset=utf-8').send(body)
    },
  ),
]
