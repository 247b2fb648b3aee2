import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#db/db.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { saveCertificate } from '../service.ts'
import { endDrawnExport } from './drawExports.service.ts'
import { consoleCertificatesRedraw } from './exports.contract.ts'
import { updateExport } from './exports.store.ts'

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
const drawn = async () => {
  const { id } = await world.db
    .insertInto('certificate_exports')
    .values({
      raceid: RACE,
      eventid: 1,
      certificateid,
      kind: 'reg',
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
