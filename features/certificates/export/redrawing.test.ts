import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { saveCertificate } from '../service.ts'
import { endDrawnExport, forgetDrawn, pictureFile } from './drawExports.service.ts'
import { consoleCertificatesRedraw } from './exports.contract.ts'
import { updateExport } from './exports.store.ts'
import { listForStory } from './story.store.ts'

let world: World
let editor: { token: string }
let certificateid: number
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  editor = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  const draft = { eventid: null, kind: 'reg' as const, name: '证书', bg: null, published_at: null, boxes: [] }
  const saved = await world.db
    .transaction()
    .execute((tx) => saveCertificate(tx, RACE, { ...draft, width: 240, height: 300 }, world.clock.now()))
  certificateid = saved.id
})
afterAll(() => world?.close())

const now = () => world.clock.now()
const drawn = async (kind: 'reg' | 'timing' = 'reg') => {
  const { id } = await world.db
    .insertInto('certificate_exports')
    .values({
      raceid: RACE,
      eventid: 1,
      certificateid,
      kind,
      name: '证书',
      version: 1,
      definition: '{}',
      format: 'jpg',
      state: 'ready',
      total: 0,
      began_at: now(),
      expires_at: now(),
      created_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { raceid: RACE, id }
}
const stateOf = async (id: number) =>
  (
    await world.db
      .selectFrom('certificate_exports')
      .select('state')
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.state
const begunAnew = (key: { raceid: number; id: number }) => (tx: Tx) =>
  updateExport(tx, key, { state: 'drawing', round: 2 })

test('a certificate that another person draws again at this moment is not begun a second time', async () => {
  const key = await drawn()
  const redraw = () => world.call(consoleCertificatesRedraw, key, editor)
  expect((await meanwhile(world, begunAnew(key), redraw)).refusal).toBe('export_under_way')
  await world.db.transaction().execute((tx) => updateExport(tx, key, { state: 'failed' }))
})

test('a certificate that somebody draws again at the end of its time stays', async () => {
  const key = await drawn()
  await meanwhile(world, begunAnew(key), () => endDrawnExport({ ...world.parts, now: now() }, key))
  expect(await stateOf(key.id)).toBe('drawing')
})

test('a registration and the result of another person with the same number have nothing in common', async () => {
  const holderid = 77
  const { files } = world.parts.integrations
  const [own, other] = [await drawn('reg'), await drawn('timing')]
  for (const [key, name] of [
    [own, '沈去去'],
    [other, '周留留'],
  ] as const) {
    await files.write(pictureFile(key, holderid, 'jpg'), Buffer.from('jpeg'))
    await world.db
      .insertInto('certificate_pictures')
      .values({ raceid: RACE, exportid: key.id, holderid, name, digest: 'x', bytes: 4, crc: 1, round: 1 })
      .execute()
  }
  // A killed step wrote this picture and not its row.
  await files.write(pictureFile(own, 78, 'jpg'), Buffer.from('jpeg'))
  const of = { raceid: RACE, id: holderid, _key: '', uid: 1, zone: 'Asia/Shanghai', orderids: [] }
  expect(await listForStory(world.db, of as never)).toHaveLength(1)
  await forgetDrawn({ ...world.parts, now: now() }, { raceid: RACE, registrations: [holderid, 78], results: [] })
  const isKept = async (key: typeof own, id: number) => Boolean(await files.read(pictureFile(key, id, 'jpg')))
  expect([await isKept(own, holderid), await isKept(own, 78), await isKept(other, holderid)]).toEqual([
    false,
    false,
    true,
  ])
  expect(await listForStory(world.db, of as never)).toEqual([])
})
