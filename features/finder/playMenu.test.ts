import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCardsSave } from '#features/cards/contract.ts'
import { consoleLuckydrawsClose } from '#features/luckydraws/console.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { openDraw } from '#test/scenes/around/luckyDraws.ts'
import { type World, makeWorld } from '#test/world.ts'
import { raceHome } from './contract.ts'

let world: World
let director: { token: string; staffid: number }
beforeAll(async () => {
  world = await makeWorld({ now: '2026-11-27T04:00:00Z' })
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const pages = async () => (await world.ask(raceHome, { raceid: RACE })).race.menu.map(({ page }) => page)

test('the menu of a race leads to its draws and its cards while they are open', async () => {
  expect(await pages()).not.toEqual(expect.arrayContaining(['/luckydraw']))
  const draw = await openDraw(world, director, {})
  const kind = { icon: '', odds: 500_000, pieces: 9 }
  await world.ask(
    consoleCardsSave,
    {
      raceid: RACE,
      name: '江城四景',
      names: {},
      closes_at: '2026-11-28T04:00:00Z',
      gift: { name: '徽章', names: {}, icon: '', value: 100, pieces: 9, way: 'scan' },
      kinds: [
        { name: '桥', ...kind },
        { name: '塔', ...kind },
      ],
      published: true,
    } as never,
    director,
  )
  expect(await pages()).toEqual(expect.arrayContaining(['/luckydraw', '/cards']))
  await world.ask(consoleLuckydrawsClose, { raceid: RACE, id: draw }, director)
  world.clock.set('2026-11-28T04:00:00Z')
  expect((await pages()).filter((page) => page === '/luckydraw' || page === '/cards')).toEqual([])
})
