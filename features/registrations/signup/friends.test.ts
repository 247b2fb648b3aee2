import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { checkCharacter } from '#features/people/rules.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession } from '#test/people.ts'
import { placesTaken } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationOrders, registrationPay, registrationShow } from '../contract.ts'
import { registrationFriends, registrationSave } from './signup.contract.ts'

let world: World
let runner: Awaited<ReturnType<typeof runnerSession>>
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  runner = await runnerSession(world)
})
afterAll(() => world?.close())

let people = 200
const somebody = () => people++
type Friend = InputOf<typeof registrationFriends>['friends'][number]
const friend = (change: Partial<Friend> = {}, n = somebody()): Friend => {
  const { raceid: _, ...rest } = entrant(n)
  return { ...rest, ...change }
}
const together = (friends: Friend[], more: object = {}) =>
  world.call(registrationFriends, { raceid: RACE, friends, ...more }, { ...runner, lang: 'en' })
const rows = (eventid: number) =>
  world.db
    .selectFrom('registrations')
    .select(['id', '_key', 'orderid', 'state', 'pay_at', 'price', 'closed_at', 'place_held', 'inviteid', 'clothes'])
    .where('raceid', '=', RACE)
    .where('eventid', '=', eventid)
    .orderBy('id')
    .execute()
const takenOf = (id: number) => placesTaken(world, id)
const code = (change: object) => {
  const now = world.clock.now()
  return world.db
    .insertInto('invitations')
    .values({ raceid: RACE, label: '', created_at: now, updated_at: now, code: 'X', ...change })
    .execute()
}
const unbalanced = () => world.db.selectFrom('order_books').selectAll().where('balanced', '=', false).execute()

describe('registrationFriends refuses', () => {
  test('callers without a log-in, an unknown race, and an empty list', async () => {
    expect(await world.call(registrationFriends, { raceid: RACE, friends: [friend()] })).toMatchObject({ code: '401' })
    expect(await world.call(registrationFriends, { raceid: 9, friends: [friend()] }, runner)).toMatchObject({
      refusal: 'race_not_found',
    })
    expect(await together([])).toMatchObject({ code: '422' })
  })
  test('more people than the race signs up at a time', async () => {
    await openRace(world, { id: 2030, settings: { friends_most: 2 } })
    await openEvent(world, { raceid: 2030 })
    const three = [friend(), friend(), friend()]
    expect(
      await world.call(registrationFriends, { raceid: 2030, friends: three }, { ...runner, lang: 'en' }),
    ).toMatchObject({
      code: '409',
      refusal: 'too_many_friends',
      msg: 'You can enter at most 2 people at a time',
      data: { n: 2 },
    })
  })
  test('wrong fields of all people at once, each beside its person', async () => {
    const digits = '33010620081102001'
    const child = friend({ idnum: digits + checkCharacter(digits) })
    const answered = await together([friend({ name: '张3' }), friend(), child])
    expect(answered).toMatchObject({
      code: '422',
      data: {
        fields: {
          '0.name': 'Please enter the correct name',
          '2.consents.guardian': expect.any(String),
          '2.guardian_name': "Guardian's name is a required item",
          '2.guardian_mobile': "Guardian's mobile is a required item",
          '2.guardian_relationship': 'Relationship to the guardian is a required item',
        },
      },
    })
    expect(Object.keys((answered.data as unknown as { fields: object }).fields)).toHaveLength(5)
  })
  test('one document twice, in any events', async () => {
    await openEvent(world, { id: 2 })
    const n = somebody()
    expect(await together([friend({}, n), friend(), friend({ eventid: 2 }, n)])).toMatchObject({
      code: '422',
      data: { fields: { '2.idnum': "This ID number is the same as another person's above" } },
    })
  })
  test('all people if one of them cannot enter, and names this person', async () => {
    await openEvent(world, { id: 3, places: 1 })
    const known = somebody()
    await world.ask(registrationSave, entrant(known), runner)
    const before = await takenOf(1)
    expect(await together([friend(), friend({}, known)])).toMatchObject({
      code: '409',
      refusal: 'already_registered',
      data: { person: 1 },
    })
    expect(await together([friend(), friend({ eventid: 3 }), friend({ eventid: 3 })])).toMatchObject({
      refusal: 'sold_out',
      data: { person: 2 },
    })
    expect(await together([friend(), friend({ eventid: 99 })])).toMatchObject({
      refusal: 'event_not_found',
      data: { person: 1 },
    })
    expect(await together([friend(), friend({ invite: 'NOBODYS' })])).toMatchObject({
      refusal: 'invite_unknown',
      data: { person: 1 },
    })
    expect(await together([friend({ person: 'p' })])).toMatchObject({
      refusal: 'person_not_found',
      data: { person: 0 },
    })
    expect([await takenOf(1), await takenOf(3), (await rows(3)).length]).toEqual([before, 0, 0])
  })
  test('more unpaid registrations than an account may have', async () => {
    await openRace(world, { id: 2031, settings: { unpaid_most: 2 } })
    await openEvent(world, { raceid: 2031 })
    const call = (friends: Friend[]) => world.call(registrationFriends, { raceid: 2031, friends }, runner)
    expect(await call([friend(), friend(), friend()])).toMatchObject({
      refusal: 'too_many_unpaid',
      data: { person: 2 },
    })
    expect(await call([friend(), friend()])).toMatchObject({ code: '200' })
    expect(await call([friend()])).toMatchObject({ refusal: 'too_many_unpaid', data: { person: 0 } })
  })
})

