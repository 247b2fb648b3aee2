import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { type World, makeWorld } from '#test/world.ts'
import { openTrack } from '../tracks/tracks.service.ts'
import type { TrackDevice } from '../tracks/tracks.store.ts'
import { deviceOf, takeFixes } from './intake.service.ts'

/** The server writes the fixes of each half of these devices together, and each half is large enough for COPY. */
const DEVICES = 130
const start = Date.parse('2026-11-01T02:00:00Z')
let world: World
let devices: TrackDevice[]
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
  const now = world.clock.now()
  const open = (bib: string) =>
    world.db
      .transaction()
      .execute((tx) =>
        openTrack(tx, RACE, { kind: 'runner', source: 'tracker', visibility: 'race', eventid: 1, bib }, now),
      )
  const tokens: string[] = []
  for (let n = 0; n < DEVICES; n++) tokens.push((await open(String(1001 + n))).token)
  devices = await Promise.all(tokens.map(async (token) => (await deviceOf(world.db, token, now))!))
})
afterAll(() => world?.close())

/** Sends the same moments from every device at once. Returns each outcome with the number of devices that got it. */
const sendAll = async (seconds: readonly number[]): Promise<Record<string, number>> => {
  const now = new Date(start + 600_000)
  const fixes = seconds.map((after) => ({
    at: start + after * 1000,
    lat: 30.1,
    lon: 120.2,
    accuracy: 6,
    altitude: null,
    speed: null,
    heading: 359.6,
    battery: null,
    sos: false,
  }))
  const outcomes = await Promise.all(devices.map((device) => takeFixes(world.db, { device, fixes, refused: [], now })))
  const counts: Record<string, number> = {}
  for (const { taken, known } of outcomes)
    counts[`${taken} new, ${known} known`] = (counts[`${taken} new, ${known} known`] ?? 0) + 1
  return counts
}
const momentsOf = async (trackid: number) =>
  (
    await world.db
      .selectFrom('fixes')
      .select(['at', 'lat', 'lon', 'along', 'heading', 'sure'])
      .where('raceid', '=', RACE)
      .where('trackid', '=', trackid)
      .orderBy('at')
      .execute()
  ).map(({ at, ...fix }) => ({ ...fix, after: (at.getTime() - start) / 1000 }))

test('a full batch stores each fix once, whether it is new, repeated, late or twice in one request', async () => {
  expect(await sendAll([10, 20])).toEqual({ '2 new, 0 known': DEVICES })
  expect(await sendAll([10, 20, 30])).toEqual({ '1 new, 2 known': DEVICES })
  expect(await sendAll([15])).toEqual({ '1 new, 0 known': DEVICES })
  expect(await sendAll([40, 40])).toEqual({ '1 new, 1 known': DEVICES })
  const stored = await momentsOf(devices[0]!.id)
  expect(stored.map(({ after }) => after)).toEqual([10, 15, 20, 30, 40])
  expect(stored[0]).toEqual({ lat: 30_100_000, lon: 120_200_000, along: null, heading: 360, sure: false, after: 10 })
})

test('a fix that another process stores at the same moment is known, and the rest of its batch is stored', async () => {
  const rows = devices.slice(0, 3).map(({ id }) => ({
    raceid: RACE,
    trackid: id,
    at: new Date(start + 50_000),
    version: 0,
    delay_ms: 0,
    lat: 1,
    lon: 1,
  }))
  await world.db.insertInto('fixes').values(rows).execute()
  expect(await sendAll([50])).toEqual({ '1 new, 0 known': DEVICES - 3, '0 new, 1 known': 3 })
  expect((await momentsOf(devices[0]!.id)).at(-1)).toMatchObject({ after: 50, lat: 1 })
  expect((await momentsOf(devices[9]!.id)).at(-1)).toMatchObject({ after: 50, lat: 30_100_000 })
})
