import type { Sweep } from '#db/jobs.ts'
import type { Parts } from '#server/answer.ts'
import { holdResults } from '#features/results/actions.ts'
import { deriveIn, deriveRace, rankingsOf } from './deriving.ts'
import { closesAt } from './rules.ts'
import { findCourse, forgetNews, listOpenCourses, racesBehind, saveCourse } from './store.ts'
import { logChange } from '#features/staff/actions.ts'

const newsKeptMs = 12 * 3_600_000
/** Late readers hand in what they have. */
const afterwardsMs = 30 * 60_000

/** Reads that a server took in and did not work on before it fell; and events whose last cut-off is over. */
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
      const closes = closesAt(course)
      if (closes === null || closes + afterwardsMs > now.getTime()) continue
      const { raceid, eventid } = course
      const rankings = await rankingsOf(db, raceid)
      await db.transaction().execute(async (tx) => {
        await holdResults(tx, raceid, [...rankings.keys()])
        const fresh = await findCourse(tx, raceid, eventid)
        if (!fresh || fresh.closed_at !== null) return
        await saveCourse(tx, { ...fresh, closed_at: now, updated_at: now })
        await deriveIn(tx, raceid, rankings, { eventids: [eventid] }, now)
        await logChange(tx, { who: undefined, now, raceid, what: 'event closed', target: `event ${eventid}` })
      })
    }
  },
}
export const sweeps = [lookAfter, close]
