import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Right } from '#contract/rights.ts'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { consoleLogList } from '#features/staff/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleApikeysList, consoleApikeysMake, consoleApikeysRevoke } from './contract.ts'
import { raceOfApiKey } from './rules.ts'
import { CALLS_PER_MINUTE } from './service.ts'

const OTHER = 2027
let world: World
let director: { token: string }
let owner: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openRace(world, { id: OTHER, name: '另一场' })
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
})
afterAll(() => world?.close())

const make = (rights: Right[], change: { raceid?: number; expires_at?: string } = { raceid: RACE }, as = director) =>
  world.ask(consoleApikeysMake, { name: '报表程序', rights, ...change }, as)
/** Makes a call as a program does: JSON, with the key in the header. */
const callWith = async (key: string, path: string, body: object) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return answer.json() as { code: string; refusal?: string; data: { items: { name: string }[] } }
}
const list = (key: string, raceid = RACE) => callWith(key, consoleRegistrationsList.path, { raceid })

test('a key calls as staff only with its rights, and only in its race', async () => {
  const { key, item } = await make(['registrations.read'])
  expect(raceOfApiKey(key)).toBe(RACE)
  expect(key.startsWith(item.prefix)).toBe(true)
  expect((await list(key)).code).toBe('200')
  expect((await list(key, OTHER)).refusal).toBe('no_permission')
  expect((await callWith(key, consoleLogList.path, { raceid: RACE })).refusal).toBe('no_permission')
  const everywhere = await make(['registrations.read'], {}, owner)
  expect((await list(everywhere.key)).code).toBe('200')
  expect((await list(everywhere.key, OTHER)).code).toBe('200')
})

test('the database holds no key, and the list shows the last use', async () => {
  const { key, item } = await make(['registrations.read'])
  await list(key)
  const row = await world.db.selectFrom('api_keys').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(key.slice(12))
  const { items } = await world.ask(consoleApikeysList, { raceid: RACE }, director)
  expect(JSON.stringify(items)).not.toContain(key)
  expect(items.find(({ id }) => id === item.id)!.used_at).toBe(world.clock.now().toISOString())
})

test('an ended, revoked or invented key opens nothing', async () => {
  const soon = new Date(world.clock.now().getTime() + 60_000).toISOString()
  const { key } = await make(['registrations.read'], { raceid: RACE, expires_at: soon })
  expect((await list(key)).code).toBe('200')
  world.clock.advance(60_000)
  expect((await list(key)).refusal).toBe('session_expired')
  const { key: gone, item } = await make(['registrations.read'])
  const revoked = await world.ask(consoleApikeysRevoke, { raceid: RACE, id: item.id }, director)
  expect(revoked.state).toBe('revoked')
  expect((await list(gone)).refusal).toBe('session_expired')
  expect((await list(`${gone}x`)).refusal).toBe('session_expired')
  expect((await list(`sk_${OTHER.toString(36)}_${gone.split('_').slice(2).join('_')}`)).refusal).toBe('session_expired')
})

test('nobody gives a right that they lack, and no key manages keys, staff or accounts', async () => {
  const few = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  expect((await world.call(consoleApikeysMake, { raceid: RACE, name: 'x', rights: ['bibs.edit'] }, few)).refusal).toBe(
    'no_permission',
  )
  const raised = await world.call(consoleApikeysMake, { raceid: RACE, name: 'x', rights: ['maps.edit'] }, director)
  expect(raised.refusal).toBe('right_not_yours')
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const ofRace = await world.ask(consoleApikeysList, { raceid: RACE }, owner)
  expect(ofRace.rights, 'a right of the platform does nothing in one race').not.toContain('maps.edit')
  expect((await world.ask(consoleApikeysList, {}, owner)).rights).toContain('maps.edit')
  expect(
    (await world.call(consoleApikeysMake, { raceid: RACE, name: 'x', rights: ['maps.edit'] }, owner)).refusal,
  ).toBe('right_not_yours')
  const everywhere = await world.call(consoleApikeysMake, { name: 'x', rights: ['bibs.edit'] }, director)
  expect(everywhere.refusal).toBe('no_permission')
  const own = await world.call(
    consoleApikeysMake,
    { raceid: RACE, name: 'x', rights: ['integrations.manage'] } as never,
    director,
  )
  expect(own.code).toBe('422')
  const past = await world.call(
    consoleApikeysMake,
    { raceid: RACE, name: 'x', rights: ['bibs.edit'], expires_at: '2020-01-01T00:00:00Z' },
    director,
  )
  expect(past.refusal).toBe('key_end_past')
})

test('another race’s staff neither see nor revoke a key', async () => {
  const { item } = await make(['registrations.read'])
  const other = await staffSession(world, [{ raceid: OTHER, role: 'director' }])
  expect((await world.ask(consoleApikeysList, { raceid: OTHER }, other)).items).toEqual([])
  const there = await world.call(consoleApikeysRevoke, { raceid: OTHER, id: item.id }, other)
  expect(there.refusal).toBe('key_unknown')
  expect((await world.call(consoleApikeysRevoke, { raceid: RACE, id: item.id }, other)).refusal).toBe('no_permission')
})

test('the making of a key and the writes of a key are in the log under its name', async () => {
  const { key, item } = await make(['notices.edit', 'log.read'])
  const saved = await callWith(key, '/console/notices/save', {
    raceid: RACE,
    kind: 'notice',
    title: '停车',
    content: '<p>停车</p>',
  })
  const { items } = await world.ask(consoleLogList, { raceid: RACE }, director)
  expect(items.find(({ target }) => target === `key ${item.id}`)).toMatchObject({ what: 'key made' })
  expect(saved.code).toBe('200')
  expect(items.some(({ staff }) => staff?.includes(item.prefix))).toBe(true)
})

test('a key has a limit of its own', async () => {
  const { key } = await make(['registrations.read'])
  const { key: second } = await make(['registrations.read'])
  const codes: string[] = []
  for (let n = 0; n <= CALLS_PER_MINUTE; n++)
    codes.push((await callWith(key, consoleLogList.path, { raceid: RACE })).code)
  expect(codes.at(-2)).toBe('403')
  expect(codes.at(-1)).toBe('429')
  expect((await list(second)).code).toBe('200')
})
