import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetRates } from '#db/limits/rates.ts'
import { consoleLogList } from '#features/staff/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { realNamesOver } from '#integrations/realnames/client.ts'
import { type SandboxNames, startSandboxNames } from '#integrations/sandbox/realnames/server.ts'
import { listFailures } from '#db/errors/failures.ts'
import { RACE, entrant, friendOf, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleRealnamesDecide, consoleRealnamesList } from './contract.ts'
import { jobs } from './jobs.ts'
import { DOCUMENT_NAME_TRIES, NAME_TRIES, nameVerdictOf } from './rules.ts'
import { askNamesAgain } from './service.ts'

let world: World
let sandbox: SandboxNames
let registrar: { token: string }
/** Logs a registrar in. A session ends after some hours. */
const newRegistrar = async () => {
  registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
}
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  sandbox = await startSandboxNames(world.clock.now)
  Object.assign(world.parts.integrations, {
    realNames: realNamesOver({ ...sandbox, patienceMs: 1_500 }, world.clock.now),
  })
  await newRegistrar()
})
afterAll(async () => {
  await sandbox?.close()
  await world?.close()
})
beforeEach(() => {
  forgetRates()
  sandbox.weather.answer = 'match'
})

const signUp = async (n: number, change: object = {}, as?: { token: string }) =>
  world.call(registrationSave, entrant(n, change), as ?? (await runnerSession(world)))
const names = ['沈一', '沈二', '沈三', '沈四', '沈五', '沈六', '沈七', '沈八']

test('staff decide over the service, and a silent service excludes nobody', () => {
  expect(nameVerdictOf({ outcome: 'mismatch', decision: 'allowed' })).toBe('in')
  expect(nameVerdictOf({ outcome: 'match', decision: 'refused' })).toBe('refused')
  expect(nameVerdictOf({ outcome: 'open', decision: null })).toBe('in')
  expect(nameVerdictOf({ outcome: 'no_record', decision: null })).toBe('no_record')
})

test('a matching name enters, and the same name is asked once', async () => {
  const before = sandbox.asked()
  expect(await signUp(1)).toMatchObject({ code: '200' })
  expect(await signUp(1)).toMatchObject({ refusal: 'already_registered' })
  expect(sandbox.asked()).toBe(before + 1)
  expect(sandbox.refused).toEqual([])
})

test('a name that does not match is refused with the remaining tries, and after the last try nobody asks', async () => {
  sandbox.weather.answer = 'mismatch'
  const runner = await runnerSession(world)
  const said = async (name: string) => {
    const answer = await signUp(2, { name }, runner)
    expect(answer.code).toBe('422')
    return (answer.data as unknown as { fields: { name: string } }).fields.name
  }
  expect(await said(names[0]!)).toContain(`${NAME_TRIES - 1} 次`)
  expect(await said(names[0]!), 'the same name costs no try').toContain(`${NAME_TRIES - 1} 次`)
  for (const name of names.slice(1, 4)) await said(name)
  expect(await said(names[4]!)).toContain('联系组委会')
  const before = sandbox.asked()
  expect(await said(names[5]!)).toContain('联系组委会')
  expect(sandbox.asked()).toBe(before)
  sandbox.weather.answer = 'match'
  expect(await signUp(2, { name: names[6] }), 'a stranger does not lock the owner out').toMatchObject({ code: '200' })
  expect(await signUp(3, { name: names[7] }, runner), 'the account has no tries left').toMatchObject({ code: '422' })
  world.clock.advance(25 * 3_600_000)
  await newRegistrar()
  expect(await signUp(3, { name: names[7] }, runner), 'the next day').toMatchObject({ code: '200' })
})

test('many accounts together do not find the name of a document', async () => {
  sandbox.weather.answer = 'mismatch'
  const said: (string | undefined)[] = []
  const before = sandbox.asked()
  for (let account = 0; account < 6; account++) {
    const guesser = await runnerSession(world)
    for (const name of names.slice(0, NAME_TRIES)) {
      const answer = await signUp(8, { name: `${name}${'甲乙丙丁戊己'[account]}` }, guesser)
      said.push((answer.data as unknown as { fields?: { name?: string } }).fields?.name)
    }
  }
  expect(sandbox.asked() - before).toBe(DOCUMENT_NAME_TRIES)
  expect(said.at(-1)).toContain('联系组委会')
  sandbox.weather.answer = 'match'
  expect(await signUp(8, { name: '沈跑跑' })).toMatchObject({ code: '422' })
  world.clock.advance(25 * 3_600_000)
  await newRegistrar()
  expect(await signUp(8, { name: '沈跑跑' }), 'the next day').toMatchObject({ code: '200' })
})

test('many names at once are not more tries', async () => {
  sandbox.weather.answer = 'mismatch'
  const runner = await runnerSession(world)
  const before = sandbox.asked()
  await Promise.all(names.map((name) => signUp(9, { name }, runner)))
  expect(sandbox.asked() - before).toBe(NAME_TRIES)
})

