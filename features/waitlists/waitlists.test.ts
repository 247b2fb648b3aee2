import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registrationDel, registrationDelay } from '#features/registrations/changes/changes.contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, friendOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleWaitlistsEnd,
  consoleWaitlistsEntries,
  consoleWaitlistsList,
  consoleWaitlistsPromote,
  consoleWaitlistsSave,
  waitlistLeave,
  waitlistMine,
} from './contract.ts'

let world: World
let next = 1
/** Opens a new event for each test, so that tests do not disturb each other. */
const fresh = (settings: Parameters<typeof openWaitlist>[2] = {}, event: Parameters<typeof openEvent>[1] = {}) =>
  openWaitlist(world, { id: ++next, ...event }, settings)
let person = 0
const n = () => ++person
const nobody = `${RACE.toString(36)}-${'1'.repeat(22)}`

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

const refusalOf = async (call: Promise<{ refusal?: string | undefined; code: string }>) => {
  const { refusal, code } = await call
  return refusal ?? code
}

test('refusals of the console: waitlists are opened only for possible events, by staff with the right', async () => {
  const staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
  const timer = await staffSession(world, [{ raceid: RACE, role: 'editor' }])
  await openEvent(world, { id: 900, state: 'audit' })
  await openEvent(world, { id: 901 })
  const input = { raceid: RACE, eventid: 901, basis: 'payment', groups: 'alone', offer_minutes: 60 } as const
  const save = (change: object = {}, as = staff) =>
    refusalOf(world.call(consoleWaitlistsSave, { ...input, ...change }, as))
  expect(await save({}, registrar)).toBe('no_permission')
  expect(await save({ eventid: 999 })).toBe('event_not_found')
  expect(await save({ eventid: 900 })).toBe('waitlist_after_review')
  expect(await save({ basis: 'draw_code' })).toBe('waitlist_without_draw')
  expect(await save({ ends_at: '2026-02-01T00:00:00Z' })).toBe('waitlist_end_wrong')
  expect(await save({ offer_minutes: 5 })).toBe('field_wrong')
  expect(await refusalOf(world.call(consoleWaitlistsList, { raceid: RACE }, timer))).toBe('no_permission')
  expect(await refusalOf(world.call(consoleWaitlistsEntries, { raceid: RACE, eventid: 901 }, timer))).toBe(
    'no_permission',
  )
  expect(
    await refusalOf(world.call(consoleWaitlistsPromote, { raceid: RACE, eventid: 901, n: 1, reason: 'x' }, staff)),
  ).toBe('waitlist_not_found')
  expect(await refusalOf(world.call(consoleWaitlistsEnd, { raceid: RACE, eventid: 901 }, staff))).toBe(
    'waitlist_not_found',
  )
  const waiters = await fresh({}, { places: 0 })
  const promote = (change: object) =>
    refusalOf(
      world.call(consoleWaitlistsPromote, { raceid: RACE, eventid: next, reason: '赞助', ...change }, waiters.staff),
    )
  expect(await promote({ n: 1 })).toBe('waitlist_nobody')
  await waiters.join(n())
  expect(await promote({ n: 1 })).toBe('waitlist_no_place')
  await waiters.addPlaces(1)
  expect(await promote({ id: 987_654 })).toBe('not_waiting')
  expect(await save({ eventid: next, groups: 'stop' })).toBe('waitlist_begun')
})

test('refusals of the runner: a stranger cannot leave for somebody, and an invalid key finds nothing', async () => {
  const waiters = await fresh({}, { places: 1 })
  const placed = await waiters.join(n())
  const waiting = await waiters.join(n())
  const stranger = await runnerSession(world)
  expect(await refusalOf(world.call(waitlistMine, { id: nobody }))).toBe('registration_not_found')
  expect(await refusalOf(world.call(waitlistLeave, { id: waiting }))).toBe('not_logged_in')
  expect(await refusalOf(world.call(waitlistLeave, { id: nobody }, stranger))).toBe('registration_not_found')
  expect(await refusalOf(world.call(waitlistLeave, { id: waiting }, stranger))).toBe('no_permission')
  expect(await refusalOf(world.call(waitlistLeave, { id: placed }, waiters.runner))).toBe('not_waiting')
})

