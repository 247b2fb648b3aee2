import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { CoursePoint, rulesOf } from '#features/timing/course/course.contract.ts'
import { saveCourse } from '#features/timing/course/course.store.ts'
import type { Parts } from '#seam/server/handle.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { openCourse, wayThrough } from '#test/scenes/walks.ts'

/** A square of 10 km that is run four times, and two kilometres more to the finish. */
export const corners: readonly (readonly [number, number])[] = [
  ...Array.from(
    { length: 4 },
    () =>
      [
        [0, 0],
        [2500, 0],
        [2500, 2500],
        [0, 2500],
      ] as const,
  ).flat(),
  [0, 0],
  [-2000, 0],
]
const metres = 42_000

/** Opens a race with a course and a gun one hour ago. */
export const openScene = async (parts: Parts, gun: Date): Promise<void> => {
  const { db } = parts
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock })
  await openEvent({ db, clock }, { distance_cm: metres * 100 })
  await openCourse(parts, RACE, 1, wayThrough(corners), new Date())
  const points = [
    { label: '起点', kind: 'start' as const, metres: 0 },
    { label: '终点', kind: 'finish' as const, metres },
  ]
  await db.transaction().execute((tx) =>
    saveCourse(tx, {
      raceid: RACE,
      eventid: 1,
      points: points.map((point) => CoursePoint.parse(point)),
      waves: [{ name: '1', zones: [], gun: gun.toISOString() }],
      rules: rulesOf({}),
      live: true,
      closed_at: null,
      updated_at: new Date(),
    }),
  )
}

/** Opens devices of runners whom everybody may see. Returns their tokens. The bibs count from `first`. */
export const openDevices = async (db: Db, count: number, first: number): Promise<string[]> => {
  const tokens = Array.from({ length: count }, newToken)
  await sql`insert into tracks (raceid, version, kind, source, visibility, eventid, bib, token_hash, created_at)
    select ${RACE}, 0, 'runner', 'tracker', 'race', 1, one.bib, one.hash, now()
    from unnest(${tokens.map((_, n) => String(first + n))}::text[], ${tokens.map(tokenHash)}::bytea[]) as one (bib, hash)`.execute(
    db,
  )
  return tokens
}