describe('registrationFriends', () => {
  test('gives each person a registration and all of them one order, with the discount of each', async () => {
    await openEvent(world, { id: 10, price: 10_000 })
    await openEvent(world, { id: 11, price: 4000, state: 'draw', paystate: 'closed' })
    await code({ code: 'HALF', price: 5000, uses: 1 })
    await code({ code: 'GUEST', price: 0, direct: true })
    const { data, code: answered } = await together([
      friend({ eventid: 10 }),
      friend({ eventid: 10, invite: 'half' }),
      friend({ eventid: 11 }),
      friend({ eventid: 11, invite: 'guest' }),
    ])
    expect([answered, data.amount, data.payable]).toEqual(['200', 15_000, 1])
    expect(data.items.map(({ state, amount }) => [state, amount])).toEqual([
      ['normal', 10_000],
      ['normal', 5000],
      ['draw', 4000],
      ['normal', 0],
    ])
    const all = [...(await rows(10)), ...(await rows(11))]
    expect(
      all.map(({ orderid }) => orderid === data.orderid),
      'what waits for the draw is not in the order',
    ).toEqual([true, true, false, true])
    const order = await world.db
      .selectFrom('orders')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('id', '=', data.orderid!)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      fee: 24_000,
      discount: 9000,
      amount: 15_000,
      state: 'open',
      subject: '江城马拉松 Half marathon ×4',
    })
    // The code has one use, and a sign-up earlier in this test has used it.
    expect(await together([friend({ eventid: 10 }), friend({ eventid: 10, invite: 'HALF' })])).toMatchObject({
      refusal: 'invite_used_up',
      data: { person: 1 },
    })
  })
  test('is paid by one payment, whoever of the friends makes it', async () => {
    await openEvent(world, { id: 12 })
    const n = somebody()
    const { items, orderid } = await world.ask(
      registrationFriends,
      { raceid: RACE, friends: [friend({ eventid: 12 }), friend({ eventid: 12 }, n)] },
      runner,
    )
    const { items: orders } = await world.ask(registrationOrders, { limit: 1 }, runner)
    expect(orders[0]).toMatchObject({
      order: { id: orderid, amount: 24_000 },
      registrations: items.map(({ _key }) => ({ _key })),
    })
    const holder = await runnerSession(world, entrant(n).mobile)
    expect(
      await world.call(registrationPay, { id: items[0]!._key, payment: 'wechat', way: 'native' }, holder),
    ).toMatchObject({ code: '403' })
    expect(
      await world.ask(registrationPay, { id: items[1]!._key, payment: 'wechat', way: 'native' }, holder),
    ).toMatchObject({ amount: 24_000 })
    const sandbox = world.parts.integrations.sandbox.wechatpay!
    const { tradeno } = await world.db
      .selectFrom('payments')
      .select('tradeno')
      .where('raceid', '=', RACE)
      .where('orderid', '=', orderid)
      .executeTakeFirstOrThrow()
    sandbox.pay(tradeno)
    await sandbox.deliver('all')
    for (const { _key } of items)
      expect((await world.ask(registrationShow, { id: _key }, { ...runner, lang: 'en' })).status).toMatchObject({
        title: "You're in!",
        paid: '1',
      })
    expect(await unbalanced()).toEqual([])
  })
  test('frees everything once if it is not paid', async () => {
    await openEvent(world, { id: 13, places: 3 })
    await code({ code: 'ONCE', price: 100, uses: 2 })
    const now = world.clock.now()
    await world.db
      .insertInto('counters')
      .values(
        [13, 0].map((eventid) => ({ raceid: RACE, kind: 'clothes', eventid, name: 'S', most: 2, updated_at: now })),
      )
      .execute()
    const shirts = () =>
      world.db.selectFrom('counters').select('taken').where('raceid', '=', RACE).where('name', '=', 'S').execute()
    const three = [
      friend({ eventid: 13, clothes: 'S', invite: 'ONCE' }),
      friend({ eventid: 13, clothes: 'S', invite: 'ONCE' }),
      friend({ eventid: 13, clothes: 'L' }),
    ]
    expect((await together(three)).code).toBe('200')
    expect([await takenOf(13), await shirts()]).toEqual([3, [{ taken: 2 }, { taken: 2 }]])
    world.clock.advance(60 * 60_000)
    await Promise.all([closeDueOrders(world.parts, world.clock.now()), closeDueOrders(world.parts, world.clock.now())])
    expect([await takenOf(13), await shirts()]).toEqual([0, [{ taken: 0 }, { taken: 0 }]])
    expect(
      (await rows(13)).map(({ closed_at, place_held, inviteid }) => [closed_at !== null, place_held, inviteid]),
    ).toEqual([
      [true, false, null],
      [true, false, null],
      [true, false, null],
    ])
    expect(
      await world.db
        .selectFrom('invitations')
        .select('used')
        .where('raceid', '=', RACE)
        .where('code', '=', 'ONCE')
        .executeTakeFirst(),
    ).toEqual({ used: 0 })
    expect((await together(three)).code, 'the same three may come again').toBe('200')
    expect(await takenOf(13)).toBe(3)
    expect(await unbalanced()).toEqual([])
  })
  test('is paid at once if nobody has to pay', async () => {
    await openEvent(world, { id: 14, paystate: 'closed' })
    const { items, amount, payable, pay_end } = await world.ask(
      registrationFriends,
      { raceid: RACE, friends: [friend({ eventid: 14, invite: 'GUEST' }), friend({ eventid: 14, invite: 'GUEST' })] },
      runner,
    )
    expect([amount, payable, pay_end]).toEqual([0, 0, null])
    for (const { _key } of items)
      expect((await world.ask(registrationShow, { id: _key }, { ...runner, lang: 'en' })).status).toMatchObject({
        title: "You're in!",
        payment: 'invite',
      })
    expect(await unbalanced()).toEqual([])
  })
  test('answers a repeated call with its first answer, also at the same moment and after the sign-up', async () => {
    await openEvent(world, { id: 15, signup_until: new Date(world.clock.now().getTime() + 1000) })
    const two = [friend({ eventid: 15 }), friend({ eventid: 15 })]
    const both = await Promise.all([together(two, { _once: 'again' }), together(two, { _once: 'again' })])
    expect(both[0]).toEqual(both[1])
    world.clock.advance(5000)
    expect((await together(two, { _once: 'again' })).data).toEqual(both[0]!.data)
    expect([both[0]!.code, await takenOf(15), (await rows(15)).length]).toEqual(['200', 2, 2])
  })
})
