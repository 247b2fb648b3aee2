import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { countMatching, countStates } from './counting.service.ts'
import type { RegistrationFilter } from './registrationList.store.ts'

let world: World
let enter: (n: number) => Promise<unknown>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { price: 0, places: 100 })
  const runner = await runnerSession(world)
  enter = (n) => world.ask(registrationSave, entrant(n), runner)
  await enter(1)
}, 60_000)
afterAll(() => world?.close())

const filter: RegistrationFilter = {
  raceid: RACE,
  now: new Date('2026-03-20T00:00:00Z'),
  q: '',
  worn: [],
  numbers: [],
  mobile: Buffer.alloc(0),
  bib: '0',
}
/** Counts while the process's own clock shows `from` at the beginning and `to` at the end. */
const timed = async <Value>(from: number, to: number, count: () => Promise<Value>): Promise<Value> => {
  let at = from
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => at)
  try {
    const counting = count()
    at = to
    return await counting
  } finally {
    clock.mockRestore()
  }
}

test('a short count is made for each call; a count that was long twice is kept for twenty times its duration', async () => {
  const { db } = world.parts
  let later = 0
  const matching = () => countMatching(db, { ...filter, now: new Date(filter.now.getTime() + ++later) })
  const normal = async () => (await countStates(db, RACE)).counts.normal
  const before = await timed(0, 20, matching)
  await enter(2)
  expect(await timed(30, 50, matching)).toBe(before + 1)
  expect(await timed(100, 300, matching)).toBe(before + 1)
  expect(await timed(100, 300, normal)).toBe(2)
  await enter(3)
  expect(await timed(300, 500, matching)).toBe(before + 2)
  expect(await timed(300, 500, normal)).toBe(3)
  await enter(4)
  expect(await timed(4_400, 4_410, matching)).toBe(before + 2)
  expect(await timed(4_400, 4_410, normal)).toBe(3)
  expect(await timed(4_600, 4_610, matching)).toBe(before + 3)
  expect(await timed(4_600, 4_610, normal)).toBe(4)
})

test('simultaneous calls share one count, and a failure is kept for nobody', async () => {
  const { db } = world.parts
  const [one, other] = [countStates(db, RACE), countStates(db, RACE)]
  expect(other).toBe(one)
  await one
  const wrong = { ...filter, eventid: 2 ** 40 }
  await expect(countMatching(db, wrong)).rejects.toThrow()
  await expect(countMatching(db, wrong)).rejects.toThrow()
})
