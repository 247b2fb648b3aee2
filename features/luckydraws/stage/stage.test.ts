import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { checkStage } from '#test/luckydraw/independentLuckydraw.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { makeFinishers } from '#test/scenes/finishers.ts'
import { draft, fileOfDraw, gift, openDraw } from '#test/scenes/around/luckyDraws.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleLuckydrawsFreeze,
  consoleLuckydrawsList,
  consoleLuckydrawsNext,
  consoleLuckydrawsNumber,
  consoleLuckydrawsPresent,
  consoleLuckydrawsPublish,
  consoleLuckydrawsSave,
  consoleLuckydrawsWinners,
} from '../console.contract.ts'
import { luckeyCheck, luckydrawsHall, luckydrawsStage } from '../contract.ts'
import { sweeps } from '../jobs.ts'

let world: World
let director: { token: string }
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

const open = (change: object = {}) => openDraw(world, director, change)
const fileOf = (id: number, name: string) => fileOfDraw(world, id, name)
const check = (id: number, as: { token: string }, more: object = {}) =>
  world.ask(luckeyCheck, { raceid: RACE, id, ...more }, as)
const runners = (n: number) => Promise.all(Array.from({ length: n }, () => runnerSession(world)))
const sweep = (name: string) =>
  sweeps.find((one) => one.name === name)!.run({ ...world.parts, now: world.clock.now() } as never)

