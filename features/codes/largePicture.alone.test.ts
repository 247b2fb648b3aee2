import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { storBase64 } from './contract.ts'

// The call takes 8 MB of text. In a process that other tests have filled, it has answered 500 now and then.
let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
})
afterAll(() => world?.close())

test('a drawn picture of more than 6 MB is refused', async () => {
  const file = Buffer.alloc(6 * 1024 * 1024 + 1, 1).toString('base64')
  const runner = await runnerSession(world)
  expect(await world.call(storBase64, { raceid: RACE, key: 'user', file }, runner)).toMatchObject({
    refusal: 'picture_file_too_large',
  })
})
