import { afterAll, beforeAll, expect, test } from 'vitest'
import { entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationPay } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
})
afterAll(() => world?.close())

test('a payment begins at most sixty times a minute, and its state can still be asked for', async () => {
  const runner = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(1), runner)
  const start = () => world.call(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, runner)
  for (let at = 0; at < 60; at++)
    expect(await start()).toMatchObject({ code: '200', data: { next: { way: 'native' } } })
  expect(await start()).toMatchObject({ code: '429', refusal: 'too_often', data: { retry_after: 60 } })
  expect(await world.call(registrationPay, { id: _key }, runner)).toMatchObject({
    code: '200',
    data: { state: 'open' },
  })
  world.clock.advance(60_000)
  expect(await start()).toMatchObject({ code: '200' })
})
