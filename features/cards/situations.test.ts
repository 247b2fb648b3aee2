import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleCardsSave,
  fucardDemand,
  fucardDraw,
  fucardGive,
  fucardGiving,
  fucardMy,
  fucardShowDemand,
  fucardTake,
} from './contract.ts'

let world: World
let director: { token: string }
type Runner = Awaited<ReturnType<typeof runnerSession>>
const NOW = '2026-11-27T04:00:00Z'
beforeAll(async () => {
  world = await makeWorld({ now: NOW })
  await openRace(world)
  await openEvent(world)
})
beforeEach(async () => {
  world.clock.set(NOW)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})
afterAll(() => world?.close())

const kind = (name: string, change: object = {}) => ({ name, icon: '🏃', odds: 500_000, pieces: 100, ...change })
const draft = (change: object = {}) => ({
  raceid: RACE,
  name: '集齐江城',
  names: { en: 'Collect the city' },
  daily: 20,
  chances: { registered: 2 },
  gift: { name: '纪念章', names: { en: 'Medal' }, value: 5_000, pieces: 1, way: 'scan' as const },
  kinds: [kind('桥', { names: { en: 'Bridge' } }), kind('塔')],
  published: true,
  ...change,
})
const make = async (change: object = {}) => (await world.ask(consoleCardsSave, draft(change) as never, director)).set.id
const draw = (id: number, as: Runner) => world.call(fucardDraw, { raceid: RACE, id }, as)
const my = async (id: number, as: Runner) => (await world.ask(fucardMy, { raceid: RACE, id }, as)).my
const offer = (id: number, as: Runner, card: number, more: object = {}) =>
  world.call(fucardGiving, { raceid: RACE, id, card, ...more }, as)
const take = (token: string, as: Runner) => world.call(fucardTake, { raceid: RACE, token }, as)
const runners = (n: number) => Promise.all(Array.from({ length: n }, () => runnerSession(world)))
const drawUntil = async (id: number, as: Runner, card: number): Promise<void> => {
  for (let n = 0; n < 20; n++) if ((await draw(id, as)).data!.card === card) return
  throw new Error('Twenty draws gave no such card')
}

test('a new day gives new cards at midnight of the race, and a clock that goes back gives none', async () => {
  const id = await make({ daily: 1, chances: {} })
  world.clock.set('2026-11-27T15:59:30Z')
  const [one] = (await runners(1)) as [Runner]
  expect((await draw(id, one)).code).toBe('200')
  expect(await draw(id, one)).toMatchObject({ refusal: 'no_card_to_draw' })
  world.clock.set('2026-11-27T16:00:01Z')
  expect((await draw(id, one)).code, 'it is 28 November in Shanghai').toBe('200')
  world.clock.set('2026-11-27T15:59:40Z')
  expect(await draw(id, one)).toMatchObject({ refusal: 'no_card_to_draw' })
  world.clock.set('2026-11-27T16:00:20Z')
  expect(await draw(id, one)).toMatchObject({ refusal: 'no_card_to_draw' })
})

test('a link with an unfit name, or of another race, is refused', async () => {
  const id = await make()
  const [one, two] = (await runners(2)) as [Runner, Runner]
  await drawUntil(id, one, 1)
  expect(await offer(id, one, 1, { name: '😀'.repeat(10_000) })).toMatchObject({ code: '422' })
  expect(await offer(id, one, 1, { name: 'a\u0000b' })).toMatchObject({ code: '422' })
  const { token } = (await offer(id, one, 1, { name: '👨‍👩‍👧' })).data!
  expect(await world.call(fucardTake, { raceid: RACE + 1, token }, two)).toMatchObject({ refusal: 'card_link_over' })
  expect(await world.call(fucardTake, { raceid: RACE, token: `${token}x` }, two)).toMatchObject({ code: /^4/ as never })
  expect(await world.call(fucardShowDemand, { raceid: RACE, token }), 'an offer is no wish').toMatchObject({
    refusal: 'card_link_over',
  })
  expect((await take(token, two)).code).toBe('200')
})

test('negative and huge cards, and a card that the giver already gave, are refused', async () => {
  const id = await make()
  const [one, two, three] = (await runners(3)) as [Runner, Runner, Runner]
  await drawUntil(id, one, 1)
  for (const card of [-1, 0, 3, 2_147_483_647])
    expect(await offer(id, one, card)).toMatchObject({ refusal: 'card_not_yours' })
  expect(await offer(id, one, 1e12)).toMatchObject({ code: '422' })
  const { own } = await my(id, one)
  const links = []
  for (let n = 0; n < own.find(({ card }) => card === 1)!.n; n++) links.push((await offer(id, one, 1)).data!.token)
  expect(await offer(id, one, 1), 'every card of this kind is in a link').toMatchObject({ refusal: 'card_not_yours' })
  const wish = await world.ask(fucardDemand, { raceid: RACE, id, card: 1, name: '阿强' }, three)
  expect(await world.call(fucardGive, { raceid: RACE, token: wish.token }, one)).toMatchObject({
    refusal: 'card_not_yours',
  })
  expect((await take(links[0]!, two)).code).toBe('200')
  expect(await take(links[0]!, three)).toMatchObject({ refusal: 'card_link_over' })
})

test('a collection that ended gives no card, and its links still move existing cards', async () => {
  const id = await make({ closes_at: '2026-11-27T05:00:00Z' })
  const [one, two] = (await runners(2)) as [Runner, Runner]
  await drawUntil(id, one, 1)
  const { token } = (await offer(id, one, 1)).data!
  world.clock.set('2026-11-27T05:00:00Z')
  expect(await draw(id, one)).toMatchObject({ refusal: 'card_set_closed' })
  expect(await world.call(fucardDemand, { raceid: RACE, id, card: 1, name: '阿强' }, two)).toMatchObject({
    refusal: 'card_set_closed',
  })
  const late = await take(token, two)
  expect(late.code === '200' || late.refusal === 'card_link_over').toBe(true)
})

test('a race in another zone counts its own days', async () => {
  await openRace(world, { id: 7, name: 'New York', zone: 'America/New_York' } as never)
  const staff = await staffSession(world, [{ raceid: 7, role: 'director' }])
  const { set } = await world.ask(consoleCardsSave, { ...draft({ daily: 1, chances: {} }), raceid: 7 } as never, staff)
  const [one] = (await runners(1)) as [Runner]
  const play = () => world.call(fucardDraw, { raceid: 7, id: set.id }, one)
  world.clock.set('2026-11-28T04:59:00Z')
  expect((await play()).code).toBe('200')
  expect(await play()).toMatchObject({ refusal: 'no_card_to_draw' })
  world.clock.set('2026-11-28T05:00:01Z')
  expect((await play()).code, 'midnight in New York').toBe('200')
})
