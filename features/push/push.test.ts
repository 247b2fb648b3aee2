import { afterAll, beforeAll, expect, test } from 'vitest'
import { listFailures } from '#db/errors/failures.ts'
import type { SandboxPush } from '#integrations/sandbox/push/server.ts'
import { deviceCookies, runnerSession } from '#test/people.ts'
import { queuedPushes, sendDuePushes } from '#test/scenes/phones/pushes.ts'
import { type World, makeWorld } from '#test/world.ts'
import { pushRemove, pushSave, pushShow } from './contract.ts'
import { morningAfter, knownZone } from './quiet.rules.ts'
import { type PushMessage, queuePushes } from './service.ts'

let world: World
let service: SandboxPush
let runner: { token: string; uid: number }
let key: string

beforeAll(async () => {
  world = await makeWorld()
  service = await world.parts.integrations.sandbox.push!()
  runner = await runnerSession(world)
  key = (await world.ask(pushShow, {})).push_key
})
afterAll(() => world?.close())

const quiet = { from: 22, to: 8 }
const message = (change: Partial<PushMessage> = {}): PushMessage => ({
  to: { uid: runner.uid },
  box: false,
  write: (lang) => ({ title: lang === 'en' ? 'Bib 7 at 5 km' : '7 号到达 5 公里', body: '00:21:04' }),
  path: '/messages',
  tag: 'passing 1/7/5',
  until: new Date(world.clock.now().getTime() + 3_600_000),
  urgency: 'high',
  atNight: 'send',
  ...change,
})
const queue = async (...messages: PushMessage[]) => {
  await world.parts.seal.prepare('accounts')
  await world.db
    .transaction()
    .execute((tx) => queuePushes(tx, { seal: world.parts.seal, now: world.clock.now(), quiet }, messages))
}
/** Returns the messages that arrived at the browsers since the last look. */
const arrived = () => service.received.splice(0).map(({ endpoint, payload }) => ({ endpoint, ...JSON.parse(payload) }))
const subscribe = async (as?: { token: string }, change: object = {}) => {
  const push = service.subscribe(key)
  await world.ask(pushSave, { push, zone: 'Asia/Shanghai', ...change }, as)
  return push
}
const byCookie = async (path: string, body: object, cookie: string) => {
  const answered = await world.app.inject({ method: 'POST', url: path, payload: body, headers: { cookie } })
  return answered.json() as { code: string; refusal?: string; data: { on: boolean; box: boolean } }
}

test('a subscription without a holder, or for no push service, is refused', async () => {
  const push = service.subscribe(key)
  expect(await world.call(pushSave, { push })).toMatchObject({ code: '409', refusal: 'push_no_holder' })
  for (const endpoint of ['http://10.0.0.1/x', 'https://localhost/x', 'https://[::1]/x', 'x'])
    expect(await world.call(pushSave, { push: { ...push, endpoint } }, runner)).toMatchObject({
      refusal: 'push_unusable',
    })
  expect(await world.call(pushSave, { push: { ...push, auth: '<script>' } }, runner)).toMatchObject({ code: '422' })
  expect(await world.ask(pushShow, { endpoint: push.endpoint })).toEqual({ push_key: key, on: false, box: false })
})

test("an account's browsers get its messages, each in its language, and the texts are sealed in the queue", async () => {
  const english = await subscribe({ ...runner, lang: 'en' } as never)
  const chinese = await subscribe(runner, { box: true })
  await queue(message())
  const [job] = await queuedPushes(world)
  expect(JSON.stringify(job!.payload)).not.toMatch(/Bib|公里|messages/)
  await sendDuePushes(world)
  expect(arrived().sort((a, b) => a.title.localeCompare(b.title))).toEqual(
    [
      { endpoint: english.endpoint, title: 'Bib 7 at 5 km', body: '00:21:04', lang: 'en' },
      { endpoint: chinese.endpoint, title: '7 号到达 5 公里', body: '00:21:04', lang: 'zh-cn' },
    ]
      .map((one) => ({ ...one, path: '/messages', tag: 'passing 1/7/5' }))
      .sort((a, b) => a.title.localeCompare(b.title)),
  )
  await queue(message({ box: true }))
  await sendDuePushes(world)
  expect(
    arrived().map(({ endpoint }) => endpoint),
    'only browsers that take the box',
  ).toEqual([chinese.endpoint])
  expect(await world.ask(pushShow, { endpoint: chinese.endpoint })).toMatchObject({ on: true, box: true })
  for (const { endpoint } of [english, chinese]) await world.ask(pushRemove, { endpoint })
  await queue(message())
  expect(await queuedPushes(world)).toEqual([])
})

