import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { keepPrivateFile } from '#features/files/service.ts'
import { mydataShow } from '#features/privacy/contract.ts'
import { RACE } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type HandoutDesk, type Runner, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { checkinRunnerVerify } from '../contract.ts'

const question = (name: string, desk: boolean) => ({
  name,
  kind: 'file' as const,
  required: false,
  says: { 'zh-cn': '近期照片', en: 'Recent photo' },
  options: [],
  max: 100,
  personal: true,
  desk,
})
let scene: HandoutDesk
let shown: Runner
let other: Runner
beforeAll(async () => {
  scene = await openHandoutDesk()
  const { world } = scene
  const event = await world.db.selectFrom('events').selectAll().where('raceid', '=', RACE).executeTakeFirstOrThrow()
  const form = { ...(event.form as object), questions: [question('face', true), question('paper', false)] }
  await world.db
    .transaction()
    .execute((tx) =>
      saveEvent(tx, { ...event, form: form as never, updated_at: world.clock.now() } as never, world.clock.now()),
    )
  const keep = async (background: string) => {
    const bytes = await sharp({ create: { width: 60, height: 80, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const file = await keepPrivateFile(
      world.parts,
      { raceid: RACE, bytes, name: 'a.jpg', uid: scene.runner.uid },
      world.clock.now(),
    )
    return (file as { path: string }).path
  }
  shown = await scene.enter(1, { answers: { face: await keep('#a08070') } })
  other = await scene.enter(2, { answers: { paper: await keep('#102030') } })
})
afterAll(() => scene?.world.close())

const photoOf = async (runner: Runner, token = scene.gate.token) =>
  (await scene.world.ask(checkinRunnerVerify, { raceid: RACE, id: runner.id }, { token })).photo
const open = (path: string, token?: string) =>
  scene.world.app.inject({ method: 'GET', url: path, headers: token ? { authorization: `Bearer ${token}` } : {} })

test('a desk shows the photo of the field that is meant for it, and the photo of no other field', async () => {
  const path = await photoOf(shown)
  expect(path).toBe(`/checkin/portrait/${RACE}/${shown.id}`)
  expect(await photoOf(other)).toBeNull()
  const answer = await open(path!, scene.gate.token)
  expect(answer.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' })
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 60, height: 80 })
})

test('only staff who work at a desk of this race open the photo, and nobody else learns of it', async () => {
  const path = `/checkin/portrait/${RACE}/${shown.id}`
  const stranger = await staffSession(scene.world, [{ raceid: 7, role: 'director' }])
  const editor = await staffSession(scene.world, [{ raceid: RACE, role: 'editor' }])
  for (const token of [undefined, scene.runner.token, stranger.token, editor.token])
    expect((await open(path, token)).statusCode).toBe(404)
  for (const strange of [`/checkin/portrait/7/${shown.id}`, `/checkin/portrait/${RACE}/${other.id}`])
    expect((await open(strange, scene.gate.token)).statusCode).toBe(404)
  for (const odd of ['x', '0', '-1', '99999999999', '1.5'])
    expect((await open(`/checkin/portrait/${RACE}/${odd}`, scene.gate.token)).statusCode).toBe(404)
})

test('the log keeps each opening, and the runner sees it', async () => {
  const openings = () =>
    scene.world.db
      .selectFrom('log')
      .selectAll()
      .where('what', '=', 'portrait opened')
      .where('raceid', '=', RACE)
      .execute()
  const before = (await openings()).length
  await open((await photoOf(shown))!, scene.gate.token)
  const log = await openings()
  expect(log).toHaveLength(before + 1)
  expect(log.at(-1)).toMatchObject({ staffid: scene.gate.staffid, target: `registration ${shown.id}` })
  const { registrations } = await scene.world.ask(mydataShow, { _lang: 'en' } as never, scene.runner)
  expect(registrations.find(({ _key }) => _key === shown.key)!.opened).toHaveLength(log.length)
})
