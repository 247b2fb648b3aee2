import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { type World, makeWorld } from '#test/world.ts'
import { makeAlbum } from './service.ts'
import { knownHashes } from './sent.store.ts'
import { READY, queueUnfinishedPhotos, readyPhotos, takeIn } from './processing.service.ts'

const raceid = RACE
let world: World
let albumid: number
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  albumid = (
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
          published_at: null,
        },
        world.clock.now(),
      ),
    )
  ).id
})
afterAll(() => world?.close())

let made = 0
const photo = async () => {
  const bytes = await sharp({
    create: { width: 30, height: 20, channels: 3, background: { r: 40 * (++made % 6), g: made, b: 200 } },
  })
    .jpeg()
    .toBuffer()
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
const send = ({ bytes }: { bytes: Buffer }) =>
  takeIn(world.parts, { raceid, albumid, filename: 'a.jpg', bytes, staffid: null }, world.clock.now())
const stateOf = async (id: number) => {
  const { state, why, incoming } = await world.db
    .selectFrom('photos')
    .select(['state', 'why', 'incoming'])
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [state, why, incoming]
}
const jobs = async () =>
  (await sql`select from graphile_worker.jobs where task_identifier = ${READY}`.execute(world.db)).rows.length

test('a failing photo delays no other photo, and is begun again although its job has given up', async () => {
  const [bad, good] = [await photo(), await photo()]
  const [first, second] = [(await send(bad))!.id, (await send(good))!.id]
  const { files } = world.parts.integrations
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const failing = {
    ...world.parts,
    integrations: {
      ...world.parts.integrations,
      files: {
        ...files,
        read: (name: string) => (name.includes(bad.sha256) ? Promise.reject(full) : files.read(name)),
      },
    },
  }
  await expect(readyPhotos(failing, world.clock.now())).rejects.toThrow('no space left')
  expect([await stateOf(first), await stateOf(second)]).toEqual([
    ['received', null, true],
    ['ready', null, false],
  ])
  await queueUnfinishedPhotos(world.parts, world.clock.now())
  expect(await jobs(), 'the job that was there').toBe(1)
  await sql`select graphile_worker.remove_job(${READY})`.execute(world.db)
  await queueUnfinishedPhotos(world.parts, world.clock.now())
  expect(await jobs()).toBe(1)
  await readyPhotos(world.parts, world.clock.now())
  expect(await stateOf(first)).toEqual(['ready', null, false])
  await sql`select graphile_worker.remove_job(${READY})`.execute(world.db)
  await queueUnfinishedPhotos(world.parts, world.clock.now())
  expect(await jobs(), 'nothing waits').toBe(0)
})

test('a photo whose bytes were lost on the way counts as never sent, and can be sent again', async () => {
  const lost = await photo()
  const { id } = (await send(lost))!
  await world.parts.integrations.files.remove(`incoming/${raceid}/${albumid}/${lost.sha256}.bin`)
  await readyPhotos(world.parts, world.clock.now())
  expect(await stateOf(id)).toEqual(['refused', 'file_lost', false])
  expect(await knownHashes(world.db, raceid, albumid, [lost.sha256])).toEqual([])
  expect(await send(lost)).toEqual({ id, fresh: true })
  await readyPhotos(world.parts, world.clock.now())
  expect(await stateOf(id)).toEqual(['ready', null, false])
  expect(await send(lost)).toEqual({ id, fresh: false })
  expect(await world.parts.integrations.files.read(`incoming/${raceid}/${albumid}/${lost.sha256}.bin`)).toBeUndefined()
})
