import sharp from 'sharp'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importResults } from '#features/results/service.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { listFailures } from '#db/errors/failures.ts'
import { recognitionOver } from '#integrations/recognition/client.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { secondProcess } from '#test/second.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consolePhotosAlbum,
  consolePhotosAlbums,
  consolePhotosHide,
  consolePhotosKnown,
  consolePhotosList,
  consolePhotosReport,
  consolePhotosReports,
  consolePhotosTag,
  consolePhotosTaglist,
  consolePhotosUpload,
} from './console.contract.ts'
import {
  photoDetail,
  photoFavourite,
  photoFetch,
  photoHassubscribe,
  photoList,
  photoRaceMy,
  photoReport,
  photoRunner,
  photoSearchBib,
  photoSubscribe,
  photoSubscribes,
} from './contract.ts'
import { jobs, notifyNews } from './jobs.ts'
import { readyPhotos } from './processing.service.ts'

const raceid = RACE
let world: World
let staff: { token: string; staffid: number }
let runner: { token: string; uid: number }
let albumid: number

/** The gun, at 8:00 in Shanghai. The runner B2 passes 5K 25 minutes later. */
const gun = new Date('2026-03-01T00:00:00Z')
const results = 'bib,name,sex,age,gun,net,5K\nA1,Ann,F,41,1:40:10,1:40:10,23:00\nB2,Bob,M,38,1:45:00,1:45:00,25:00\n'

let shade = 0
const picture = (taken?: string) => {
  const made = sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: { r: (++shade * 48) % 256, g: (shade >> 2) * 48, b: 90 },
    },
  }).jpeg()
  return (taken ? made.withExif({ IFD2: { DateTimeOriginal: taken } }) : made).toBuffer()
}
const send = async (
  path: string,
  fields: Record<string, unknown>,
  files: readonly [string, Uint8Array | string][],
  token = staff.token,
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, _token: token, _lang: 'en' }))
    form.append(name, String(value))
  for (const [name, bytes] of files) form.append('file', new Blob([bytes as BlobPart]), name)
  const made = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json() as {
    code: string
    refusal?: string
    msg: string
    data: { items: { id: number; new: boolean }[]; tagged: number; problems: { line: number; says: string }[] }
  }
}
const upload = (...files: [string, Uint8Array | string][]) => send(consolePhotosUpload.path, { raceid, albumid }, files)
const work = () => readyPhotos(world.parts, world.clock.now())

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { start_at: gun })
  staff = await staffSession(world, [{ raceid, role: 'photographer' }])
  runner = await runnerSession(world)
  await importResults(
    { db: world.db, seal: world.parts.seal },
    { raceid, eventid: 1, filename: 'r.csv', bytes: Buffer.from(results), publish: true, now: world.clock.now() },
  )
  const { _key } = await world.ask(registrationSave, entrant(1), runner)
  await world.db
    .updateTable('registrations')
    .set({ bib: '1', prefix_bib: 'A' })
    .where('raceid', '=', raceid)
    .where('_key', '=', _key)
    .execute()
})
afterAll(() => world?.close())

