import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { deriveIn, deriveRace, holdTiming } from './derive/derive.service.ts'
import { closesAt } from './rules.ts'
import { type TimedCourseRow, findCourse, listOpenCourses, saveTimedCourse } from './course/course.store.ts'
import { forgetNews } from './live/news.store.ts'
import { racesBehind } from './reads/reads.store.ts'
import { logChange } from '#features/staff/service.ts'

const newsKeptMs = 12 * 3_600_000
/** The time that an event stays open after its last cut-off, in milliseconds, because readers send some reads late. */
const afterwardsMs = 30 * 60_000
const isOver = (course: TimedCourseRow, now: Date): boolean => {
  const closes = closesAt(course)
  return closes !== null && closes + afterwardsMs <= now.getTime()
}

/** Derives results from reads that a server stored before it was killed. */
const lookAfter: Sweep<Parts> = {
  name: 'timing_behind',
  everySeconds: 3,
  run: async ({ db, now }) => {
    for (const raceid of await racesBehind(db)) await deriveRace(db, raceid, 'new', now)
  },
}
const close: Sweep<Parts> = {
  name: 'timing_close',
  everySeconds: 60,
  run: async ({ db, now }) => {
    await forgetNews(db, new Date(now.getTime() - newsKeptMs))
    for (const course of await listOpenCourses(db)) {
      if (!isOver(course, now)) continue
      const { raceid, eventid } = course
      await db.transaction().execute(async (tx) => {
        await holdTiming(tx, raceid)
        // Reads the event again, because staff may have closed it or changed its gun or its cut-off a moment ago.
        const fresh = await findCourse(tx, raceid, eventid)
        if (!fresh || fresh.closed_at !== null || !isOver(fresh, now)) return
        await saveTimedCourse(tx, { ...fresh, closed_at: now, updated_at: now })
        await deriveIn(tx, raceid, { eventids: [eventid] }, now)
        await logChange(tx, { who: undefined, now, raceid, what: 'event closed', target: `event ${eventid}` })
      })
    }
  },
}
export const sweeps = [lookAfter, close]
