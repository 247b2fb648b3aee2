import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, idnumOf, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleVolunteersSave } from '../contract.ts'
import { consoleVolunteersFind, consoleVolunteersSign } from './signing.contract.ts'
import { afterStep, minutesOf } from './signing.rules.ts'

const raceid = RACE
let world: World
let gate: { token: string; staffid: number }
let shift: { id: number; _key: string }
beforeAll(async () => {
  world = await makeWorld({ now: '2026-10-31T22:20:00Z' })
  await openRace(world)
  gate = await staffSession(world, [{ raceid, role: 'gate' }])
  const write = (n: number, change: object = {}) =>
    world.ask(
      consoleVolunteersSave,
      { raceid, name: `唐志愿${n}`, idnum: idnumOf(n), mobile: `1371234500${n}`, post: '补给站', ...change },
      gate,
    )
  shift = await write(1, { from: '2026-11-01T06:30', until: '2026-11-01T11:00' })
  await write(2, { name: '100%_䶮' })
  await write(3, { state: 'off' })
})
afterAll(() => world?.close())
const find = async (q: string) => (await world.ask(consoleVolunteersFind, { raceid, q }, gate)).items
const sign = (step: 'in' | 'out' | 'back', as: { token: string } = gate) =>
  world.call(consoleVolunteersSign, { raceid, id: shift.id, step }, as)

test('steps follow each other, and a clock that was set back makes no negative shift', () => {
  const [at, later] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-01T04:30:20Z')]
  const none = { came_at: null, left_at: null }
  const here = { came_at: at, left_at: null }
  expect(afterStep(none, 'in', at)).toEqual(here)
  expect([afterStep(none, 'out', at), afterStep(none, 'back', at), afterStep(here, 'in', at)]).toEqual([
    'volunteer_not_here',
    'volunteer_not_here',
    'volunteer_here',
  ])
  const gone = { came_at: at, left_at: later }
  expect(afterStep(here, 'out', later)).toEqual(gone)
  expect(minutesOf(gone)).toBe(270)
  expect(afterStep(gone, 'out', later)).toBe('volunteer_left')
  expect([afterStep(gone, 'back', later), afterStep(here, 'back', later)]).toEqual([here, none])
  expect(afterStep(here, 'out', new Date(at.getTime() - 1))).toEqual({ came_at: at, left_at: at })
})

test('a volunteer is found by code, end of the mobile and name; other people are not', async () => {
  for (const q of [
    shift._key,
    `https://run.example/volunteers?_key=${shift._key}`,
    '5001',
    '13712345001',
    '+86 137-1234-5001',
    '唐志愿1',
    '愿1',
  ])
    expect(
      (await find(q)).map(({ id }) => id),
      q,
    ).toEqual([shift.id])
  expect((await find('100%_䶮')).length).toBe(1)
  for (const q of ['5003', '13812345001', '唐志愿3', '%', '_', '1001', "' or 1=1 --"])
    expect((await find(q)).length, q).toBe(q === '%' || q === '_' ? 1 : 0)
  const [one] = await find('5001')
  expect(one).toMatchObject({ mobile: '137****5001', came_at: null, minutes: null })
  expect(JSON.stringify(one)).not.toContain(idnumOf(1))
})

test('signs in and out once, counts the minutes, undoes, and leaves a line in the log', async () => {
  const elsewhere = await staffSession(world, [{ raceid: 7, role: 'director' }])
  const viewer = await staffSession(world, [{ raceid, role: 'viewer' }])
  for (const as of [elsewhere, viewer]) {
    expect((await sign('in', as)).refusal).toBe('no_permission')
    expect((await world.call(consoleVolunteersFind, { raceid, q: '5001' }, as)).refusal).toBe('no_permission')
  }
  expect((await world.call(consoleVolunteersSign, { raceid, id: 999, step: 'in' }, gate)).refusal).toBe(
    'volunteer_not_found',
  )
  expect((await sign('out')).refusal).toBe('volunteer_not_here')
  const both = await Promise.all([sign('in'), sign('in')])
  expect(both.map(({ refusal }) => refusal ?? 'in').toSorted()).toEqual(['in', 'volunteer_here'])
  world.clock.advance(4.5 * 3_600_000)
  const { token } = await staffSession(world, [{ raceid, role: 'gate' }])
  expect(await sign('out', { token })).toMatchObject({ data: { minutes: 270 } })
  expect((await sign('out', { token })).refusal).toBe('volunteer_left')
  expect(await sign('back', { token })).toMatchObject({ data: { left_at: null, minutes: null } })
  const log = await world.db.selectFrom('log').select('after').where('what', '=', 'volunteer signed').execute()
  expect(log.length).toBe(3)
})