test("only staff with the right change albums; unknown things are named; a runner's own calls need a log-in", async () => {
  const cashier = await staffSession(world, [{ raceid, role: 'cashier' }])
  const elsewhere = await staffSession(world, [{ raceid: 7, role: 'photographer' }])
  for (const who of [cashier, elsewhere])
    expect(await world.call(consolePhotosAlbums, { raceid }, who)).toMatchObject({ code: '403' })
  expect(await world.call(consolePhotosAlbum, { raceid, name: 'x' })).toMatchObject({ code: '401' })
  for (const [endpoint, input] of [
    [consolePhotosAlbum, { id: 9, name: 'x' }],
    [consolePhotosKnown, { albumid: 9, sha256: [] }],
    [consolePhotosList, { albumid: 9 }],
  ] as const)
    expect(
      await world.call(endpoint as typeof consolePhotosList, { raceid, ...(input as { albumid: number }) }, staff),
    ).toMatchObject({ code: '404', refusal: 'album_not_found' })
  expect(await world.call(consolePhotosTag, { raceid, ids: [99] }, staff)).toMatchObject({ refusal: 'photo_not_found' })
  expect(await world.call(consolePhotosTag, { raceid, ids: [99], add: ['号码'] }, staff)).toMatchObject({ code: '422' })
  expect(await world.call(consolePhotosHide, { raceid, ids: [99] }, staff)).toMatchObject({
    refusal: 'photo_not_found',
  })
  expect(await world.call(consolePhotosReport, { raceid, id: 9, take_down: true }, staff)).toMatchObject({
    refusal: 'report_not_found',
  })
  for (const [endpoint, input] of [
    [photoRaceMy, {}],
    [photoSubscribe, { raceid, bib: 'A1' }],
    [photoHassubscribe, { raceid, bib: 'A1' }],
    [photoSubscribes, {}],
    [photoFavourite, { raceid, id: 1 }],
    [photoReport, { raceid, id: 1 }],
  ] as const)
    expect(await world.call(endpoint as typeof photoRaceMy, input as unknown as { raceid: number })).toMatchObject({
      code: '401',
    })
  for (const endpoint of [photoList, photoFetch]) {
    expect(await world.call(endpoint, { raceid: 999 })).toMatchObject({ refusal: 'race_not_found' })
    expect(await world.call(endpoint, { raceid, albumid: 5 })).toMatchObject({ refusal: 'album_not_found' })
    expect(await world.call(endpoint, { raceid, bib: 'A1; A2' })).toMatchObject({ code: '422' })
  }
  expect(await world.call(photoSearchBib, { albumid: 5, bib: 'A1' })).toMatchObject({
    code: '404',
    refusal: 'album_not_found',
  })
  for (const endpoint of [photoDetail, photoFavourite, photoReport])
    expect(await world.call(endpoint, { raceid, id: 1 }, runner)).toMatchObject({ refusal: 'photo_not_found' })
})

test('thousands of photos come in fours: each once, ready in the background, named by its file; other files are skipped', async () => {
  ;({ id: albumid } = await world.ask(
    consolePhotosAlbum,
    { raceid, name: '终点', names: { en: 'Finish' }, point: '5', published: false },
    staff,
  ))
  expect(await send(consolePhotosUpload.path, { raceid, albumid: 9 }, [['a.jpg', await picture()]])).toMatchObject({
    refusal: 'album_not_found',
  })
  expect(await upload()).toMatchObject({ refusal: 'file_missing' })
  expect(await upload(['page.jpg', '<script>alert(1)</script>'])).toMatchObject({
    code: '422',
    refusal: 'not_a_picture',
  })
  const [first, second, unknown] = await Promise.all([picture(), picture('2026:03:01 08:25:02'), picture()])
  const sent = await upload(['A1_1.jpg', first], ['IMG_0001.jpg', second], ['Z9_1.jpg', unknown], ['notes.jpg', 'text'])
  expect(sent.data.items.map((one) => one.new)).toEqual([true, true, true])
  // The first photo comes twice more at once, once under another name. Both answers name the same row as before.
  const again = await Promise.all([upload(['A1_1.jpg', first]), upload(['renamed.jpg', first])])
  expect(again.map(({ data }) => data.items)).toEqual([
    [{ ...sent.data.items[0], new: false }],
    [{ ...sent.data.items[0], filename: 'renamed.jpg', new: false }],
  ])
  const hashes = [first, second].map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(
    (await world.ask(consolePhotosKnown, { raceid, albumid, sha256: [...hashes, '0'.repeat(64)] }, staff)).known.sort(),
  ).toEqual(hashes.sort())
  expect((await world.ask(consolePhotosList, { raceid, albumid, state: 'received' }, staff)).items).toHaveLength(3)
  const other = await secondProcess(world)
  await Promise.all([work(), readyPhotos({ ...world.parts, db: other.db }, world.clock.now()), work()])
  await other.db.destroy()
  const { items, counts } = await world.ask(consolePhotosList, { raceid, albumid }, staff)
  expect(counts).toEqual({ received: 0, ready: 3, refused: 0, hidden: 0, untagged: 2 })
  expect(items.map(({ bibs, taken_at }) => [bibs, taken_at])).toEqual([
    [[{ bib: 'A1', source: 'name', known: true }], null],
    [[], '2026-03-01T00:25:02.000Z'],
    [[], null],
  ])
  expect(await world.parts.integrations.files.read(`incoming/${raceid}/${albumid}/${hashes[0]}.bin`)).toBeUndefined()
  // A file that only begins like a picture is refused with a message.
  await upload(['broken.jpg', Buffer.concat([first.subarray(0, 60), Buffer.alloc(200)])])
  await work()
  expect((await world.ask(consolePhotosList, { raceid, albumid, state: 'refused' }, staff)).items).toMatchObject([
    { filename: 'broken.jpg', why: 'not_a_picture', url: null },
  ])
})

