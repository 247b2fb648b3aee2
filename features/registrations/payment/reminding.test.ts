import { afterAll, beforeAll, expect, test } from 'vitest'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleRegistrationsReview } from '../changes/changes.contract.ts'
import { registrationSave } from '../signup/signup.contract.ts'
import { remindDue } from '../jobs.ts'
import { remindAt } from './reminding.rules.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const window = (from: string, to: string) => ({ created_at: at(from), pay_end: at(to) })

test('a reminder comes six hours before the end, or when a quarter is left, but not at night', () => {
  const zone = 'Asia/Shanghai'
  expect(remindAt(window('2026-03-01T20:00', '2026-03-02T20:00'), zone)).toEqual(at('2026-03-02T14:00'))
  expect(remindAt(window('2026-03-02T09:00', '2026-03-02T13:00'), zone), 'a quarter of four hours').toEqual(
    at('2026-03-02T12:00'),
  )
  expect(
    remindAt(window('2026-03-01T12:00', '2026-03-02T12:00'), zone),
    'six in the morning: the evening before',
  ).toEqual(at('2026-03-01T21:00'))
  expect(remindAt(window('2026-03-01T10:00', '2026-03-02T04:30'), zone), 'just after ten at night').toEqual(
    at('2026-03-01T21:00'),
  )
  expect(remindAt(window('2026-03-01T20:30', '2026-03-02T07:00'), zone), 'there was no such evening').toEqual(
    new Date(at('2026-03-02T07:00').getTime() - (10.5 * 3_600_000) / 4),
  )
})

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world, { state: 'audit' })
  await openEvent(world, { id: 2 })
})
afterAll(() => world?.close())

test('an approved runner who has not paid gets one reminder; a runner who pays now, or has paid, gets none', async () => {
  const runner = await runnerSession(world)
  const staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  await world.ask(registrationSave, entrant(1), runner)
  await world.ask(registrationSave, entrant(2), runner)
  await world.ask(registrationSave, entrant(3, { eventid: 2 }), runner)
  const rows = await world.db.selectFrom('registrations').select(['id', 'eventid']).orderBy('id').execute()
  await world.ask(
    consoleRegistrationsReview,
    {
      raceid: RACE,
      ids: rows.filter(({ eventid }) => eventid === 1).map(({ id }) => id),
      verdict: 'approve',
      reason: '',
    },
    staff,
  )
  const paid = (
    await world.db.selectFrom('registrations').select('orderid').where('id', '=', rows[1]!.id).executeTakeFirstOrThrow()
  ).orderid!
  await world.db
    .updateTable('orders')
    .set({ state: 'paid', pay_at: world.clock.now(), payment: 'wechat' })
    .where('id', '=', paid)
    .execute()
  const sweep = () => remindDue({ ...world.parts, now: world.clock.now() })
  const reminders = () =>
    world.db.selectFrom('messages').select(['key', 'uid', 'path', 'until']).where('template', '=', 'pay_soon').execute()
  await sweep()
  expect(await reminders()).toEqual([])
  // The time to pay runs from noon to noon of the next day. The reminder comes at nine in the evening.
  world.clock.set('2026-03-01T12:59:00Z')
  await sweep()
  expect(await reminders()).toEqual([])
  world.clock.set('2026-03-01T13:00:00Z')
  await Promise.all([sweep(), sweep()])
  await sweep()
  expect(await reminders()).toMatchObject([
    {
      uid: runner.uid,
      path: expect.stringMatching(/^\/queryDetail\?_key=/) as string,
      until: new Date('2026-03-02T04:00:00Z'),
    },
  ])
})
