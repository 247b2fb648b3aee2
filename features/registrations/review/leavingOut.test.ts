import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEventStock } from '#features/events/service.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleRegistrationsReview, registrationEdit } from '../changes/changes.contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

/**
 * The world of these tests. Staff send a registration back for correction, and somebody else buys the last piece of its
 * add-on.
 */
let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
let staff: Awaited<ReturnType<typeof staffSession>>
const addons = [
  { id: 'medal', names: { 'zh-cn': '奖牌刻字', en: 'Engraving' }, price: 2_000, per_person: 2 },
  { id: 'cap', names: { 'zh-cn': '帽子', en: 'Cap' }, price: 5_000, per_person: 1 },
]
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { id: 1, state: 'audit', price: 12_000, addons })
  await world.db
    .transaction()
    .execute((tx) =>
      saveEventStock(tx, RACE, 1, [{ kind: 'addon', name: 'medal', shared: false, most: 2 }], world.clock.now()),
    )
  runner = await runnerSession(world)
  staff = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
})
afterAll(() => world?.close())

let people = 700_000
const enter = async (chosen: Record<string, number>): Promise<string> =>
  (await world.ask(registrationSave, entrant(people++, { addons: chosen }), runner))._key
const verdict = async (key: string, given: 'approve' | 'refuse') =>
  world.ask(
    consoleRegistrationsReview,
    { raceid: RACE, ids: [(await rowOf(key)).id], verdict: given, reason: given === 'refuse' ? '照片不清晰' : '' },
    staff,
  )
const rowOf = (key: string) => registrationRow(world, key)
const mend = (id: string, change: object = {}) => world.call(registrationEdit, { id, ...change }, runner)
const takenOf = async () =>
  (await world.db.selectFrom('counters').select('taken').where('kind', '=', 'addon').executeTakeFirstOrThrow()).taken

test('it is submitted again without the add-on, for the lower price, and the approved runner owes this price', async () => {
  const key = await enter({ medal: 2, cap: 1 })
  expect(await rowOf(key)).toMatchObject({ price: 21_000 })
  await verdict(key, 'refuse')
  const other = await enter({ medal: 1 })
  expect(await mend(key)).toMatchObject({ refusal: 'addon_gone' })
  expect(await mend(key, { leave_out: ['cap'] })).toMatchObject({ refusal: 'addon_gone' })
  expect(await rowOf(key), 'a refused change leaves nothing out').toMatchObject({ price: 21_000, state: 'auditfail' })
  expect(await mend(key, { leave_out: ['medal', 'nothing', '__proto__'] })).toMatchObject({
    code: '200',
    data: { state: 'audit' },
  })
  const mended = await rowOf(key)
  expect(mended).toMatchObject({ price: 17_000, place_held: true, addons: [{ id: 'cap', n: 1 }] })
  expect(await takenOf()).toBe(1)
  await verdict(key, 'approve')
  const { orderid } = await rowOf(key)
  const order = await world.db.selectFrom('orders').select('amount').where('id', '=', orderid).executeTakeFirstOrThrow()
  expect(order.amount).toBe(17_000)
  await verdict(other, 'refuse')
})

test('only a registration that was sent back leaves add-ons out', async () => {
  const key = await enter({ medal: 1 })
  expect(await mend(key, { leave_out: ['medal'], email: 'a@example.org' })).toMatchObject({ code: '200' })
  expect(await rowOf(key)).toMatchObject({ price: 14_000, addons: [{ id: 'medal' }] })
})
