import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { sandboxTemplates } from '#integrations/sandbox/wechat/notices.ts'
import { wechatnoticesSave } from '#features/wechatnotices/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { remindByNotice } from './jobs.ts'

let world: World
let mine: Awaited<ReturnType<typeof runnerSession>>
let silent: Awaited<ReturnType<typeof runnerSession>>
const START = new Date('2026-10-31T23:30:00Z')
const ids: number[] = []

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  mine = await runnerSession(world)
  silent = await runnerSession(world)
  for (const [n, session] of [mine, silent].entries()) {
    await world.ask(registrationSave, entrant(41 + n), session)
    const { id } = await world.db
      .selectFrom('registrations')
      .select('id')
      .where('uid', '=', session.uid)
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  await world.db
    .updateTable('registrations')
    .set({ pay_at: world.clock.now(), prefix_bib: 'A', bib: '0123' })
    .where('id', '=', ids[0]!)
    .execute()
  await world.db.updateTable('registrations').set({ pay_at: world.clock.now() }).where('id', '=', ids[1]!).execute()
  await accept(['start', 'pickup', 'result'])
})
afterAll(() => world?.close())

const app = () => world.parts.integrations.sandbox.messagingapp!
const accept = async (moments: readonly (keyof typeof sandboxTemplates)[]) => {
  const user = { user: `${'0'.repeat(23)}1`, name: '晨跑的风' }
  const templates = moments.map((moment) => sandboxTemplates[moment].id as string)
  app().notices.accept(user, templates)
  await world.ask(wechatnoticesSave, { raceid: RACE, code: app().newCode('login', { user }), templates }, mine)
}
const run = () => remindByNotice({ ...world.parts, now: world.clock.now() })
const messagesOf = (template: string) =>
  world.db.selectFrom('messages').select(['uid', 'key', 'until', 'state']).where('template', '=', template).execute()

test('no reminder is sent for a cancelled event, or for a postponed event without a new start', async () => {
  world.clock.set(new Date(START.getTime() - 20 * 3_600_000))
  const now = world.clock.now()
  const stop = (stopped_at: Date | null) => world.db.updateTable('events').set({ stopped_at }).execute()
  await world.db
    .insertInto('packages')
    .values({
      raceid: RACE,
      name: JSON.stringify({ 'zh-cn': '参赛包' }),
      place: JSON.stringify({ 'zh-cn': '会展中心' }),
      bring: JSON.stringify({}),
      from_at: new Date(now.getTime() + 3_600_000),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await stop(now)
  await run()
  await stop(null)
  const { staffid } = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await world.db
    .insertInto('disruptions')
    .values({
      raceid: RACE,
      kind: 'postpone',
      eventids: [1],
      whole: true,
      reason: JSON.stringify({ 'zh-cn': '暴雨' }),
      choices: ['keep'],
      fallback: 'keep',
      kept_percent: 0,
      until: new Date(now.getTime() + 7 * 86_400_000),
      before: '{}',
      staffid,
      created_at: now,
    })
    .execute()
  await run()
  expect(await messagesOf('start_soon')).toEqual([])
  expect(await messagesOf('pickup_soon')).toEqual([])
  for (const table of ['disruptions', 'packages'] as const) await world.db.deleteFrom(table).execute()
})

test('the reminder of the start comes once on the day before, only to a runner who allowed it', async () => {
  world.clock.set(new Date(START.getTime() - 25 * 3_600_000))
  await run()
  expect(await messagesOf('start_soon')).toEqual([])
  world.clock.set(new Date(START.getTime() - 20 * 3_600_000))
  await run()
  await run()
  expect(await messagesOf('start_soon')).toEqual([
    { uid: mine.uid, key: `start_soon ${RACE}/${ids[0]}`, until: START, state: 'queued' },
  ])
})

test('the reminder of the pick-up follows the booked slot, else the first hour of the race pack', async () => {
  const now = world.clock.now()
  const hours = (n: number) => new Date(now.getTime() + n * 3_600_000)
  const by = (text: string) => JSON.stringify({ 'zh-cn': text, 'zh-tw': '', en: '' })
  const common = { raceid: RACE, created_at: now, updated_at: now }
  await world.db
    .insertInto('packages')
    .values({ ...common, name: by('参赛包'), place: by('会展中心'), bring: by(''), from_at: hours(30) })
    .execute()
  await run()
  expect(await messagesOf('pickup_soon'), 'the race pack is more than a day away').toEqual([])
  const { id: slotid } = await world.db
    .insertInto('appointment_slots')
    .values({
      ...common,
      service: 'pickup',
      name: by('领取'),
      place: by('B 馆 3 号门'),
      starts_at: hours(5),
      ends_at: hours(6),
      places: 10,
      taken: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db
    .insertInto('appointments')
    .values({ ...common, _key: 'k'.repeat(20), slotid, registrationid: ids[0]!, service: 'pickup', state: 'booked' })
    .execute()
  await run()
  expect(await messagesOf('pickup_soon')).toMatchObject([{ uid: mine.uid, until: hours(5) }])
})

test('the message about a result comes once its event is published, and not before', async () => {
  const now = world.clock.now()
  await world.db
    .insertInto('result_sheets')
    .values({ raceid: RACE, eventid: 1, clock: 'gun', points: '[]', updated_at: now } as never)
    .execute()
  await world.db
    .insertInto('results')
    .values({
      raceid: RACE,
      _key: 'r'.repeat(20),
      eventid: 1,
      bib: 'A0123',
      registrationid: ids[0]!,
      name: '沈跑跑',
      outcome: 'finished',
      gun_ms: 6_123_400,
      net_ms: 6_100_000,
      created_at: now,
      updated_at: now,
    } as never)
    .execute()
  await run()
  expect(await messagesOf('result_out')).toEqual([])
  await world.db.updateTable('result_sheets').set({ published_at: now }).where('raceid', '=', RACE).execute()
  await run()
  await run()
  expect(await messagesOf('result_out')).toMatchObject([{ uid: mine.uid }])
  const { content } = await world.db
    .selectFrom('messages')
    .select('content')
    .where('template', '=', 'result_out')
    .executeTakeFirstOrThrow()
  expect(world.parts.seal.open('accounts', 'message content', content)).toContain('1:42:04')
})
