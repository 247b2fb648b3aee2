import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CoursePoint, rulesOf } from '#features/timing/course/course.contract.ts'
import { saveTimedCourse } from '#features/timing/course/course.store.ts'
import { type World, makeWorld } from '#test/world.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { type Place, openCourse, wayThrough } from '#test/scenes/walks.ts'
import { secondProcess } from '#test/second.ts'
import { removeOfBib } from '../personal.store.ts'
import { caughtUp } from '../positions/live.service.ts'
import { watchedWays } from '../positions/ways.service.ts'
import { openTrack } from '../tracks/tracks.service.ts'
import { listFacts } from './fixes.store.ts'
import { deviceOf, takeFixes } from './intake.service.ts'

let world: World
let second: Awaited<ReturnType<typeof secondProcess>>
const start = Date.parse('2026-11-01T02:00:00Z')
// A loop of 1.2 km around a block, run twice, and then 2 km straight on.
const corners = [
  [0, 0],
  [400, 0],
  [400, 200],
  [0, 200],
  [0, 0],
  [400, 0],
  [400, 200],
  [0, 200],
  [0, 0],
  [-2000, 0],
] as const
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world, { distance_cm: 440_000 })
  await openCourse(world.parts, RACE, 1, wayThrough(corners), world.clock.now())
  const points = [
    { label: '起点', kind: 'start' as const, metres: 0 },
    { label: '终点', kind: 'finish' as const, metres: 4400 },
  ]
  await world.db.transaction().execute((tx) =>
    saveTimedCourse(tx, {
      raceid: RACE,
      eventid: 1,
      points: points.map((point) => CoursePoint.parse(point)),
      waves: [{ name: '1', zones: [], gun: new Date(start).toISOString() }],
      rules: rulesOf({}),
      live: true,
      closed_at: null,
      updated_at: world.clock.now(),
    }),
  )
  second = await secondProcess(world)
})
afterAll(async () => {
  await second?.db.destroy()
  await world?.close()
})

const opened = async (bib: string) => {
  const { track, token } = await world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        RACE,
        { kind: 'runner', source: 'tracker', visibility: 'race', eventid: 1, bib },
        world.clock.now(),
      ),
    )
  return { id: track.id, device: (await deviceOf(world.db, token, world.clock.now()))! }
}
type Carrier = Awaited<ReturnType<typeof opened>>
/** Sends places as fixes 10 s apart, to one process or to two in turn. */
const walk = async ({ device }: Carrier, places: readonly Place[], from = 0, dbs = [world.db]) => {
  for (const [n, { lat, lon }] of places.entries()) {
    const fix = { at: start + (from + n) * 10_000, lat, lon }
    const unknown = { accuracy: 5, altitude: null, speed: null, heading: null, battery: null, sos: false }
    const now = new Date(Math.max(fix.at, start))
    await takeFixes(dbs[n % dbs.length]!, { device, fixes: [{ ...fix, ...unknown }], refused: [], now })
  }
}
const along = async ({ id }: Carrier) =>
  world.db
    .selectFrom('fixes')
    .select(['along', 'sure'])
    .where('raceid', '=', RACE)
    .where('trackid', '=', id)
    .orderBy('at')
    .execute()
const facts = async ({ id }: Carrier) =>
  (await listFacts(world.db, RACE, id)).map(({ kind, from_m, to_m }) => ({ kind, from: from_m, to: to_m }))
const every = (places: readonly Place[], step = 2): Place[] => places.filter((_, n) => n % step === 0)

describe('facts of a track', () => {
  test('are stored: the cut of a loop, with its two ends', async () => {
    const cheat = await opened('1')
    // One round of the block instead of two.
    await walk(cheat, every(wayThrough([...corners.slice(0, 5), corners.at(-1)!])))
    const [cut, ...others] = await facts(cheat)
    expect(cut!.kind).toBe('cut')
    expect(cut!.to - cut!.from).toBeGreaterThan(1000)
    expect(cut!.to - cut!.from).toBeLessThan(1400)
    expect(others.map(({ kind }) => kind)).toEqual(['arrived'])
    const kept = await along(cheat)
    expect(kept.at(-1)).toMatchObject({ sure: true })
  })
  test('are none for a runner who runs the course', async () => {
    const fair = await opened('2')
    await walk(fair, every(wayThrough(corners)))
    expect((await facts(fair)).map(({ kind }) => kind)).toEqual(['arrived'])
  })
  test('include a way back and time beside the course, and are erased with the runner', async () => {
    const lost = await opened('3')
    const straight = (from: number, to: number, off = 0) =>
      every(wayThrough([from, to].map((metres) => [-metres, off] as const)))
    await walk(lost, [...every(wayThrough(corners.slice(0, 9))), ...straight(0, 1200)])
    await walk(lost, straight(1200, 700), 200)
    await walk(lost, straight(700, 1500, 300), 260)
    const found = await facts(lost)
    expect(found.map(({ kind }) => kind)).toEqual(['back', 'off'])
    expect(found[0]!.from - found[0]!.to).toBeGreaterThanOrEqual(200)
    await world.db.transaction().execute((tx) => removeOfBib(tx, RACE, { bib: '3', others: [] }, world.clock.now()))
    expect(await facts(lost)).toEqual([])
  })
})