test('nobody sees an unpublished album; afterwards by bib, by album, by the time of the passing', async () => {
  expect(await world.ask(photoSearchBib, { albumid, bib: 'A1' })).toEqual({ total: 0, data: [] })
  expect(await world.ask(photoFetch, { raceid, bib: 'A1' })).toMatchObject({ total: 0, items: [] })
  await world.ask(
    consolePhotosAlbum,
    { raceid, id: albumid, name: '终点', names: { en: 'Finish' }, point: '5', published: true },
    staff,
  )
  expect(await world.ask(photoSearchBib, { albumid, bib: 'a1' })).toMatchObject({
    total: 1,
    data: [
      {
        url: expect.stringMatching(/^\/shots\/2026\/[0-9a-f]{32}\.jpg\?x-oss-process=image\/resize,w_1280$/) as string,
      },
    ],
  })
  expect(await world.ask(photoList, { raceid }, { lang: 'en' })).toMatchObject({
    total: 3,
    totalpage: 1,
    albums: [{ id: albumid, name: 'Finish', total: 3 }],
  })
  expect((await world.ask(photoFetch, { raceid, page: 2 })).items).toEqual([])
  const runnerB = await world.ask(photoRunner, { raceid, bib: 'B2' })
  expect(runnerB).toMatchObject({
    total: 0,
    passings: [{ point: '5', at: '2026-03-01T00:25:00.000Z', items: [{ taken_at: '2026-03-01T00:25:02.000Z' }] }],
  })
  // The camera's clock was 10 s fast. After the correction no runner passed the camera at that time.
  await world.ask(
    consolePhotosAlbum,
    { raceid, id: albumid, name: '终点', point: '5', clock_offset_ms: -10_000, published: true },
    staff,
  )
  expect((await world.ask(photoRunner, { raceid, bib: 'B2' })).passings).toEqual([])
})

test('by hand and by list; a bib that a person removed stays removed', async () => {
  const [one, two] = (await world.ask(consolePhotosList, { raceid, albumid, state: 'ready' }, staff)).items
  const tagged = await world.ask(consolePhotosTag, { raceid, ids: [two!.id], add: ['b2', 'X77'] }, staff)
  expect(tagged.items[0]!.bibs).toEqual([
    { bib: 'B2', source: 'hand', known: true },
    { bib: 'X77', source: 'hand', known: false },
  ])
  await world.ask(consolePhotosTag, { raceid, ids: [two!.id], remove: ['X77'] }, staff)
  const list = await send(consolePhotosTaglist.path, { raceid, albumid }, [
    ['list.csv', 'file,bibs\nA1_1.jpg,"A1 B2"\nimg_0001.JPG,X77\nnobody.jpg,A1\nA1_1.jpg,\n'],
  ])
  expect(list).toMatchObject({
    code: '200',
    data: {
      tagged: 1,
      lines: 4,
      problems: [{ line: 4, says: 'The album has no photo called “nobody.jpg”' }, { line: 5 }],
    },
  })
  expect(await send(consolePhotosTaglist.path, { raceid, albumid }, [['list.csv', 'a,b\n1,2\n']])).toMatchObject({
    refusal: 'photo_list_columns',
  })
  expect((await world.ask(photoSearchBib, { albumid, bib: 'B2' })).total).toBe(2)
  expect((await world.ask(photoSearchBib, { albumid, bib: 'X77' })).total).toBe(0)
  expect((await world.ask(consolePhotosList, { raceid, albumid, bib: 'B2' }, staff)).items.map(({ id }) => id)).toEqual(
    [one!.id, two!.id],
  )
})

