import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { gift, openDraw } from '#test/scenes/around/luckyDraws.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleLuckydrawsClose } from './console.contract.ts'
import { luckeyAward, luckeyCheck, luckeyDraw, luckeyGet } from './contract.ts'
import { personal } from './personal.service.ts'

let world: World
let director: { token: string; staffid: number }
type Runner = Awaited<ReturnType<typeof runnerSession>>
let runner: Runner
const NOW = '2026-11-27T04:00:00Z'

beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world)
  await openEvent(world)
})
beforeEach(async () => {
  world.clock.set(NOW)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

const open = (change: object = {}) => openDraw(world, director, change)
const own = () => randomBytes(16).toString('hex')
const play = (id: number, as: { token: string } = runner, number = own(), raceid = RACE) =>
  world.call(luckeyDraw, { raceid, id, own: number }, as)

test('a negative, huge or unreadable number of a device is refused, and costs no chance', async () => {
  const id = await open({ chances: { everybody: 1 } })
  for (const number of ['', '-1', '1e999', 'g'.repeat(32), '0'.repeat(33), '😀', `${own()}\u0000`])
    expect(await play(id, runner, number)).toMatchObject({ code: '422' })
  expect((await world.ask(luckeyCheck, { raceid: RACE, id }, runner)).left).toBe(1)
  expect((await play(id)).code).toBe('200')
})

test('a draw of another race is unknown, also to its own player', async () => {
  await openRace(world, { id: 7, name: '别的比赛' } as never)
  const id = await open()
  expect(await play(id, runner, own(), 7)).toMatchObject({ refusal: 'draw_not_found' })
  expect(await world.call(luckeyCheck, { raceid: 7, id } as never, runner)).toMatchObject({ refusal: 'draw_not_found' })
})

test('a draw that staff close while the wheel turns keeps its prize, and gives no further try', async () => {
  const id = await open({ gifts: [gift({ odds: 1_000_000, pieces: 9 })], chances: { everybody: 3 } })
  const number = own()
  const { data } = await play(id, runner, number)
  await world.ask(consoleLuckydrawsClose, { raceid: RACE, id }, director)
  expect(await play(id)).toMatchObject({ refusal: 'draw_not_open' })
  const prizes = await world.ask(luckeyGet, {}, runner)
  expect(prizes.items.map(({ _key }) => _key)).toContain(data!.prize!._key)
})

test('a winner from abroad without a Chinese mobile gives an address, and hostile text is refused', async () => {
  const id = await open({ gifts: [gift({ odds: 1_000_000, way: 'post' })], chances: { everybody: 1 } })
  const abroad = await runnerSession(world, '+447700900124')
  const { data } = await play(id, abroad)
  const claim = (change: object) =>
    world.call(
      luckeyGet,
      {
        id: data!.prize!._key,
        name: 'Ann Shore',
        mobile: '+44 7700 900124',
        address: '1 River Road, London',
        ...change,
      },
      abroad,
    )
  expect(await claim({ address: '😀'.repeat(10_000) })).toMatchObject({ code: '422' })
  expect(await claim({ name: 'a\u0000b' })).toMatchObject({ code: '422' })
  expect(await claim({})).toMatchObject({ code: '200' })
})

test('a desk hands out no prize of an erased account', async () => {
  const id = await open({ gifts: [gift({ odds: 1_000_000 })], chances: { everybody: 1 } })
  const { data } = await play(id)
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, runner.uid, world.clock.now()))
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const shown = await world.call(luckeyAward, { raceid: RACE, code: data!.prize!._key }, gate)
  expect(JSON.stringify(shown)).not.toContain(runner.mobile)
  const { rows } = {
    rows: await world.db.selectFrom('luckydraw_entries').select('uid').where('drawid', '=', id).execute(),
  }
  expect(rows.filter(({ uid }) => uid === runner.uid)).toEqual([])
})

test('an erased account keeps the address of a claimed prize until the prize is sent', async () => {
  const id = await open({ gifts: [gift({ odds: 1_000_000, way: 'post' })], chances: { everybody: 1 } })
  const winner = await runnerSession(world, '13900007712')
  const { data } = await play(id, winner)
  const contact = { name: '沈收件', mobile: '13800138000', address: '杭州市西湖区某路1号' }
  await world.ask(luckeyGet, { id: data!.prize!._key, ...contact }, winner)
  expect(await personal.unsent!.list(world.db, { uid: winner.uid })).toHaveLength(1)
  await world.db.transaction().execute((tx) => personal.erase!.account!(tx, winner.uid, world.clock.now()))
  const find = () =>
    world.db.selectFrom('prizes').selectAll().where('_key', '=', data!.prize!._key).executeTakeFirstOrThrow()
  const sweep = () => world.db.transaction().execute((tx) => personal.unsent!.eraseDone(tx))
  await sweep()
  expect((await find()).contact).not.toHaveLength(0)
  await world.db
    .updateTable('prizes')
    .set({ state: 'sent' })
    .where('id', '=', (await find()).id)
    .execute()
  await sweep()
  expect((await find()).contact).toHaveLength(0)
})
