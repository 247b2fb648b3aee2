import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { type Place, openCourse, wayThrough } from '#test/scenes/walks.ts'
import { type World, makeWorld } from '#test/world.ts'
import { deviceOf, takeFixes } from '../intake/intake.service.ts'
import { missingEndOf } from './missingEnd.rules.ts'
import { missingEnds } from './missingEnd.service.ts'
import { openTrack, stopTrack } from './tracks.service.ts'

let world: World
const raceid = RACE
const start = Date.parse('2026-11-01T02:00:00Z')
const block = [
  [0, 0],
  [600, 0],
  [600, 600],
  [0, 600],
  [0, 0],
] as const
/** Makes the places of some laps around a block. Each lap begins and ends at the finish. */
const laps = (n: number): Place[] =>
  wayThrough(Array.from({ length: n }, (_, at) => block.slice(at === 0 ? 0 : 1)).flat()).filter((_, at) => at % 2 === 0)
beforeAll(async () => {
  world = await makeWorld({ now: new Date(start).toISOString() })
  await openRace(world, { time: new Date(start) })
  await openEvent(world, { distance_cm: 720_000, start_at: new Date(start) })
  await openCourse(world.parts, raceid, 1, laps(3), world.clock.now())
})
afterAll(() => world?.close())

const opened = async (bib: string) => {
  const { track, token } = await world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        raceid,
        { kind: 'runner', source: 'tracker', visibility: 'control', eventid: 1, bib },
        world.clock.now(),
      ),
    )
  return { id: track.id, device: (await deviceOf(world.db, token, world.clock.now()))! }
}
/** Sends places as fixes, 10 s apart. */
const walk = async ({ device }: Awaited<ReturnType<typeof opened>>, places: readonly Place[]) => {
  const unknown = { accuracy: 5, altitude: null, speed: null, heading: null, battery: null, sos: false }
  for (const [n, { lat, lon }] of places.entries()) {
    const at = start + n * 10_000
    await takeFixes(world.db, { device, fixes: [{ at, lat, lon, ...unknown }], refused: [], now: new Date(at) })
  }
}

test('a runner who stops at the finish a lap too early is named, and nobody else', async () => {
  const [early, fair, under] = [await opened('91'), await opened('92'), await opened('93')]
  await walk(early, laps(2))
  await walk(fair, laps(3))
  await walk(under, laps(2))
  const named = () => missingEnds(world.db, raceid, world.clock.now())
  expect(await named(), 'everybody may still be on the way').toEqual([])
  for (const { id } of [early, fair])
    await world.db.transaction().execute((tx) => stopTrack(tx, raceid, id, 'staff', world.clock.now()))
  const [one, ...others] = await named()
  expect(others).toEqual([])
  expect(one).toMatchObject({ bib: '91', eventid: 1 })
  expect(Math.abs(one!.from - 4800)).toBeLessThan(100)
  expect(Math.abs(one!.to - 7200)).toBeLessThan(60)
})

test('only a carrier at the finish with a known and long part behind it is named', () => {
  const finish = { lat: 30, lon: 120 }
  const line = { metres: 7200, finish }
  const here = { ...finish, along: 4800 }
  expect(missingEndOf(here, 4700, line)).toEqual({ from: 4800, to: 7200 })
  expect(missingEndOf(here, null, line), 'no sure place').toBeUndefined()
  expect(missingEndOf({ ...here, along: 7190 }, 4700, line), 'the best guess has come to the end').toBeUndefined()
  expect(missingEndOf(here, 7100, line), 'a sure place near the end').toBeUndefined()
  expect(missingEndOf({ ...here, lat: 30.002 }, 4700, line), 'not at the finish').toBeUndefined()
  expect(missingEndOf({ ...here, along: 400 }, 400, line), 'gave up at the start').toBeUndefined()
})
