import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mydataConsent } from '#features/privacy/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { buildApp } from '#server/app.ts'
import { recognitionOver } from '#integrations/recognition/client.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { makeAlbum } from '../service.ts'
import { photoList } from '../contract.ts'
import { photoFace, photoFaces } from './faces.contract.ts'
import { readyPhotos, takeIn } from '../processing.service.ts'

const raceid = RACE
let world: World
let runner: { token: string }
let key: string
const requests: { url: string; race: string | undefined; photo: string | undefined; bytes: Buffer }[] = []
let answer: unknown = { photos: [] }
const service = createServer((request, response) => {
  const pieces: Buffer[] = []
  request
    .on('data', (piece: Buffer) => pieces.push(piece))
    .on('end', () => {
      requests.push({
        url: request.url!,
        race: request.headers['x-race'] as string,
        photo: request.headers['x-photo'] as string,
        bytes: Buffer.concat(pieces),
      })
      response.end(JSON.stringify(request.url === '/bibs' ? { bibs: [] } : answer))
    })
})

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  Object.assign(world.parts.integrations, {
    recognition: recognitionOver({ url: `${at}/bibs`, key: 'k', faces: `${at}/faces` }),
  })
  runner = await runnerSession(world)
})
afterAll(async () => {
  await new Promise((resolve) => service.close(resolve))
  await world?.close()
})

const picture = (red: number) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 90, b: 30 } } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'somebody' } })
    .toBuffer()
const send = async (bytes: Uint8Array | undefined, token = runner.token, app = world.app) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid, _token: token, _lang: 'en' })) form.append(name, String(value))
  if (bytes) form.append('file', new Blob([bytes as BlobPart]), 'me.jpg')
  const made = new Response(form)
  return (
    await app.inject({
      method: 'POST',
      url: photoFace.path,
      payload: Buffer.from(await made.arrayBuffer()),
      headers: { 'content-type': made.headers.get('content-type')! },
    })
  ).json() as { code: string; refusal?: string; data: { total: number; items: { id: number }[] } }
}

test('faces are looked for only with a configured service, by a registered runner who agreed, with a picture, and not too often', async () => {
  expect(await send(await picture(1), '')).toMatchObject({ code: '401' })
  expect(await world.call(photoFaces, { raceid: 999 }, runner)).toMatchObject({ refusal: 'race_not_found' })
  const { recognition, ...without } = world.parts.integrations
  const app = await buildApp({ ...world.parts, integrations: without }, { apps: false })
  expect(await send(await picture(1), runner.token, app)).toMatchObject({ code: '404', refusal: 'faces_off' })
  await app.close()
  expect([(await world.ask(photoList, { raceid })).faces, recognition === undefined]).toEqual([true, false])
  expect(await world.ask(photoFaces, { raceid }, runner)).toEqual({ consent: null })
  expect(await send(await picture(1))).toMatchObject({ code: '409', refusal: 'face_consent' })
  ;({ _key: key } = await world.ask(registrationSave, entrant(1), runner))
  expect(await world.ask(photoFaces, { raceid }, { ...runner, lang: 'en' })).toMatchObject({
    consent: { key, given: false, title: 'Race photos and face search' },
  })
  expect(await send(await picture(1))).toMatchObject({ refusal: 'face_consent' })
  expect(requests, 'nothing left the house').toEqual([])
  await world.ask(mydataConsent, { id: key, name: 'photos', given: true }, runner)
  expect(await send(undefined)).toMatchObject({ refusal: 'file_missing' })
  expect(await send(Buffer.from('<svg/>'))).toMatchObject({ refusal: 'not_a_picture' })
  expect(requests).toEqual([])
})

test('results of the service are shown, surest first, only of published photos of the race; the picture is stored nowhere; a withdrawn consent ends it', async () => {
  const now = world.clock.now()
  const albums: number[] = []
  for (const published_at of [now, null])
    albums.push(
      (
        await world.db.transaction().execute((tx) =>
          makeAlbum(
            tx,
            raceid,
            {
              name: 'x',
              names: {},
              photographer: '',
              position: 0,
              names_bibs: 'none',
              point: null,
              clock_offset_ms: 0,
              published_at,
            },
            now,
          ),
        )
      ).id,
    )
  const ids: number[] = []
  for (const [nth, albumid] of [albums[0]!, albums[0]!, albums[0]!, albums[1]!].entries())
    ids.push(
      (await takeIn(
        world.parts,
        { raceid, albumid, filename: `${nth}.jpg`, bytes: await picture(40 * nth), staffid: null },
        now,
      ))!.id,
    )
  await readyPhotos(world.parts, now)
  const files = await world.db.selectFrom('files').select('hash').execute()
  answer = {
    photos: [
      { photo: `${raceid}/${ids[0]}`, confidence: 0.81 },
      { photo: `${raceid}/${ids[1]}`, confidence: 0.99 },
      { photo: `${raceid}/${ids[2]}`, confidence: 0.4 },
      { photo: `${raceid}/${ids[3]}`, confidence: 1 },
      { photo: `7/${ids[0]}`, confidence: 1 },
    ],
  }
  const { data } = await send(await picture(200))
  expect(data.items.map(({ id }) => id)).toEqual([ids[1], ids[0]])
  const last = requests.at(-1)!
  expect([last.url, last.race, last.bytes.includes('somebody')]).toEqual(['/faces', String(raceid), false])
  expect(await world.db.selectFrom('files').select('hash').execute()).toEqual(files)
  answer = { photos: 'many' }
  expect(await send(await picture(200))).toMatchObject({ code: '500', refusal: 'faces_down' })
  await world.ask(mydataConsent, { id: key, name: 'photos', given: false }, runner)
  const before = requests.length
  expect(await send(await picture(200))).toMatchObject({ refusal: 'face_consent' })
  expect(requests).toHaveLength(before)
  await world.ask(mydataConsent, { id: key, name: 'photos', given: true }, runner)
  const codes: string[] = []
  for (let n = 0; n < 10; n++) codes.push((await send(await picture(200))).code)
  expect(codes.at(-1)).toBe('429')
})