test(
  'a runner without a place joins the waitlist; the order is that of payment, not of sign-up, and unpaid runners are not in line' +
    'behind nobody',
  async () => {
    const waiters = await fresh({}, { places: 1 })
    const placed = await waiters.join(n())
    const [a, b, c] = [await waiters.enter(n()), await waiters.enter(n()), await waiters.enter(n())]
    expect([a.state, a.payable, b.state]).toEqual(['wait', 1, 'wait'])
    world.clock.advance(1_000)
    await waiters.pay(b._key)
    world.clock.advance(1_000)
    await waiters.pay(a._key)
    expect(await world.ask(waitlistMine, { id: c._key })).toMatchObject({ standing: 'unpaid', rank: null, paid: false })
    expect(await world.ask(waitlistMine, { id: b._key })).toMatchObject({
      standing: 'joining',
      rank: null,
      refresh_at: '2026-03-02T02:00:00.000Z',
    })
    await waiters.tomorrow()
    await waiters.expire()
    expect(await world.ask(waitlistMine, { id: a._key }, waiters.runner)).toMatchObject({
      standing: 'line',
      rank: 2,
      rank_before: null,
      ahead: 1,
      ahead_paid: 1,
      waiting: 2,
      refund: 12_000,
      can_leave: true,
      mine: true,
      code: null,
    })
    expect((await world.ask(registrationShow, { id: b._key }, waiters.runner)).status.description).toContain(
      '候补序号：1',
    )
    expect((await world.ask(registrationShow, { id: c._key }, waiters.runner)).status.paid).toBe('closed')
    expect(await world.ask(waitlistMine, { id: placed })).toMatchObject({ standing: 'none' })
    await world.ask(waitlistLeave, { id: b._key }, waiters.runner)
    expect(await world.ask(waitlistMine, { id: a._key })).toMatchObject({ rank: 2, ahead: 0, left_since: 1 })
    await waiters.tomorrow()
    expect(await world.ask(waitlistMine, { id: a._key })).toMatchObject({
      rank: 1,
      rank_before: 2,
      ahead: 0,
      left_since: 0,
    })
    expect(await waiters.event()).toMatchObject({ taken: 1, waiting: 1 })
  },
)

test('a returned place goes to the line at the refresh, and nobody signs up for it before', async () => {
  const waiters = await fresh({}, { places: 2 })
  const [a] = [await waiters.join(n()), await waiters.join(n())]
  const waiting = await waiters.join(n())
  const id = next
  await world.ask(registrationDelay, { id: a }, waiters.runner)
  expect(await waiters.event()).toMatchObject({ taken: 1, places: 2 })
  // A runner who comes at this moment joins the line, although a place is free.
  const late = await waiters.enter(n())
  expect([late.state, await waiters.stateOf(waiting)]).toEqual(['wait', 'wait'])
  await waiters.tomorrow()
  expect([await waiters.stateOf(waiting), await waiters.stateOf(late._key)]).toEqual(['normal', 'wait'])
  expect(await world.ask(waitlistMine, { id: waiting })).toMatchObject({ standing: 'given', can_leave: false })
  expect(await waiters.event()).toMatchObject({ taken: 2 })
  expect(
    await world.db.selectFrom('messages').select('template').where('key', 'like', `wait_given ${RACE}/%`).execute(),
  ).not.toEqual([])
  // If nobody is in line, everybody can take a free place.
  await waiters.expire()
  await waiters.addPlaces(1)
  await waiters.work()
  expect((await waiters.enter(n())).state).toBe('normal')
  expect(
    (await world.ask(consoleWaitlistsList, { raceid: RACE }, await organiser())).items.find(
      ({ eventid }) => eventid === id,
    ),
  ).toMatchObject({ taken: 3, waitlist: { waiting: 0 } })
})

