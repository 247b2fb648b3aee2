import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { type World, makeWorld } from '#test/world.ts'
import { sweeps } from '../jobs.ts'
import { removeOfBib } from '../personal.store.ts'
import { caughtUp } from '../positions/live.service.ts'
import { openTrack, stopTrack } from '../tracks/tracks.service.ts'
import { listRefusals } from './fixes.store.ts'

let world: World
let token: string
let track: number
const start = Date.parse('2026-11-01T02:00:00Z')
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-01T02:00:00Z' })
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())
const opened = () =>
  world.db
    .transaction()
    .execute((tx) =>
      openTrack(
        tx,
        RACE,
        { kind: 'runner', source: 'tracker', visibility: 'race', eventid: 1, bib: '1001' },
        world.clock.now(),
      ),
    )
beforeEach(async () => {
  world.clock.set('2026-11-01T02:00:00Z')
  const made = await opened()
  token = made.token
  track = made.track.id
})
const asked = (parameters: Record<string, string | number>, id = token) =>
  world.app.inject({
    method: 'GET',
    url: `/live/fixes?${new URLSearchParams({ id, ...Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])) }).toString()}`,
  })
const fixes = () =>
  world.db
    .selectFrom('fixes')
    .select(['at', 'lat', 'lon', 'speed'])
    .where('raceid', '=', RACE)
    .where('trackid', '=', track)
    .orderBy('at')
    .execute()
const refusals = async () =>
  Object.fromEntries((await listRefusals(world.db, RACE, track)).map(({ reason, times }) => [reason, times]))
const erase = () => sweeps[0]!.run({ ...world.parts, now: world.clock.now() } as never)
const here = { lat: 30.1, lon: 120.2 }

describe('an unknown device', () => {
  test('is refused, whatever it sends', async () => {
    expect((await asked(here, 'x'.repeat(43))).statusCode).toBe(404)
    expect((await asked(here, '1')).statusCode).toBe(404)
    expect((await world.app.inject({ method: 'POST', url: '/live/fixes' })).statusCode).toBe(404)
    expect((await world.app.inject({ method: 'GET', url: '/live/fixes?id=💥&lat=%00' })).statusCode).toBe(404)
    const headers = { authorization: 'Basic ====' }
    expect((await world.app.inject({ method: 'POST', url: '/live/fixes', headers })).statusCode).toBe(404)
  })
})