const stageGifts = [gift({ odds: 0, pieces: 1, name: '手表' }), gift({ odds: 0, pieces: 2, name: '跑鞋', way: 'post' })]
const openStage = async (source: 'number' | 'beacon') => {
  const id = await open({ kind: 'stage', chances: {}, gifts: stageGifts, source })
  const { items } = await world.ask(consoleLuckydrawsList, { raceid: RACE }, director)
  return { id, key: items.find((one) => one.id === id)!.stage!.key }
}
test('a draw on stage calls finishers who are present, from a frozen list, by a number called in the hall', async () => {
  const { id, key } = await openStage('number')
  const people = await runners(5)
  const bibs = await makeFinishers(
    world,
    people.map(({ uid }) => uid),
    100,
  )
  const stranger = await runnerSession(world)
  const act = { raceid: RACE, id }
  expect(await world.call(consoleLuckydrawsFreeze, act, director)).toMatchObject({ refusal: 'nobody_to_draw' })
  expect(await world.call(luckydrawsHall, { ...act, key: 'x'.repeat(32) })).toMatchObject({ refusal: 'draw_not_found' })
  const { code } = await world.ask(luckydrawsHall, { ...act, key })
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await world.call(luckeyCheck, { ...act, hall: wrong }, people[0]!)).toMatchObject({
    refusal: 'hall_code_wrong',
  })
  for (const one of people.slice(0, 3)) expect(await check(id, one, { hall: code })).toMatchObject({ present: true })
  expect(await check(id, stranger, { hall: code })).toMatchObject({ present: false, finisher: false })
  await world.ask(consoleLuckydrawsPresent, { ...act, bib: bibs[3]! }, director)
  const unknown = world.call(consoleLuckydrawsPresent, { ...act, bib: 'ZZ' }, director)
  expect(await unknown).toMatchObject({ refusal: 'finisher_not_found' })
  const number = { ...act, number: ' 4711 ' }
  expect(await world.call(consoleLuckydrawsNumber, number, director)).toMatchObject({ refusal: 'draw_not_frozen' })
  const { draw } = await world.ask(consoleLuckydrawsFreeze, act, director)
  expect(draw.stage).toMatchObject({ entries: 4, list_hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(await world.call(luckeyCheck, { ...act, hall: code }, people[4]!)).toMatchObject({
    refusal: 'hall_code_wrong',
  })
  const late = world.call(consoleLuckydrawsPresent, { ...act, bib: bibs[4]! }, director)
  expect(await late).toMatchObject({ refusal: 'draw_not_gathering' })
  const next = (rank: number, absent = false) =>
    world.call(consoleLuckydrawsNext, { ...act, rank, absent: absent ? '1' : '0' }, director)
  expect(await next(1)).toMatchObject({ refusal: 'draw_not_seeded' })
  const twice = await Promise.all(
    [4711, 4712].map((n) => world.call(consoleLuckydrawsNumber, { ...act, number: String(n) }, director)),
  )
  expect(twice.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['draw_not_frozen', 'ok'])
  const tabs = await Promise.all([next(1), next(1)])
  expect(tabs.map(({ refusal }) => refusal ?? 'ok').toSorted()).toEqual(['ok', 'rank_not_next'])
  expect((await next(2, true)).data!.winner).toBeNull()
  expect((await next(3)).data!.winner).toMatchObject({ rank: 3 })
  expect((await next(4)).data!.winner).toMatchObject({ rank: 4 })
  expect(await next(5)).toMatchObject({ refusal: 'nothing_left' })
  const shown = await world.ask(luckydrawsStage, act)
  expect(shown.winners.map(({ gift: of, absent }) => [of, absent])).toEqual([
    [1, false],
    [null, true],
    [2, false],
    [2, false],
  ])
  expect(shown.winners[0]!.name).toMatch(/^完\*+$/)
  expect(JSON.stringify(shown)).not.toContain(code)
  const said = shown.source_text
  const [list, outcome] = [(await fileOf(id, 'list')) as string, (await fileOf(id, 'outcome')) as string]
  expect(checkStage(list, outcome, said)).toMatchObject({ entries: 4, won: 3 })
  const prizes = await world.ask(consoleLuckydrawsWinners, { raceid: RACE, source: id }, director)
  expect(prizes.items.map(({ bib }) => bib).every((bib) => bibs.includes(bib))).toBe(true)
})

test('a draw on stage by the public beacon takes the round that was named before', async () => {
  const { id } = await openStage('beacon')
  const people = await runners(3)
  const bibs = await makeFinishers(
    world,
    people.map(({ uid }) => uid),
    200,
  )
  const act = { raceid: RACE, id }
  for (const bib of bibs) await world.ask(consoleLuckydrawsPresent, { ...act, bib }, director)
  const { integrations } = world.parts
  const { sms } = integrations
  Object.assign(integrations, { sms: { ...sms, sandbox: false } })
  expect(await world.call(consoleLuckydrawsFreeze, act, director), 'real people').toMatchObject({
    refusal: 'beacon_pretend',
  })
  const unpublished = await world.ask(
    consoleLuckydrawsSave,
    draft({ kind: 'stage', chances: {}, gifts: stageGifts }),
    director,
  )
  expect(await world.call(consoleLuckydrawsPublish, { raceid: RACE, id: unpublished.draw.id }, director)).toMatchObject(
    {
      refusal: 'beacon_pretend',
    },
  )
  Object.assign(integrations, { sms })
  const { draw } = await world.ask(consoleLuckydrawsFreeze, act, director)
  expect(draw.stage!.round).toBeGreaterThan(0)
  await sweep('luckydraws_to_seed')
  expect((await world.ask(luckydrawsStage, act)).draw.state).toBe('frozen')
  world.clock.advance(30_000)
  Object.assign(integrations, { sms: { ...sms, sandbox: false } })
  await sweep('luckydraws_to_seed')
  const { items } = await world.ask(consoleLuckydrawsList, { raceid: RACE }, director)
  expect(
    items.find((one) => one.id === id),
    'real people after the freezing',
  ).toMatchObject({
    state: 'frozen',
    stage: { problem: 'beacon_pretend' },
  })
  Object.assign(integrations, { sms })
  await sweep('luckydraws_to_seed')
  const shown = await world.ask(luckydrawsStage, act)
  expect(shown).toMatchObject({ draw: { state: 'seeded' }, source_text: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const [list, outcome] = [(await fileOf(id, 'list')) as string, (await fileOf(id, 'outcome')) as string]
  expect(checkStage(list, outcome, shown.source_text)).toMatchObject({ entries: 3, won: 0 })
  world.clock.set(NOW)
})

test('a published draw by the beacon takes a number that is called in the hall if the beacon cannot decide it', async () => {
  const { id } = await openStage('beacon')
  const [one] = await runners(1)
  const [bib] = await makeFinishers(world, [one!.uid], 300)
  const act = { raceid: RACE, id }
  await world.ask(consoleLuckydrawsPresent, { ...act, bib: bib! }, director)
  const { integrations } = world.parts
  const { sms } = integrations
  Object.assign(integrations, { sms: { ...sms, sandbox: false } })
  try {
    const { draw } = await world.ask(consoleLuckydrawsFreeze, { ...act, source: 'number' }, director)
    expect(draw.stage).toMatchObject({ source: 'number', round: null, entries: 1 })
    const seeded = await world.ask(consoleLuckydrawsNumber, { ...act, number: '4711' }, director)
    expect(seeded.draw.state).toBe('seeded')
  } finally {
    Object.assign(integrations, { sms })
  }
  expect(await fileOf(id, 'list')).toContain('number called in the hall')
  const second = await openStage('beacon')
  await world.ask(consoleLuckydrawsPresent, { raceid: RACE, id: second.id, bib: bib! }, director)
  const kept = await world.ask(consoleLuckydrawsFreeze, { raceid: RACE, id: second.id, source: 'number' }, director)
  expect(kept.draw.stage!.source, 'the beacon answers').toBe('beacon')
})
