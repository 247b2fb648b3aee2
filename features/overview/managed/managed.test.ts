import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleOverviewBind, wechatManageRaceMy } from './contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: RACE + 1 })
})
afterAll(() => world?.close())

test('an account sees the races of the staff account that is bound to it, until the binding ends', async () => {
  const staff = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const [runner, other] = [await runnerSession(world), await runnerSession(world)]
  const my = (input: Record<string, unknown> = {}, as = runner) => world.call(wechatManageRaceMy, input, as)
  expect(await world.call(wechatManageRaceMy, {})).toMatchObject({ code: '401' })
  expect(await my()).toMatchObject({ data: { bound: false, items: [] } })
  const { token } = await world.ask(consoleOverviewBind, {}, staff)
  const both = await Promise.all([my({ bind: token }), my({ bind: token }, other)])
  expect(both.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['ok', 'staff_link_over'])
  const [holder, stranger] = both[0].code === '200' ? [runner, other] : [other, runner]
  expect(await my({}, holder)).toMatchObject({ data: { bound: true, items: [{ raceid: RACE }] } })
  expect((await my({}, holder)).data!.items[0]!.rights).toContain('desk.work')
  expect(await my({}, stranger)).toMatchObject({ data: { items: [] } })
  const late = await world.ask(consoleOverviewBind, {}, staff)
  world.clock.advance(11 * 60_000)
  expect(await my({ bind: late.token }, stranger)).toMatchObject({ refusal: 'staff_link_over' })
  expect(await my({ unbind: true }, holder)).toMatchObject({ data: { bound: false } })
})