describe('a device sends fixes', () => {
  test('by parameters, by JSON and by OwnTracks, each kept once', async () => {
    expect((await asked({ ...here, timestamp: start, speed: 10 })).statusCode).toBe(200)
    expect((await asked({ ...here, timestamp: start, speed: 10 })).statusCode).toBe(200)
    const client = await world.app.inject({
      method: 'POST',
      url: '/live/fixes',
      payload: {
        location: { timestamp: '2026-11-01T01:59:50.000Z', coords: { latitude: 30.1, longitude: 120.2, speed: 3 } },
        device_id: token,
      },
    })
    expect(client.statusCode).toBe(200)
    const own = await world.app.inject({
      method: 'POST',
      url: '/live/fixes',
      headers: { authorization: `Basic ${btoa(`runner:${token}`)}` },
      payload: { _type: 'location', tst: start / 1000 - 20, ...here, batt: 55 },
    })
    expect([own.statusCode, own.body]).toEqual([200, '[]'])
    const kept = await fixes()
    expect(kept.map(({ at }) => (start - at.getTime()) / 1000)).toEqual([20, 10, 0])
    expect(kept.at(-1)).toMatchObject({ lat: 30_100_000, lon: 120_200_000, speed: 514 })
  })
  test('late and out of order: each is kept, and the last place stays the newest', async () => {
    for (const ago of [0, 30_000, 10_000]) await asked({ lat: 30 + ago / 1e6, lon: 120, timestamp: start - ago })
    expect(await fixes()).toHaveLength(3)
    expect((await caughtUp(world.db, RACE)).tracks.get(track)!.position).toMatchObject({ at: start, lat: 30 })
  })
  test('refused fixes are answered as taken, recorded and counted', async () => {
    for (const query of [
      { lat: 0, lon: 0 },
      { lat: 0, lon: 0 },
      { lat: 91, lon: 0 },
      { ...here, timestamp: start + 61_000 },
    ])
      expect((await asked(query)).statusCode).toBe(200)
    expect(await refusals()).toEqual({ nowhere: 2, outside: 1, future: 1 })
    expect(await fixes()).toEqual([])
  })
  test('a clock that is an hour ahead is found, and its fixes get the time of the server', async () => {
    const hour = 3_600_000
    const sends = (n: number) => asked({ ...here, timestamp: start + n * 10_000 + hour })
    for (const n of [0, 1, 2, 3]) {
      world.clock.set(new Date(start + n * 10_000))
      await sends(n)
    }
    expect(await refusals()).toEqual({ future: 2 })
    // A repeated fix stays one fix.
    await sends(3)
    expect((await fixes()).map(({ at }) => (at.getTime() - start) / 1000)).toEqual([20, 30])
    const row = await world.db
      .selectFrom('tracks')
      .select('clock_s')
      .where('raceid', '=', RACE)
      .where('id', '=', track)
      .executeTakeFirstOrThrow()
    expect(row.clock_s).toBe(3600)
  })
  test('after the stop nothing is kept', async () => {
    await asked(here)
    await world.db.transaction().execute((tx) => stopTrack(tx, RACE, track, 'hand', world.clock.now()))
    expect((await asked({ ...here, timestamp: start - 5000 })).statusCode).toBe(200)
    expect(await fixes()).toHaveLength(1)
    expect(await refusals()).toEqual({ stopped: 1 })
  })
  test('many devices at the same time: nothing acknowledged is lost', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, opened))
    const answers = await Promise.all(
      devices.flatMap((device) => [0, 1, 2].map((n) => asked({ ...here, timestamp: start - n * 1000 }, device.token))),
    )
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const ids = devices.map((device) => device.track.id)
    const { n } = await world.db
      .selectFrom('fixes')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('raceid', '=', RACE)
      .where('trackid', 'in', ids)
      .executeTakeFirstOrThrow()
    expect(n).toBe(60)
  })
  test('a device with too many calls must wait, and no other device', async () => {
    const answers = await Promise.all(
      [0, 1].map((n) =>
        world.app.inject({
          method: 'POST',
          url: '/live/fixes',
          payload: {
            device_id: token,
            location: Array.from({ length: 700 }, (_, at) => ({
              timestamp: new Date(start - (n * 700 + at) * 1000).toISOString(),
              coords: { latitude: 30, longitude: 120 },
            })),
          },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429])
    expect((await asked(here, (await opened()).token)).statusCode).toBe(200)
  })
  test('a call for help and the battery are stored with the track', async () => {
    await asked({ ...here, batt: 41, alarm: 'sos' })
    const row = await world.db
      .selectFrom('tracks')
      .select(['battery', 'sos_at', 'contact_at'])
      .where('raceid', '=', RACE)
      .where('id', '=', track)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ battery: 41, sos_at: new Date(start), contact_at: new Date(start) })
  })
  test('fixes are erased 72 hours after the last sign, in memory too', async () => {
    await asked(here)
    world.clock.set('2026-11-04T01:59:00Z')
    await erase()
    expect(await fixes()).toHaveLength(1)
    world.clock.set('2026-11-04T02:01:00Z')
    await erase()
    expect(await fixes()).toEqual([])
    expect((await caughtUp(world.db, RACE)).tracks.get(track)!.position).toBeNull()
  })
  test('a race may keep fixes for another time', async () => {
    const settings = (given: object) =>
      world.db
        .updateTable('races')
        .set({ settings: JSON.stringify(given) })
        .where('id', '=', RACE)
        .execute()
    await asked(here)
    await settings({ live_keep_hours: 100 })
    world.clock.set('2026-11-05T05:59:00Z')
    await erase()
    expect(await fixes()).toHaveLength(1)
    world.clock.set('2026-11-05T06:01:00Z')
    await erase()
    expect(await fixes()).toEqual([])
    await settings({})
  })
  test('the race keeps a run that a runner shares for no longer than the consent says', async () => {
    const settings = (given: object) =>
      world.db
        .updateTable('races')
        .set({ settings: JSON.stringify(given) })
        .where('id', '=', RACE)
        .execute()
    await asked(here)
    await world.db
      .updateTable('tracks')
      .set({ consent_at: world.clock.now() })
      .where('raceid', '=', RACE)
      .where('id', '=', track)
      .execute()
    await settings({ live_keep_hours: 100 })
    world.clock.set('2026-11-04T02:01:00Z')
    await erase()
    expect(await fixes()).toEqual([])
    await settings({})
  })
  test('a race may thin: one fix of each five minutes stays for a year, but no fix of a runner who agreed to be shown', async () => {
    const settings = (given: object) =>
      world.db
        .updateTable('races')
        .set({ settings: JSON.stringify(given) })
        .where('id', '=', RACE)
        .execute()
    const moments = [0, 60, 120, 300, 301, 900]
    const send = async () => {
      for (const seconds of moments) {
        const timestamp = Date.parse('2026-11-01T02:00:00Z') + seconds * 1000
        world.clock.set(new Date(timestamp + 1000).toISOString())
        await asked({ ...here, timestamp })
      }
    }
    const kept = async () => (await fixes()).map(({ at }) => (at.getTime() - Date.parse('2026-11-01T02:00:00Z')) / 1000)
    await settings({ live_keep_hours: 1, live_keep_then: 'thin' })
    await send()
    await erase()
    expect(await kept()).toEqual(moments)
    world.clock.set('2026-11-01T04:00:00Z')
    await erase()
    expect(await kept()).toEqual([0, 300, 900])
    await erase()
    expect(await kept()).toEqual([0, 300, 900])
    expect((await caughtUp(world.db, RACE)).tracks.get(track)!.row.stopped_by).toBe('cutoff')
    world.clock.set('2027-11-02T04:00:00Z')
    await erase()
    expect(await kept()).toEqual([])
    await settings({})
  })
  test('the erasure of a runner removes fixes and bib', async () => {
    await asked(here)
    await world.db.transaction().execute((tx) => removeOfBib(tx, RACE, { bib: '1001', others: [] }, world.clock.now()))
    expect(await fixes()).toEqual([])
    const live = (await caughtUp(world.db, RACE)).tracks.get(track)!
    expect(live).toMatchObject({ position: null, row: { bib: null, stopped_by: 'staff' } })
  })
})
