import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { mydataShow } from '../contract.ts'
import { consolePrivacyCopy, consolePrivacyErase, consolePrivacyPlan } from './onePerson.contract.ts'

let world: World
let staff: { token: string }
let runner: { token: string }
let id: number
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  runner = await runnerSession(world)
  await world.ask(registrationSave, entrant(1, { name: '顾行舟' }), runner)
  await world.ask(registrationSave, entrant(2, { name: '别人' }), runner)
  staff = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  const row = await world.db.selectFrom('registrations').select('id').where('name', '=', '顾行舟').executeTakeFirst()
  id = Number(row!.id)
})
afterAll(() => world?.close())

const reason = '选手来信，已核对证件'

test('only staff who may open sealed data of this race copy or erase one person, and with a reason', async () => {
  const viewer = await staffSession(world, [{ raceid: RACE, role: 'viewer' }])
  const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
  for (const who of [viewer, elsewhere]) {
    expect(await world.call(consolePrivacyPlan, { raceid: RACE, id }, who)).toMatchObject({ code: '403' })
    expect(await world.call(consolePrivacyCopy, { raceid: RACE, id, reason }, who)).toMatchObject({ code: '403' })
    expect(await world.call(consolePrivacyErase, { raceid: RACE, id, reason }, who)).toMatchObject({ code: '403' })
  }
  expect(await world.call(consolePrivacyCopy, { raceid: RACE, id, reason: ' ' }, staff)).toMatchObject({ code: '422' })
  expect(await world.call(consolePrivacyPlan, { raceid: RACE, id: 99_999 }, staff)).toMatchObject({
    refusal: 'nothing_held',
  })
})

test('the copy holds this person alone, and the runner sees that staff opened it', async () => {
  const { page, data } = await world.ask(consolePrivacyCopy, { raceid: RACE, id, reason }, staff)
  for (const text of [page, data]) {
    expect(text).toContain('顾行舟')
    expect(text).toContain(idnumOf(1))
    expect(text).not.toContain('别人')
  }
  const { registrations } = await world.ask(mydataShow, {}, runner)
  const opened = registrations.find(({ name }) => name === '顾行舟')!.opened
  expect(opened).toHaveLength(1)
  const log = await world.db
    .selectFrom('log')
    .select('after')
    .where('what', '=', 'registration opened')
    .executeTakeFirst()
  expect(log?.after).toMatchObject({ why: reason })
})

test('an erasure is asked for once, and waits for the date in the plan', async () => {
  const plan = await world.ask(consolePrivacyPlan, { raceid: RACE, id }, staff)
  expect(plan).toMatchObject({ name: '顾行舟', asked_at: null, erased_at: null })
  const { due_at } = await world.ask(consolePrivacyErase, { raceid: RACE, id, reason }, staff)
  expect(due_at).toBe(plan.due_at)
  expect(await world.call(consolePrivacyErase, { raceid: RACE, id, reason }, staff)).toMatchObject({
    refusal: 'erasure_asked',
  })
  expect((await world.ask(consolePrivacyPlan, { raceid: RACE, id }, staff)).asked_at).not.toBeNull()
  const waiting = await world.db.selectFrom('erasures').select(['registrationid', 'due_at']).execute()
  expect(waiting).toEqual([{ registrationid: id, due_at: new Date(due_at) }])
})