describe('the memory of a process agrees with the store', () => {
  test('a transaction that fails leaves nothing behind, and the same fixes are matched again', async () => {
    const carrier = await opened('4')
    const places = every(wayThrough(corners))
    await walk(carrier, places.slice(0, 20))
    const before = structuredClone((await caughtUp(world.db, RACE)).tracks.get(carrier.id)!)
    await sql`alter table fixes add constraint broken check (trackid <> ${sql.lit(carrier.id)}) not valid`.execute(
      world.db,
    )
    try {
      await expect(walk(carrier, places.slice(20, 21), 20)).rejects.toThrow('broken')
    } finally {
      await sql`alter table fixes drop constraint broken`.execute(world.db)
    }
    expect((await caughtUp(world.db, RACE)).tracks.get(carrier.id)).toEqual(before)
    await walk(carrier, places.slice(20), 20)
    const kept = await along(carrier)
    expect(kept).toHaveLength(places.length)
    expect(kept.every((fix) => fix.along !== null)).toBe(true)
    expect((await facts(carrier)).map(({ kind }) => kind)).toEqual(['arrived'])
  })
  test('two processes take the fixes of one runner in turn, and both know the place', async () => {
    const carrier = await opened('5')
    const places = every(wayThrough(corners))
    await walk(carrier, places, 0, [world.db, second.db])
    const kept = await along(carrier)
    expect(kept.map((fix) => fix.along)).toHaveLength(places.length)
    for (const [n, fix] of kept.entries()) expect(Math.abs(fix.along! - n * 40)).toBeLessThan(50)
    for (const db of [world.db, second.db])
      expect((await caughtUp(db, RACE)).tracks.get(carrier.id)!.position).toMatchObject({ along: 4400 })
    expect((await facts(carrier)).map(({ kind }) => kind)).toEqual(['arrived'])
    const cheat = await opened('8')
    await walk(cheat, every(wayThrough([...corners.slice(0, 5), corners.at(-1)!])), 0, [world.db, second.db])
    expect((await facts(cheat)).map(({ kind }) => kind)).toEqual(['cut', 'arrived'])
  })
  test('a new process continues at the place where the other process stopped, on the right lap', async () => {
    const carrier = await opened('6')
    const places = every(wayThrough(corners))
    await walk(carrier, places.slice(0, 40))
    const fresh = await secondProcess(world)
    try {
      await walk(carrier, places.slice(40), 40, [fresh.db])
    } finally {
      await fresh.db.destroy()
    }
    for (const [n, fix] of (await along(carrier)).entries()) expect(Math.abs(fix.along! - n * 40)).toBeLessThan(50)
    expect((await facts(carrier)).map(({ kind }) => kind)).toEqual(['arrived'])
  })
  test('a new process knows the farthest place without the old fixes', async () => {
    const carrier = await opened('9')
    const places = every(wayThrough(corners))
    await walk(carrier, places.slice(0, 90))
    const hour = 3_600_000
    const known = (await watchedWays(world.db, RACE, hour)).find(({ track }) => track.id === carrier.id)!
    expect(known.way.farthest).toBeGreaterThan(3400)
    const kept = world.db.deleteFrom('fixes').where('raceid', '=', RACE).where('trackid', '=', carrier.id)
    await kept.where('at', '<', new Date(start + 89 * 10_000)).execute()
    const fresh = await secondProcess(world)
    try {
      const read = (await watchedWays(fresh.db, RACE, 60_000)).find(({ track }) => track.id === carrier.id)!
      // The stored summary is at most two minutes old.
      expect(read.way.farthest).toBeGreaterThan(3400 - 12 * 40)
    } finally {
      await fresh.db.destroy()
    }
  })
  test('a new process still finds a way back', async () => {
    const carrier = await opened('7')
    const out = every(wayThrough(corners))
    await walk(carrier, out.slice(0, 90))
    const fresh = await secondProcess(world)
    try {
      await walk(carrier, out.slice(78, 89).toReversed(), 90, [fresh.db])
    } finally {
      await fresh.db.destroy()
    }
    expect((await facts(carrier)).map(({ kind }) => kind)).toEqual(['back'])
  })
})