test(
  'at once, if the organiser has set this, with an offer to a runner who has not paid; an unused offer frees the place for the next' +
    'the next',
  async () => {
    const waiters = await fresh({ at_once: true, offer_minutes: 30 }, { places: 0, paystate: 'closed' })
    const [a, b] = [await waiters.enter(n()), await waiters.enter(n())]
    expect([a.state, a.orderid]).toEqual(['wait', null])
    await waiters.addPlaces(1)
    await waiters.work()
    expect(await world.ask(waitlistMine, { id: a._key })).toMatchObject({
      standing: 'offered',
      offer_until: '2026-03-01T04:30:00.000Z',
    })
    expect(await waiters.stateOf(b._key)).toBe('wait')
    expect(await waiters.event()).toMatchObject({ taken: 1, waiting: 1 })
    world.clock.advance(31 * 60_000)
    await waiters.expire()
    expect((await waiters.row(a._key)).closed_at).not.toBeNull()
    await waiters.work()
    expect(await world.ask(waitlistMine, { id: b._key })).toMatchObject({ standing: 'offered' })
    await waiters.pay(b._key)
    expect(await world.ask(waitlistMine, { id: b._key })).toMatchObject({ standing: 'given', paid: true })
    expect(await waiters.event()).toMatchObject({ taken: 1, waiting: 0 })
  },
)

test('a group waits until all of it fits, if the organiser has set this', async () => {
  const waiters = await fresh({ groups: 'stop' }, { places: 0 })
  const friends = await world.ask(
    registrationFriends,
    { raceid: RACE, friends: [friendOf(n(), { eventid: next }), friendOf(n(), { eventid: next })] },
    waiters.runner,
  )
  await waiters.pay(friends.items[0]!._key)
  const single = await waiters.join(n())
  await waiters.addPlaces(1)
  await waiters.tomorrow()
  expect(await Promise.all([...friends.items.map(({ _key }) => _key), single].map(waiters.stateOf))).toEqual([
    'wait',
    'wait',
    'wait',
  ])
  expect(await world.ask(waitlistMine, { id: friends.items[1]!._key })).toMatchObject({ rank: 2, together: 2 })
  await waiters.addPlaces(1)
  await waiters.tomorrow()
  expect(await Promise.all([...friends.items.map(({ _key }) => _key), single].map(waiters.stateOf))).toEqual([
    'normal',
    'normal',
    'wait',
  ])
})

test('leaving: the payment goes back, of a shared order only the own part; a runner who paid nothing may sign up again', async () => {
  const waiters = await fresh({}, { places: 0 })
  const friends = await world.ask(
    registrationFriends,
    { raceid: RACE, friends: [friendOf(n(), { eventid: next }), friendOf(n(), { eventid: next })] },
    waiters.runner,
  )
  const [one, two] = friends.items.map(({ _key }) => _key)
  await waiters.pay(one!)
  expect(await world.ask(waitlistLeave, { id: one! }, waiters.runner)).toMatchObject({
    state: 'wait',
    refunded: 12_000,
  })
  expect(await world.ask(waitlistMine, { id: one! }, waiters.runner)).toMatchObject({
    standing: 'left',
    can_leave: false,
  })
  expect((await world.ask(registrationShow, { id: one! }, waiters.runner)).status).toMatchObject({
    title_key: 'refunded',
    paid: '2',
  })
  expect(await world.ask(waitlistMine, { id: two! })).toMatchObject({ standing: 'joining', paid: true })
  expect(await refusalOf(world.call(waitlistLeave, { id: one! }, waiters.runner))).toBe('not_waiting')
  const who = n()
  const unpaid = await waiters.enter(who)
  expect(await world.ask(waitlistLeave, { id: unpaid._key }, waiters.runner)).toMatchObject({ refunded: 0 })
  expect(
    (
      await world.db
        .selectFrom('orders')
        .select('state')
        .where('raceid', '=', RACE)
        .where('id', '=', unpaid.orderid!)
        .executeTakeFirstOrThrow()
    ).state,
  ).toBe('closed')
  expect((await waiters.enter(who)).state).toBe('wait')
  expect(
    await world.db
      .selectFrom('order_books')
      .select('orderid')
      .where('raceid', '=', RACE)
      .where('balanced', '=', false)
      .execute(),
  ).toEqual([])
})

