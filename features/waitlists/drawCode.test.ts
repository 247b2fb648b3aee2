import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RACE, type openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { openWaitlist } from '#test/waiters.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleWaitlistsEntries, consoleWaitlistsSave, waitlistMine } from './contract.ts'

let world: World
let next = 1
/** Opens a new event for each test, so that tests do not disturb each other. */
const fresh = (settings: Parameters<typeof openWaitlist>[2] = {}, event: Parameters<typeof openEvent>[1] = {}) =>
  openWaitlist(world, { id: ++next, ...event }, settings)
let person = 0
const n = () => ++person

beforeAll(async () => {
  world = await makeWorld()
  const until = '2026-10-01T00:00:00Z'
  await openRace(world, {
    settings: {
      unpaid_most: 1000,
      friends_most: 5,
      delay: { until, tag: { 'zh-cn': '保留' }, description: { 'zh-cn': '保留至下届' } },
    },
  })
})
afterAll(() => world.close())
beforeEach(() => world.clock.set('2026-03-01T04:00:00Z'))

/** Logs in again, because days pass in this test and a staff session ends after some hours. */
const organiser = () => staffSession(world, [{ raceid: RACE, role: 'director' }])

test('by draw code: undrawn runners who have paid wait in the order of their codes, which are no ranks', async () => {
  const waiters = await fresh({ basis: 'draw_code' }, { places: 0, state: 'draw', signup_until: null })
  const keys = [await waiters.join(n()), await waiters.join(n()), await waiters.join(n())]
  const unpaid = await waiters.enter(n())
  for (const [at, code] of [
    [0, 70],
    [1, 12],
    [2, 31],
  ] as const)
    await world.db
      .updateTable('registrations')
      .set({ state: 'undraw', wait_pos: code })
      .where('_key', '=', keys[at]!)
      .execute()
  await world.db
    .updateTable('registrations')
    .set({ state: 'undraw', wait_pos: 1 })
    .where('_key', '=', unpaid._key)
    .execute()
  expect(await world.ask(waitlistMine, { id: unpaid._key })).toMatchObject({
    standing: 'code',
    code: 1,
    rank: null,
    paid: false,
  })
  expect(await world.ask(waitlistMine, { id: keys[0]! })).toMatchObject({ standing: 'joining', code: 70, foreseen: 3 })
  await waiters.tomorrow()
  expect((await waiters.line()).map(({ _key, rank }) => [keys.indexOf(_key), rank])).toEqual([
    [1, 1],
    [2, 2],
    [0, 3],
  ])
  expect(await world.ask(waitlistMine, { id: keys[0]! })).toMatchObject({
    standing: 'line',
    code: 70,
    rank: 3,
    ahead: 2,
  })
  await waiters.addPlaces(1)
  await waiters.tomorrow()
  expect(await waiters.stateOf(keys[1]!)).toBe('normal')
  expect(
    await world.ask(consoleWaitlistsEntries, { raceid: RACE, eventid: next, limit: 1 }, await organiser()),
  ).toMatchObject({ items: [{ rank: 2, rank_before: 2, code: 31, paid: true }] })
})

test('codes and their order stay if staff change how the event gives places after its draw', async () => {
  const waiters = await fresh({ basis: 'draw_code' }, { places: 0, state: 'draw', signup_until: null })
  const keys = [await waiters.join(n()), await waiters.join(n()), await waiters.join(n())]
  const codes = [70, 12, 31]
  for (const [at, key] of keys.entries())
    await world.db
      .updateTable('registrations')
      .set({ state: 'undraw', wait_pos: codes[at]! })
      .where('_key', '=', key)
      .execute()
  // The last of them pays only after the first refresh.
  const { orderid, pay_at } = await waiters.row(keys[2]!)
  const payment = (at: Date | null) =>
    world.db.updateTable('registrations').set({ pay_at: at }).where('_key', '=', keys[2]!).execute()
  await payment(null)
  expect(orderid).not.toBeNull()
  await sql`insert into ballots (raceid, eventid, state, declared, created_at, updated_at)
    values (${RACE}, ${next}, 'published', '{}', ${world.clock.now()}, ${world.clock.now()})`.execute(world.db)
  await world.db
    .updateTable('events')
    .set({ state: 'normal' })
    .where('raceid', '=', RACE)
    .where('id', '=', next)
    .execute()
  await waiters.tomorrow()
  await payment(pay_at)
  await waiters.tomorrow()
  expect(await Promise.all(keys.map(async (key) => (await waiters.row(key)).wait_pos))).toEqual(codes)
  expect((await waiters.line()).map(({ _key }) => keys.indexOf(_key))).toEqual([1, 2, 0])
  expect(await world.ask(waitlistMine, { id: keys[2]! })).toMatchObject({ code: 31, rank: 2 })
  const late = await waiters.join(n())
  await waiters.tomorrow()
  const descriptionOf = async (key: string) =>
    (await world.ask(registrationShow, { id: key }, { ...waiters.runner, lang: 'en' })).status.description
  expect(await descriptionOf(keys[0]!)).toContain('code is 70 (not a position)')
  expect(await descriptionOf(late)).toContain('The Waitlist card shows your position')
  expect(await world.ask(waitlistMine, { id: late })).toMatchObject({ code: null, rank: 4 })
  const saved = { raceid: RACE, eventid: next, basis: 'draw_code', groups: 'alone', offer_minutes: 60 } as const
  expect((await world.call(consoleWaitlistsSave, saved, await organiser())).code).toBe('200')
})

test('a published draw without a waitlist opens one, so that nobody pays for no chance', async () => {
  const waiters = await fresh({}, { places: 0, state: 'draw', signup_until: null })
  await world.db.deleteFrom('waitlists').where('raceid', '=', RACE).where('eventid', '=', next).execute()
  const key = await waiters.join(n())
  await world.db.updateTable('registrations').set({ state: 'undraw', wait_pos: 3 }).where('_key', '=', key).execute()
  const drawAt = (draw_at: Date) =>
    world.db.updateTable('events').set({ draw_at }).where('raceid', '=', RACE).where('id', '=', next).execute()
  await drawAt(new Date(world.clock.now().getTime() + 60_000))
  await waiters.work()
  expect(await world.ask(waitlistMine, { id: key }), 'the lot is not out').toMatchObject({ standing: 'none' })
  await drawAt(world.clock.now())
  await Promise.all([waiters.work(), waiters.work()])
  const { time } = await world.db.selectFrom('races').select('time').where('id', '=', RACE).executeTakeFirstOrThrow()
  expect(await world.ask(waitlistMine, { id: key })).toMatchObject({
    standing: 'joining',
    basis: 'draw_code',
    can_leave: true,
    ends_at: time.toISOString(),
  })
  await waiters.tomorrow()
  expect(await waiters.line()).toEqual([{ _key: key, rank: 1 }])
})