test('a configured service reads bibs: known and sure bibs; after nonsense it is asked again', async () => {
  let answer: unknown = {
    bibs: [
      { bib: ' b2', confidence: 0.9 },
      { bib: 'A1', confidence: 0.4 },
      { bib: 'Q999', confidence: 1 },
    ],
  }
  let authorised: string | undefined
  const service = createServer((request, response) => {
    authorised = request.headers.authorization
    request.resume().on('end', () => response.end(JSON.stringify(answer)))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const recognition = recognitionOver({ url: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`, key: 'k' })
  const parts = { ...world.parts, integrations: { ...world.parts.integrations, recognition } }
  const [fresh] = (await upload(['IMG_7.jpg', await picture()])).data.items
  await readyPhotos(parts, world.clock.now())
  const see = jobs.find(({ name }) => name === 'photo seen')!
  await see.run({ raceid, id: fresh!.id }, { ...parts, now: world.clock.now() })
  expect(authorised).toBe('Bearer k')
  expect(
    (await world.ask(consolePhotosList, { raceid, albumid, bib: 'B2' }, staff)).items.find(({ id }) => id === fresh!.id)
      ?.bibs,
  ).toEqual([{ bib: 'B2', source: 'seen', known: true }])
  answer = { bibs: 'many' }
  await expect(see.run({ raceid, id: fresh!.id }, { ...parts, now: world.clock.now() })).rejects.toThrow(
    'answered something else',
  )
  expect(await listFailures(world.db, new Date(0)), 'staff see it').toMatchObject([{ what: 'bibs_read', failed: 1 }])
  await new Promise((resolve) => service.close(resolve))
})

test('a person who follows a bib gets one message in the box about all new photos', async () => {
  expect(await world.ask(photoSubscribe, { raceid, bib: 'b2' }, { ...runner, lang: 'en' })).toEqual({
    bib: 'B2',
    subscribed: true,
  })
  expect(await world.ask(photoHassubscribe, { raceid, bib: 'B2' }, runner)).toEqual({ bib: 'B2', subscribed: true })
  world.clock.advance(1000)
  for (const name of ['B2_8.jpg', 'B2_9.jpg']) await upload([name, await picture()])
  await work()
  const tell = () => notifyNews({ ...world.parts, now: world.clock.now() })
  await Promise.all([tell(), tell()])
  await tell()
  const messages = await world.db
    .selectFrom('messages')
    .select(['template', 'uid', 'path'])
    .where('template', '=', 'photos_new')
    .execute()
  expect(messages).toEqual([{ template: 'photos_new', uid: runner.uid, path: '/photos?raceid=2026&bib=B2' }])
  expect((await world.ask(photoSubscribes, {}, runner)).items).toMatchObject([{ raceid, bib: 'B2', total: 5 }])
  await world.ask(photoSubscribe, { raceid, bib: 'B2', on: false }, runner)
  expect((await world.ask(photoSubscribes, {}, runner)).items).toEqual([])
})

test("one's own photos, favourites; a photo of oneself is hidden at once, staff decide about others", async () => {
  const { races } = await world.ask(photoRaceMy, {}, runner)
  expect(races).toMatchObject([{ raceid, bibs: [{ bib: 'A1', total: 1, subscribed: false }], items: [{}] }])
  const mine = races[0]!.items[0]!
  await world.ask(photoFavourite, { raceid, id: mine.id }, runner)
  await world.ask(photoFavourite, { raceid, id: mine.id }, runner)
  expect((await world.ask(photoRaceMy, {}, runner)).favourites).toMatchObject([{ id: mine.id }])
  expect(await world.ask(photoDetail, { raceid, id: mine.id }, runner)).toMatchObject({
    mine: true,
    favourite: true,
    reported: false,
    bibs: ['A1', 'B2'],
  })
  const other = (await world.ask(photoRunner, { raceid, bib: 'B2' })).items.find(({ id }) => id !== mine.id)!
  expect(await world.ask(photoReport, { raceid, id: other.id, reason: 'not me' }, runner)).toEqual({
    id: other.id,
    hidden: false,
  })
  expect(await world.ask(photoReport, { raceid, id: mine.id }, runner)).toEqual({ id: mine.id, hidden: true })
  expect(await world.call(photoDetail, { raceid, id: mine.id }, runner)).toMatchObject({ refusal: 'photo_not_found' })
  expect((await world.ask(photoRaceMy, {}, runner)).favourites).toEqual([])
  const { items } = await world.ask(consolePhotosReports, { raceid }, staff)
  expect(items.map(({ own, reason }) => [own, reason])).toEqual([
    [false, 'not me'],
    [true, ''],
  ])
  await world.ask(consolePhotosReport, { raceid, id: items[0]!.id, take_down: true }, staff)
  await world.ask(consolePhotosReport, { raceid, id: items[1]!.id, take_down: false }, staff)
  expect(await world.call(photoDetail, { raceid, id: other.id })).toMatchObject({ refusal: 'photo_not_found' })
  expect(await world.ask(photoDetail, { raceid, id: mine.id })).toMatchObject({ mine: false })
  expect((await world.ask(consolePhotosHide, { raceid, ids: [other.id], hidden: false }, staff)).changed).toBe(1)
  expect((await world.ask(consolePhotosAlbums, { raceid }, staff)).items[0]!.counts).toMatchObject({
    hidden: 0,
    refused: 1,
  })
})