test('an error of the service costs no try', async () => {
  const runner = await runnerSession(world)
  const { integrations } = world.parts
  const working = integrations.realNames
  Object.assign(integrations, { realNames: { verify: () => Promise.reject(new Error('no sense')) } })
  for (const name of names.slice(0, NAME_TRIES))
    expect(await signUp(13, { name }, runner)).toMatchObject({ code: '500' })
  Object.assign(integrations, { realNames: working })
  expect(await signUp(13, { name: names[7] }, runner)).toMatchObject({ code: '200' })
})

test('several people: the sentence is beside the person', async () => {
  sandbox.weather.answer = 'no_record'
  const answer = await world.call(
    registrationFriends,
    { raceid: RACE, friends: [friendOf(5), friendOf(6)] },
    await runnerSession(world),
  )
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual(['0.name', '1.name'])
})

test('foreign documents are not compared', async () => {
  sandbox.weather.answer = 'mismatch'
  const before = sandbox.asked()
  await signUp(7, {
    idtype: 'passport',
    idnum: 'E12345678',
    country: 'US',
    name: 'Mary Poe',
    gender: 'female',
    birth: '1990-01-01',
  })
  expect(sandbox.asked()).toBe(before)
})

test('a service that is slow, busy or down lets people in, and the answer comes later', async () => {
  for (const [n, answer] of [
    [10, 'slow'],
    [11, 'busy'],
    [12, 'down'],
  ] as const) {
    sandbox.weather.answer = answer
    expect(await signUp(n), answer).toMatchObject({ code: '200' })
  }
  const waiting = await world.ask(consoleRealnamesList, { raceid: RACE, limit: 100 }, registrar)
  expect(waiting.items.filter(({ outcome }) => outcome === 'open')).toHaveLength(3)
  const kept = await world.db.selectFrom('name_checks').select('person').where('outcome', '=', 'open').execute()
  for (const { person } of kept) expect(String(person)).not.toMatch(/沈|3301/)
  const later = () => new Date(world.clock.now().getTime() + 600_000)
  const failed = async () =>
    (await listFailures(world.db, new Date(0))).find(({ what }) => what === 'real_names')?.failed
  expect(await failed(), 'staff see the calls that failed').toBe(3)
  expect(await askNamesAgain(world.parts, later()), 'still down').toBe(0)
  expect(await failed()).toBe(4)
  sandbox.weather.answer = 'mismatch'
  world.clock.advance(1_200_000)
  expect(await askNamesAgain(world.parts, world.clock.now())).toBe(3)
  const { items } = await world.ask(consoleRealnamesList, { raceid: RACE, limit: 100 }, registrar)
  const found = items.filter(({ registrationid }) => registrationid !== null)
  expect(found.map(({ outcome }) => outcome)).toEqual(['mismatch', 'mismatch', 'mismatch'])
  expect(await world.db.selectFrom('name_checks').select('id').where('person', 'is not', null).execute()).toEqual([])
})

test('a registrar allows a person with a reason, and other people may not', async () => {
  sandbox.weather.answer = 'mismatch'
  expect(await signUp(20, { name: '阿依古丽·麦麦提' })).toMatchObject({ code: '422' })
  const { items } = await world.ask(consoleRealnamesList, { raceid: RACE, q: '阿依' }, registrar)
  const [check] = items
  expect(check).toMatchObject({ outcome: 'mismatch', registrationid: null })
  expect(check!.idnum).not.toBe(idnumOf(20))
  const viewer = await staffSession(world, [{ raceid: RACE, role: 'viewer' }])
  const other = await staffSession(world, [{ raceid: RACE + 1, role: 'registrar' }])
  const decide = (as: { token: string }, decision: 'allowed' | 'refused' = 'allowed') =>
    world.call(consoleRealnamesDecide, { raceid: RACE, id: check!.id, decision, reason: '已看身份证原件' }, as)
  expect(await decide(viewer)).toMatchObject({ code: '403' })
  expect(await decide(other)).toMatchObject({ code: '403' })
  expect(await decide(registrar)).toMatchObject({ code: '200', data: { decision: 'allowed' } })
  expect(await decide(registrar, 'refused')).toMatchObject({ refusal: 'name_check_decided' })
  expect(await signUp(20, { name: '阿依古丽·麦麦提' })).toMatchObject({ code: '200' })
  const shown = async () =>
    (await world.ask(consoleRealnamesList, { raceid: RACE, q: '阿依', show: 'decided' }, registrar)).items[0]!
  const { registrationid } = await shown()
  expect(registrationid).not.toBeNull()
  const left = { exited_at: world.clock.now() }
  await world.db.updateTable('registrations').set(left).where('id', '=', registrationid!).execute()
  expect((await shown()).registrationid, 'the runner left the race').toBeNull()
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const log = await world.ask(consoleLogList, { raceid: RACE, limit: 100 }, director)
  expect(JSON.stringify(log)).not.toContain(idnumOf(20))
})

test('comparisons are removed a month after the race', async () => {
  await jobs[0]!.run({}, { ...world.parts, now: new Date('2027-01-01T00:00:00Z') })
  expect(await world.db.selectFrom('name_checks').select('id').execute()).toEqual([])
})
