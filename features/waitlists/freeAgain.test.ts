import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refundCreate, refundRule } from '#features/refunds/contract.ts'
import { registrationQuery, registrationShow } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, idnumOf, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleWaitlistsEnd, waitlistLeave, waitlistMine } from './contract.ts'
import { workWaitlists } from './service.ts'

/** Tests docs/behaviour/waitlist.md, Leaving and the end: which documents may sign up again, and which may not. */
let world: World
let next = 1
let person = 0
const n = () => ++person
/** Opens an event with a waitlist, and a second event that still has places. */
const fresh = async (raceid = RACE) => {
  const full = await openWaitlist(world, { raceid, id: ++next, places: 0 })
  const eventid = next
  const open = await openWaitlist(world, { raceid, id: ++next, places: 20 })
  const again = (who: number) =>
    world.call(registrationSave, { ...entrant(who, { eventid: next }), raceid }, open.runner)
  const end = async () =>
    world.ask(consoleWaitlistsEnd, { raceid, eventid }, await staffSession(world, [{ raceid, role: 'director' }]))
  return { ...full, eventid, again, end }
}
const STRICT = RACE + 1

beforeAll(async () => {
  world = await makeWorld()
  const refund_until = '2026-09-01T00:00:00Z'
  await openRace(world, { settings: { refund_until } })
  await openRace(world, { id: STRICT, settings: { refund_until, wait_exit: true } })
})
afterAll(() => world.close())
beforeEach(() => world.clock.set('2026-03-01T04:00:00Z'))

test('a runner who waited without success may sign up again, paid or not, and gets the offer', async () => {
  const waiters = await fresh()
  const [payer, other] = [n(), n()]
  const [paid, unpaid] = [await waiters.join(payer), (await waiters.enter(other))._key]
  expect(await waiters.again(payer)).toMatchObject({ refusal: 'already_registered' })
  await waiters.end()
  await waiters.work()
  for (const [key, who] of [
    [paid, payer],
    [unpaid, other],
  ] as const) {
    expect(await waiters.stateOf(key)).toBe('waitfail')
    expect((await world.ask(registrationShow, { id: key }, waiters.runner)).status.can).toMatchObject({
      again: { ok: true },
    })
    expect(await waiters.again(who)).toMatchObject({ code: '200', data: { state: 'normal' } })
    expect(await waiters.again(who)).toMatchObject({ refusal: 'already_registered' })
  }
  // The new registration has its card, and the card of the refund stays beside it.
  const cards = async (who: number) =>
    (await world.ask(registrationQuery, { raceid: RACE, idnum: idnumOf(who) })).map(({ state }) => state)
  expect([await cards(payer), await cards(other)]).toEqual([['waitfail', 'normal'], ['normal']])
})

test('a runner who leaves the waitlist before the offer of a place may sign up again', async () => {
  const waiters = await fresh()
  const who = n()
  const key = await waiters.join(who)
  expect(await world.ask(waitlistMine, { id: key })).toMatchObject({ can_leave: true, loses: false })
  expect(await world.ask(waitlistLeave, { id: key }, waiters.runner)).toMatchObject({ refunded: 12_000 })
  expect(await waiters.row(key)).toMatchObject({ exited_at: null })
  expect((await world.ask(registrationShow, { id: key }, waiters.runner)).status).toMatchObject({
    title_key: 'refunded',
    paid: '2',
    can: { again: { ok: true } },
  })
  expect(await waiters.again(who)).toMatchObject({ code: '200' })
})

test('the refund page is another way out of the waitlist, with the same end', async () => {
  const waiters = await fresh()
  const who = n()
  const key = await waiters.join(who)
  expect(await world.ask(refundRule, { id: key })).toMatchObject({ can: { ok: true }, loses: false, amount: 12_000 })
  await world.ask(refundCreate, { id: key, idnum: idnumOf(who), reason: 'work' }, waiters.runner)
  expect(await waiters.again(who)).toMatchObject({ code: '200' })
})

test('a registered runner who asks for a refund cannot enter the race again', async () => {
  const waiters = await fresh()
  await waiters.addPlaces(1)
  const who = n()
  const key = await waiters.join(who)
  await waiters.tomorrow()
  expect(await waiters.stateOf(key)).toBe('normal')
  expect(await world.ask(refundRule, { id: key })).toMatchObject({ loses: true })
  await world.ask(refundCreate, { id: key, idnum: idnumOf(who), reason: 'work' }, waiters.runner)
  expect(await waiters.again(who)).toMatchObject({ refusal: 'qualification_lost' })
})

test('if the race counts it as an exit, a runner who leaves the waitlist with a refund cannot enter again; the end of the waitlist never has this effect', async () => {
  const waiters = await fresh(STRICT)
  const [leaver, asker, patient, unpaid] = [n(), n(), n(), n()]
  const key = await waiters.join(leaver)
  expect(await world.ask(waitlistMine, { id: key })).toMatchObject({ loses: true })
  await world.ask(waitlistLeave, { id: key }, waiters.runner)
  expect(await waiters.again(leaver)).toMatchObject({ refusal: 'qualification_lost' })
  const entry = await waiters.join(asker)
  await world.ask(refundCreate, { id: entry, idnum: idnumOf(asker), reason: 'work' }, waiters.runner)
  expect(await waiters.again(asker)).toMatchObject({ refusal: 'qualification_lost' })
  const { _key } = await waiters.enter(unpaid)
  await world.ask(waitlistLeave, { id: _key }, waiters.runner)
  expect(await waiters.again(unpaid)).toMatchObject({ code: '200' })
  await waiters.join(patient)
  await waiters.end()
  await waiters.work()
  expect(await waiters.again(patient)).toMatchObject({ code: '200' })
})

test('signing up while the waitlist ends: one live registration for each document, in every order', async () => {
  const waiters = await fresh()
  const people = Array.from({ length: 8 }, n)
  for (const who of people) await waiters.join(who)
  await waiters.end()
  const tries = people.flatMap((who) => [waiters.again(who), waiters.again(who)])
  await Promise.all([
    workWaitlists(world.parts, world.clock.now()),
    workWaitlists(world.parts, world.clock.now()),
    ...tries,
  ])
  await waiters.work()
  const first = (await Promise.all(tries)).map(({ code, refusal }) => refusal ?? code)
  expect(first.filter((said) => said !== '200' && said !== 'already_registered')).toEqual([])
  for (const who of people) await waiters.again(who)
  const rows = await world.db
    .selectFrom('registrations')
    .select(['eventid', 'state', 'freed_at', 'document_ix'])
    .where('raceid', '=', RACE)
    .where('eventid', 'in', [waiters.eventid, waiters.eventid + 1])
    .execute()
  expect(rows.filter(({ state }) => state === 'waitfail')).toHaveLength(people.length)
  const live = rows.filter(({ freed_at }) => freed_at === null)
  expect(live).toHaveLength(people.length)
  expect(new Set(live.map(({ document_ix }) => document_ix.toString('hex'))).size).toBe(people.length)
})