test('the end: nobody waits any more, money goes back once, and the event is full again', async () => {
  const waiters = await fresh({}, { places: 0 })
  const [paid, unpaid] = [await waiters.join(n()), await waiters.enter(n())]
  const ended = await world.ask(consoleWaitlistsEnd, { raceid: RACE, eventid: next }, await organiser())
  expect(ended.waitlist).toMatchObject({ state: 'ending' })
  expect(await refusalOf(world.call(registrationSave, { ...entrant(n(), { eventid: next }) }, waiters.runner))).toBe(
    'sold_out',
  )
  await waiters.work()
  await waiters.work()
  expect(await waiters.stateOf(paid)).toBe('waitfail')
  expect(await waiters.stateOf(unpaid._key)).toBe('waitfail')
  const refunds = await world.db
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('raceid', '=', RACE)
    .where('orderid', '=', (await waiters.row(paid)).orderid!)
    .execute()
  expect(refunds).toEqual([{ amount: 12_000, reason: 'waitfail' }])
  expect(await world.ask(waitlistMine, { id: paid })).toMatchObject({ standing: 'ended', can_leave: false })
  expect((await world.ask(registrationShow, { id: paid })).status).toMatchObject({ title_key: 'waitfail', paid: '2' })
  expect(
    (await world.ask(consoleWaitlistsList, { raceid: RACE }, await organiser())).items.find(
      ({ eventid }) => eventid === next,
    ),
  ).toMatchObject({ waitlist: { state: 'ended', waiting: 0 } })
  expect(
    await world.db.selectFrom('messages').select('template').where('template', '=', 'wait_failed_refund').execute(),
  ).toHaveLength(1)
})

test('a waitlist with a set end ends by itself, and keeps no offer beyond it', async () => {
  const waiters = await fresh(
    { ends_at: '2026-03-02T02:30:00Z', offer_minutes: 600 },
    { places: 0, paystate: 'closed' },
  )
  const [a, b] = [await waiters.enter(n()), await waiters.enter(n())]
  await waiters.addPlaces(1)
  await waiters.tomorrow()
  expect(await world.ask(waitlistMine, { id: a._key })).toMatchObject({
    standing: 'offered',
    offer_until: '2026-03-02T02:30:00.000Z',
  })
  world.clock.set('2026-03-02T02:31:00Z')
  await waiters.work()
  expect(await waiters.stateOf(b._key)).toBe('waitfail')
  await waiters.expire()
  expect(await waiters.event()).toMatchObject({ taken: 0, waitlist: false })
})

test('by hand: the next runners, or a certain runner, with the reason in the log; a deletion gives its place to the line', async () => {
  const waiters = await fresh({}, { places: 1 })
  const placed = await waiters.enter(n())
  const keys = [await waiters.join(n()), await waiters.join(n()), await waiters.join(n())]
  await waiters.tomorrow()
  await waiters.expire()
  const chosen = (await waiters.row(keys[2]!)).id
  expect(
    await world.ask(
      consoleWaitlistsPromote,
      { raceid: RACE, eventid: next, id: chosen, reason: '公益名额' },
      await organiser(),
    ),
  ).toEqual({ given: 1, offered: 0, free: 0 })
  expect((await waiters.row(placed._key)).closed_at).not.toBeNull()
  await waiters.addPlaces(1)
  expect(
    await world.ask(
      consoleWaitlistsPromote,
      { raceid: RACE, eventid: next, n: 5, reason: '加开名额' },
      await organiser(),
    ),
  ).toEqual({ given: 1, offered: 0, free: 0 })
  expect(await Promise.all(keys.map(waiters.stateOf))).toEqual(['normal', 'wait', 'normal'])
  const logged = await world.db
    .selectFrom('log')
    .select(['what', 'after'])
    .where('raceid', '=', RACE)
    .where('target', '=', `registration ${chosen}`)
    .where('what', '=', 'registration admitted')
    .execute()
  expect(logged).toEqual([{ what: 'registration admitted', after: { state: 'normal', reason: '公益名额' } }])
  const { _key } = await waiters.enter(n())
  expect(await refusalOf(world.call(registrationDel, { id: _key }, waiters.runner))).toBe('200')
})
