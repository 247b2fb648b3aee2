import { afterAll, beforeAll, expect, test } from 'vitest'
import { raceScope } from '#db/sealing/seal.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationQuery, registrationShow } from '../contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { raceGiven } from '../status/ownership.service.ts'
import { settleDraw } from './drawOutcome.service.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { state: 'draw', paystate: 'closed' })
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

test('a drawn runner has won the lottery; a runner with a direct invitation is approved, on page and card', async () => {
  const now = world.clock.now()
  await world.db
    .insertInto('invitations')
    .values({ raceid: RACE, code: 'DIRECT', label: '', direct: true, created_at: now, updated_at: now })
    .execute()
  const direct = await world.ask(registrationSave, entrant(1, { invite: 'DIRECT' }), runner)
  const drawn = await world.ask(registrationSave, entrant(2), runner)
  expect([direct.state, drawn.state]).toEqual(['normal', 'draw'])
  const { id } = await world.db
    .selectFrom('registrations')
    .select('id')
    .where('_key', '=', drawn._key)
    .executeTakeFirstOrThrow()
  const { seal } = world.parts
  await seal.prepare(raceScope(RACE))
  await seal.prepare('accounts')
  const race = (await raceGiven(world.db, RACE, now))!
  await world.db
    .transaction()
    .execute((tx) => settleDraw(tx, { seal, race, eventid: 1, payEnd: null, now }, [{ id, code: null }]))
  const seenBy = async (key: string, n: number) => {
    const { status, drawn_at } = await world.ask(registrationShow, { id: key })
    const [card] = await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(n) })
    expect(card!.status).toBe(status.title)
    return [status.title, drawn_at !== null]
  }
  expect(await seenBy(direct._key, 1)).toEqual(['审核通过，待支付', false])
  expect(await seenBy(drawn._key, 2)).toEqual(['恭喜中签，待支付', true])
})
