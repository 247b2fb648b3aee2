import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationMy } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

let world: World
const OTHER = 2031
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, {})
  await openRace(world, { id: OTHER })
  await openEvent(world, { raceid: OTHER })
})
afterAll(() => world?.close())

const listed = async (session: { token: string }, page: { raceid?: number; limit?: number; after?: string } = {}) =>
  (await world.ask(registrationMy, { limit: 20, ...page }, session)).items.map(({ _key }) => _key)

test(
  'whoever proves to hold the mobile of a registrant finds the registration among their own, in one race and in ' +
    'all, once and in order',
  async () => {
    const parent = await runnerSession(world)
    const child = await runnerSession(world, '13912345678')
    const stranger = await runnerSession(world)
    const enter = async (n: number, change: object, as: { token: string }) => {
      world.clock.advance(1000)
      return (await world.ask(registrationSave, { ...entrant(n), ...change }, as))._key
    }
    const byParent = await enter(1, { mobile: '13912345678' }, parent)
    const another = await enter(2, {}, parent)
    const elsewhere = await enter(3, { raceid: OTHER, mobile: '13912345678' }, parent)
    const byItself = await enter(4, { mobile: '13912345678' }, child)
    expect(await listed(child)).toEqual([byItself, elsewhere, byParent])
    expect(await listed(child, { raceid: RACE })).toEqual([byItself, byParent])
    expect(await listed(child, { raceid: OTHER })).toEqual([elsewhere])
    expect(await listed(parent)).toEqual([elsewhere, another, byParent])
    expect(await listed(stranger)).toEqual([])
    const first = await world.ask(registrationMy, { limit: 2 }, child)
    expect(
      (await world.ask(registrationMy, { limit: 2, after: first.after! }, child)).items.map(({ _key }) => _key),
    ).toEqual([byParent])
    // A call about a race that does not exist writes nothing.
    expect(await listed(child, { raceid: 999_999 })).toEqual([])
    expect(await world.db.selectFrom('keys').select('scope').where('scope', '=', 'race:999999').execute()).toEqual([])
  },
)