test('a browser without an account is known by its cookie, and by no other', async () => {
  const [cookie] = await deviceCookies(world, 1)
  const push = service.subscribe(key)
  expect(await byCookie(pushSave.path, { push, box: '1' }, cookie!)).toMatchObject({ data: { on: true, box: false } })
  const forged = `${cookie!.slice(0, -1)}${cookie!.endsWith('A') ? 'B' : 'A'}`
  expect(await byCookie(pushSave.path, { push }, forged)).toMatchObject({ refusal: 'push_no_holder' })
})

test('a subscription that has ended is dropped, and a busy or silent service is asked later', async () => {
  const gone = await subscribe(runner)
  const busy = await subscribe(runner)
  service.end(gone.endpoint)
  service.weather.of.set(busy.endpoint, 429)
  await queue(message())
  await sendDuePushes(world)
  expect(arrived()).toEqual([])
  expect(await world.ask(pushShow, { endpoint: gone.endpoint })).toMatchObject({ on: false })
  const [waiting] = await queuedPushes(world)
  expect(waiting!.run_at).toEqual(new Date(world.clock.now().getTime() + 30_000))
  expect(waiting!.payload.items).toHaveLength(1)
  service.weather.of.set(busy.endpoint, 'down')
  world.clock.advance(31_000)
  await sendDuePushes(world)
  expect(await queuedPushes(world)).toHaveLength(1)
  expect(await listFailures(world.db, new Date(0))).toMatchObject([{ what: 'web_push', said: 'no connection' }])
  service.weather.of.clear()
  world.clock.advance(61_000)
  await sendDuePushes(world)
  expect(arrived()).toMatchObject([{ endpoint: busy.endpoint }])
  await queue(message({ until: new Date(world.clock.now().getTime() + 10_000) }))
  world.clock.advance(11_000)
  await sendDuePushes(world)
  expect(arrived(), 'of no use any more').toEqual([])
  await world.ask(pushRemove, { endpoint: busy.endpoint })
})

test('the night of the browser counts, wherever the race is', async () => {
  const push = await subscribe(runner, { zone: 'Europe/Berlin' })
  world.clock.set('2026-03-02T22:30:00Z')
  const until = new Date('2026-03-04T00:00:00Z')
  await queue(message({ until, atNight: 'drop' }))
  expect(await queuedPushes(world)).toEqual([])
  await queue(message({ until, atNight: 'wait' }))
  const [waiting] = await queuedPushes(world)
  expect(waiting!.run_at).toEqual(new Date('2026-03-03T07:00:00Z'))
  world.clock.set('2026-03-03T07:00:01Z')
  await sendDuePushes(world)
  expect(arrived()).toMatchObject([{ endpoint: push.endpoint }])
  expect(knownZone('Mars/Olympus')).toBe('Asia/Shanghai')
  expect(knownZone('+08:00')).toBe('Asia/Shanghai')
  const noon = new Date('2026-03-02T04:00:00Z')
  expect(morningAfter('Asia/Shanghai', noon, quiet)).toBe(noon)
})

test('an account keeps its ten newest browsers', async () => {
  const another = await runnerSession(world)
  const first = await subscribe(another)
  for (let n = 0; n < 10; n++) {
    world.clock.advance(1000)
    await subscribe(another)
  }
  expect(await world.ask(pushShow, { endpoint: first.endpoint })).toMatchObject({ on: false })
})
