import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { consoleTimingList, consoleTimingReads } from '#features/timing/contract.ts'
import { CoursePoint, rulesOf } from '#features/timing/course/course.contract.ts'
import { saveTimedCourse } from '#features/timing/course/course.store.ts'
import { deriveRace } from '#features/timing/derive/derive.service.ts'
import { derivationsSettled } from '#features/timing/derive/following.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { openCourse, wayThrough } from '#test/scenes/walks.ts'
import { timedHalf } from '#test/timing.ts'
import type { World } from '#test/world.ts'

/** The corners of the course: four times around a square with sides of 2.5 km, then two kilometres to the finish. */
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

/** Opens a race with a course, a gun and no mats. */
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
    saveTimedCourse(tx, {
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

/** The number of the runners who pass the mat in a second, as in the fullest minutes of a race of 30,000. */
const PASSING = 50
type Ask = World['ask']

/**
 * Gives the event a mat at the start, a mat at 10 km, and a list of runners who have all passed the start. Returns a
 * function that sends the reads of the mat at 10 km for one second.
 */
export const openMats = async (ask: Ask, parts: Parts, gun: Date, runners: number): Promise<() => Promise<void>> => {
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  const world = { ask, db: parts.db, parts, clock } as unknown as World
  const staff = await staffSession(world, [{ raceid: null, role: 'director' }])
  const { start, ten } = await timedHalf(world, staff, {
    waves: [{ name: '1', zones: [], gun: gun.toISOString() }],
    points: [{}, {}, { metres, cutoff: 6 * 3600 }],
  })
  const lines = Array.from({ length: runners }, (_, n) => `${n + 1},R${n + 1},${n % 2 ? 'F' : 'M'},${20 + (n % 50)}`)
  const csv = `bib,name,gender,age\n${lines.join('\n')}\n`
  await ask(consoleTimingList, { raceid: RACE, eventid: 1, kind: 'runners', csv }, staff)
  const send = (key: string, from: number, count: number, at: (n: number) => number) =>
    ask(consoleTimingReads, {
      key,
      reads: Array.from({ length: count }, (_, n): [number, string, number] => [
        from + n,
        String(from + n + 1),
        at(from + n),
      ]),
    })
  for (let from = 0; from < runners; from += 5000)
    await send(start.key, from, Math.min(5000, runners - from), (n) => gun.getTime() + 5000 + n * 10)
  await derivationsSettled(parts.db)
  await deriveRace(parts.db, RACE, 'new', new Date())
  let passed = 0
  return async () => {
    const count = Math.min(PASSING, runners - passed)
    passed += count
    if (count > 0) await send(ten.key, passed - count, count, (n) => Date.now() - 2000 + (n % PASSING) * 20)
  }
}
