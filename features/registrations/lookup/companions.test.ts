import { afterAll, beforeAll, expect, test } from 'vitest'
import { userModify } from '#features/accounts/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { userGetinfobyuids } from './companions.contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test("masked names are shown of people in one's team or order, and of nobody else", async () => {
  const [runner, mate, stranger] = [await runnerSession(world), await runnerSession(world), await runnerSession(world)]
  for (const [one, name] of [
    [runner, '小跑'],
    [mate, '江边慢跑'],
    [stranger, '路人'],
  ] as const)
    await world.ask(userModify, { name }, one)
  const keys = []
  for (const [n, one] of [
    [1, runner],
    [2, mate],
    [3, stranger],
  ] as const)
    keys.push((await world.ask(registrationSave, entrant(n), one))._key)
  const ask = (uids: unknown, as: { token?: string; lang?: 'en' } = runner) =>
    world.call(userGetinfobyuids, { uids: uids as number[] }, as)
  expect(await ask([mate.uid], {})).toMatchObject({ code: '401' })
  for (const wrong of ['', [], 'x', Array.from({ length: 101 }, (_, n) => n)])
    expect(await ask(wrong)).toMatchObject({ code: '422' })
  const nobody = await ask([mate.uid, stranger.uid], { ...runner, lang: 'en' })
  expect(nobody).toMatchObject({ code: '404', refusal: 'user_not_found', msg: 'No information for such user' })
  expect(await ask([987_654_321], { ...runner, lang: 'en' }), 'one that does not exist is answered the same').toEqual(
    nobody,
  )
  const now = world.clock.now()
  const captain = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', keys[0]!)
    .executeTakeFirstOrThrow()
  const { id } = await world.db
    .insertInto('teams')
    .values({
      raceid: RACE,
      name: '西湖',
      name_norm: '西湖',
      profile: '',
      cover: '',
      password: '',
      captain: captain.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const key of keys.slice(0, 2))
    await world.db
      .updateTable('registrations')
      .set({ teamid: id })
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .execute()
  expect((await ask(`${runner.uid},${mate.uid},${stranger.uid}`)).data).toEqual([
    { uid: runner.uid, name: '小跑', avatar: null },
    { uid: mate.uid, name: '江**', avatar: null },
  ])
  expect((await ask([runner.uid], mate)).data).toEqual([{ uid: runner.uid, name: '小**', avatar: null }])
  // The holder of a registration's mobile may see the account that made the registration.
  const friend = await runnerSession(world, '13512345678')
  await world.ask(registrationSave, entrant(4, { mobile: '13512345678' }), runner)
  expect((await ask([runner.uid, stranger.uid], friend)).data).toEqual([
    { uid: runner.uid, name: '小**', avatar: null },
  ])
})
