import { afterAll, beforeAll, expect, test } from 'vitest'
import { nobody } from '#seam/server/handle.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationPay } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { publishedRace } from '../status/ownership.service.ts'
import { endWaiting } from './leaveWaitlist.service.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { paystate: 'closed' })
})
afterAll(() => world.close())

test('a runner who begins to pay at the moment of leaving the waitlist has no open order afterwards', async () => {
  const runner = await runnerSession(world)
  const { _key } = await world.ask(registrationSave, entrant(1), runner)
  await world.db
    .updateTable('registrations')
    .set({ state: 'undraw', place_held: false, wait_pos: 1 })
    .where('raceid', '=', RACE)
    .where('_key', '=', _key)
    .execute()
  await world.db
    .updateTable('events')
    .set({ taken: 0, paystate: 'open', state: 'draw' })
    .where('raceid', '=', RACE)
    .execute()
  world.clock.advance(5000)
  const orders = () => world.db.selectFrom('orders').select('state').where('raceid', '=', RACE).execute()
  let begun: Promise<unknown> | undefined
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => (
      await (begun ??= world.ask(registrationPay, { id: _key, payment: 'wechat', way: 'native' }, runner)),
      result
    ),
  })
  const race = (await publishedRace(world.db, RACE, world.clock.now()))!
  await endWaiting(
    { ...world.parts, db },
    { race, why: 'left', who: nobody, now: world.clock.now(), also: async () => undefined },
    _key,
  )
  expect(await orders()).toEqual([{ state: 'closed' }])
  expect(
    await world.db
      .selectFrom('registrations')
      .select(['place_held', 'closed_at'])
      .where('raceid', '=', RACE)
      .executeTakeFirstOrThrow(),
  ).toEqual({ place_held: false, closed_at: world.clock.now() })
})
