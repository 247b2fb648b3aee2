import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { makeAlbum } from '../service.ts'
import { consolePhotosHide, consolePhotosList } from '../console.contract.ts'
import { readyPhotos, takeIn } from '../processing.service.ts'
import { SETTLE, settlePhoto } from './turning.service.ts'

const raceid = RACE
let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
})
afterAll(() => world?.close())

const settle = async () => {
  const found = await world.db
    .selectFrom('photos')
    .select(['raceid', 'hash', 'ext'])
    .where('raceid', '=', raceid)
    .execute()
  for (const payload of found) for (let twice = 0; twice < 2; twice++) await settlePhoto(payload, world.parts)
}
const get = async (url: string, token?: string) =>
  (await world.app.inject({ method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} }))
    .statusCode

test('a removed photo is served at no size except to staff of its photos; shown again it is back; the same picture in another album stays', async () => {
  const staff = await staffSession(world, [{ raceid, role: 'photographer' }])
  const cashier = await staffSession(world, [{ raceid, role: 'cashier' }])
  const bytes = await sharp({ create: { width: 900, height: 60, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()
  const now = world.clock.now()
  const ids: number[] = []
  const albums: number[] = []
  for (const name of ['a', 'b']) {
    const { id: albumid } = await world.db.transaction().execute((tx) =>
      makeAlbum(
        tx,
        raceid,
        {
          name,
          names: {},
          photographer: '',
          position: 0,
          names_bibs: 'none',
          point: null,
          clock_offset_ms: 0,
          published_at: now,
        },
        now,
      ),
    )
    albums.push(albumid)
    ids.push((await takeIn(world.parts, { raceid, albumid, filename: 'x.jpg', bytes, staffid: null }, now))!.id)
  }
  await readyPhotos(world.parts, now)
  const { hash } = await world.db
    .selectFrom('photos')
    .select('hash')
    .where('raceid', '=', raceid)
    .where('id', '=', ids[0]!)
    .executeTakeFirstOrThrow()
  const at = `/shots/${raceid}/${hash}.jpg`
  const all = async () => [
    await get(at),
    await get(`${at}?x-oss-process=image/resize,w_480/format,webp`),
    await get(`${at}?x-oss-process=image/resize,w_1280`),
  ]
  expect(await all()).toEqual([200, 200, 200])
  // A browser keeps the picture for a minute and then asks again. While the photo is shown, this answer has no picture.
  // After the photo was removed, this answer is a refusal.
  const first = await world.app.inject({ method: 'GET', url: at })
  expect(first.headers['cache-control']).toBe('public, max-age=60, must-revalidate')
  const again = () =>
    world.app.inject({ method: 'GET', url: at, headers: { 'if-none-match': String(first.headers.etag) } })
  expect(await again()).toMatchObject({ statusCode: 304, rawPayload: { length: 0 } })
  expect(
    (await world.app.inject({ method: 'GET', url: at.replace('shots', 'files') })).headers['cache-control'],
    "what is nobody's photo is kept for ever",
  ).toContain('immutable')
  const hide = (nth: number, hidden: boolean) =>
    world.ask(consolePhotosHide, { raceid, ids: [ids[nth]!], hidden }, staff)
  await hide(0, true)
  await settle()
  expect(await all(), 'the other album shows it').toEqual([200, 200, 200])
  await hide(1, true)
  expect(
    (await sql`select from graphile_worker.jobs where task_identifier = ${SETTLE}`.execute(world.db)).rows,
  ).toHaveLength(1)
  await settle()
  expect(await all()).toEqual([404, 404, 404])
  expect((await again()).statusCode, 'whoever kept it hears that it is gone').toBe(404)
  const [photo] = (await world.ask(consolePhotosList, { raceid, albumid: albums[1]!, state: 'hidden' }, staff)).items
  expect(photo!.thumb).toBe(`/withdrawn/${raceid}/${hash}.jpg`)
  expect([
    await get(photo!.thumb!, staff.token),
    await get(photo!.thumb!, cashier.token),
    await get(photo!.thumb!),
    await get('/withdrawn/x/y', staff.token),
  ]).toEqual([200, 404, 404, 404])
  await hide(1, false)
  await settle()
  expect(await all()).toEqual([200, 200, 200])
})
