import { cacheOf } from '#db/sharing/kept.ts'
import type { Db } from '#db/db.ts'
import { courseShapes } from '#features/courses/service.ts'
import { firstGuns } from '#features/timing/service.ts'
import { type Line, lineOf } from '../matching/line.rules.ts'

export type EventLine = { line: Line; gun: number | null }
const kept = cacheOf<number, Map<number, EventLine>>({ most: 200, ms: 10_000 })

/** The lines of a race's courses with the first gun of each event. A changed course or gun counts after ten seconds. */
export const linesOf = (db: Db, raceid: number, now: Date): Promise<Map<number, EventLine>> =>
  kept.read(db, raceid, { now }, async () => {
    const [shapes, guns] = await Promise.all([courseShapes(db, raceid), firstGuns(db, raceid)])
    return new Map(
      shapes.map(({ eventid, course }) => [eventid, { line: lineOf(course), gun: guns.get(eventid) ?? null }]),
    )
  })
