import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { liveDeposit } from '#features/deposits/contract.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { refundCreate } from '#features/refunds/contract.ts'
import { registrationPay, registrationShow } from '#features/registrations/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { orderQuery } from '#features/shop/contract.ts'
import { consoleShopSettings } from '#features/shop/orders/orders.contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { RACE, entrant, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { refundPolicy } from '#test/leavers.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { consoleSalesMovements } from '../movements/movements.contract.ts'
import { consoleSalesReturn, salesMine, salesOffer, salesPay, salesReturn, salesSignup } from '../contract.ts'
import { consoleGoodsSave } from '../goods/goods.contract.ts'

let desk: Cashdesk
let director: { token: string }
let runner: { token: string; uid: number }
let people = 4_000
const PLACE = '领物中心'
beforeAll(async () => {
  desk = await openCashdesk()
  await openRace(desk)
  await openEvent(desk)
  await openEvent(desk, { id: 2, name: '欢乐跑', state: 'draw' })
  await openEvent(desk, { id: 3, name: '迷你跑', places: 3, price: 0 })
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  runner = await runnerSession(desk)
  const places = [{ name: PLACE, names: { en: 'Expo' }, when: '10 月 30 日' }]
  const settings = { raceid: RACE, places, carriage: { open: false, free_from: null, zones: [] } }
  await desk.ask(consoleShopSettings, settings, director)
}, 60_000)
afterAll(() => desk?.close())

type Save = InputOf<typeof consoleGoodsSave>
const make = async (change: Partial<Save> = {}, pieces = 20, price = 9_900) =>
  (
    await desk.ask(
      consoleGoodsSave,
      {
        raceid: RACE,
        room: 'shop',
        name: '纪念T恤',
        open: '1',
        signup_events: [],
        refund: { tiers: [{ from: null, until: '2099-01-01', percent: 20, fixed: 0 }], before: [] },
        variants: [{ name: 'M', price, stock: [{ pieces }] }],
        ...change,
      },
      director,
    )
  ).variants[0]!.id
const deposit = (pieces = 20) =>
  make({ room: 'deposits', name: '芯片押金', settings: { lends: 'chip' } }, pieces, 5_000)
type Goods = NonNullable<InputOf<typeof registrationSave>['goods']>
const one = (variantid: number, n = 1, more: Partial<Goods> = {}): Goods => ({
  lines: [{ variantid, n }],
  place: PLACE,
  ...more,
})
const signUp = (goods: Goods | undefined, change: object = {}, as: { token: string } = runner) =>
  desk.call(registrationSave, { ...entrant(people++), ...(goods ? { goods } : {}), ...change }, as)
const signedUp = async (goods: Goods | undefined, change: object = {}) => {
  const { code, data, msg } = await signUp(goods, change)
  if (code !== '200') throw new Error(msg)
  return data as { _key: string; orderid: number; amount: number; payable: 0 | 1 }
}
const pay = async (orderid: number) => {
  await desk.start(orderid)
  desk.sandbox.pay(await desk.numberOf(orderid))
  await desk.deliver('all')
}
const soldOf = async (variantid: number) =>
  (
    await desk.db
      .selectFrom('stock')
      .select('sold')
      .where('raceid', '=', RACE)
      .where('variantid', '=', variantid)
      .executeTakeFirstOrThrow()
  ).sold
const takenOf = async (id: number) =>
  (
    await desk.db
      .selectFrom('events')
      .select('taken')
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).taken
const orderKey = async (orderid: number) =>
  (
    await desk.db
      .selectFrom('orders')
      .select('_key')
      .where('raceid', '=', RACE)
      .where('id', '=', orderid)
      .executeTakeFirstOrThrow()
  )._key
/** Lists the rows that break a condition which must always be true. */
const breaches = async () =>
  (
    await sql<{ breach: string }>`
      select 'stock ' || s.variantid as breach from stock s
        left join sold_items i on i.raceid = s.raceid and i.variantid = s.variantid and i.slot = s.slot
        group by s.raceid, s.variantid, s.slot, s.sold
        having s.sold <> coalesce(sum(i.n - i.returned) filter (where i.state in ('open', 'paid')), 0)
      union all select 'order ' || o.id || ' asks ' || o.amount || ', its parts ' || (i.goods + r.entries)
        from orders o
        join lateral (select coalesce(sum(amount), 0) as goods, count(*) as n from sold_items i
          where i.raceid = o.raceid and i.orderid = o.id) i on i.n > 0
        join lateral (select coalesce(sum(price), 0) as entries from registrations r
          where r.raceid = o.raceid and r.orderid = o.id) r on true
        where o.room = 'registrations' and o.amount <> i.goods + r.entries
      union all select 'item ' || i.id || ' is ' || i.state || ' of order ' || o.state from sold_items i
        join orders o on o.raceid = i.raceid and o.id = i.orderid
        where (o.state, i.state) not in (('open', 'open'), ('paid', 'paid'), ('paid', 'ended'), ('closed', 'closed'))
      union all select 'event ' || e.id from events e where e.taken <> (select count(*) from registrations r
        where r.raceid = e.raceid and r.eventid = e.id and r.place_held)
      union all select 'books of order ' || orderid from order_books where not balanced`.execute(desk.db)
  ).rows
const exact = async () => expect(await breaches()).toEqual([])

test('the sign-up lists only the goods that are offered at sign-up', async () => {
  const shirt = await make({ signup_events: [1] })
  await make({ name: '只在商店', signup_events: null })
  const chip = await deposit()
  const { items, places } = await desk.ask(salesSignup, { raceid: RACE })
  const variants = items.flatMap((kind) => kind.variants.map(({ variantid }) => variantid))
  expect(variants).toEqual(expect.arrayContaining([shirt, chip]))
  expect(items.some(({ name }) => name === '只在商店')).toBe(false)
  expect(places).toEqual([{ id: PLACE, name: PLACE, when: '10 月 30 日' }])
  expect(await desk.call(salesSignup, { raceid: 9 })).toMatchObject({ refusal: 'race_not_found' })
})

test('one order and one payment cover the entry, a shirt and a deposit', async () => {
  const [shirt, chip] = [await make(), await deposit()]
  const lines = [
    { variantid: shirt, n: 2 },
    { variantid: chip, n: 1 },
  ]
  const saved = await signedUp({ lines, place: PLACE, amount: 24_800 })
  expect(saved).toMatchObject({ amount: 36_800, payable: 1 })
  const asked = await desk.ask(registrationPay, { id: saved._key }, runner)
  expect(asked).toMatchObject({ amount: 36_800, state: 'open' })
  expect(asked.items?.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['entry', 12_000],
    ['goods', 19_800],
    ['goods', 5_000],
  ])
  expect([await soldOf(shirt), await soldOf(chip)]).toEqual([2, 1])
  await pay(saved.orderid)
  const shown = await desk.ask(registrationShow, { id: saved._key }, runner)
  expect(shown.status.paid).toBe('1')
  const key = shown.meta.order!._key
  const own = (await desk.ask(salesMine, { raceid: RACE }, runner)).items.filter((line) => line.order_key === key)
  expect(own.map(({ room, state, signup }) => [room, state, signup])).toEqual([
    ['shop', 'paid', true],
    ['deposits', 'paid', true],
  ])
  const order = (await desk.ask(orderQuery, { raceid: RACE, id: key }, runner)).items[0]!
  expect(order).toMatchObject({
    state: 'paid',
    signup: true,
    way: 'pickup',
    place: PLACE,
    goods: 19_800,
    amount: 19_800,
  })
  expect(order.lines).toHaveLength(1)
  expect((await desk.ask(liveDeposit, { raceid: RACE }, runner)).items).toMatchObject([
    { state: 'paid', amount: 5_000 },
  ])
  // The order of a sign-up is paid with its registration, not as an order of goods.
  expect(await desk.call(salesPay, { id: key, payment: 'wechat' }, runner)).toMatchObject({ code: '404' })
  await exact()
})

test('goods and entry are refunded by rules of their own', async () => {
  const shirt = await make()
  const saved = await signedUp(one(shirt, 2))
  await pay(saved.orderid)
  const key = await orderKey(saved.orderid)
  const mine = async () =>
    (await desk.ask(salesMine, { raceid: RACE }, runner)).items.find((line) => line.order_key === key)!
  const line = await mine()
  const back = { id: key, lines: [{ id: line._key, pieces: 1 }] }
  const other = await runnerSession(desk)
  expect(await desk.call(salesReturn, back, other)).toMatchObject({ code: '404' })
  // The race keeps 20 % of the shirt's price.
  expect(await desk.ask(salesOffer, back, runner)).toEqual({ amount: 7_920, kept: 1_980 })
  expect(await desk.ask(salesReturn, { ...back, amount: 7_920 }, runner)).toEqual({ amount: 7_920 })
  await desk.refundsRun()
  const shown = await desk.ask(registrationShow, { id: saved._key }, runner)
  expect(shown.status.paid, 'the runner stays in the race').toBe('1')
  expect(await mine()).toMatchObject({ returned: 1, back: 7_920, state: 'paid' })
  await exact()
  // Staff take the second shirt back and refund it in full. The entry itself still costs 12,000 fen.
  const staff = { raceid: RACE, id: key, lines: [{ id: line._key, pieces: 1 }], percent: 0, reason: '尺码不合' }
  expect(await desk.ask(consoleSalesReturn, staff, director)).toEqual({ amount: 9_900 })
  await desk.refundsRun()
  expect(await soldOf(shirt)).toBe(0)
  const refunded = await desk.db
    .selectFrom('orders')
    .select(['amount', 'refunded'])
    .where('raceid', '=', RACE)
    .where('id', '=', saved.orderid)
    .executeTakeFirstOrThrow()
  expect(refunded).toEqual({ amount: 31_800, refunded: 17_820 })
  await exact()
})

test('a runner who leaves the race gets the entry back and keeps the goods', async () => {
  const shirt = await make()
  const n = people++
  const { data } = await desk.call(registrationSave, { ...entrant(n), goods: one(shirt) }, runner)
  const saved = data as { _key: string; orderid: number }
  await pay(saved.orderid)
  await openRace(desk, { settings: { unpaid_most: 1000, refunds: { 0: refundPolicy() } } })
  const refund = await desk.ask(refundCreate, { id: saved._key, idnum: idnumOf(n), reason: 'work' }, runner)
  expect(refund.amount, '80 % of the entry, nothing of the shirt').toBe(9_600)
  await desk.refundsRun()
  expect((await desk.ask(registrationShow, { id: saved._key }, runner)).status.paid).toBe('2')
  expect(await soldOf(shirt)).toBe(1)
  const key = await orderKey(saved.orderid)
  const line = (await desk.ask(salesMine, { raceid: RACE }, runner)).items.find((one) => one.order_key === key)!
  expect(line).toMatchObject({ state: 'paid', returned: 0 })
  // The runner can still return the shirt afterwards, by the rule for returns of goods.
  expect(await desk.ask(salesReturn, { id: key, lines: [{ id: line._key, pieces: 1 }] }, runner)).toEqual({
    amount: 7_920,
  })
  await desk.refundsRun()
  expect(await soldOf(shirt)).toBe(0)
  await exact()
})

test('an unpaid order frees the place and the goods at once', async () => {
  const shirt = await make()
  const before = await takenOf(1)
  await signedUp(one(shirt, 3))
  expect([await soldOf(shirt), await takenOf(1)]).toEqual([3, before + 1])
  desk.minutes(180)
  await closeDueOrders(desk.parts, desk.clock.now())
  expect([await soldOf(shirt), await takenOf(1)]).toEqual([0, before])
  runner = await runnerSession(desk)
  director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await exact()
})

test('if the goods are refused, nobody is signed up; if the entry is refused, no goods are sold', async () => {
  const shirt = await make({ most_each: 2 }, 2)
  const hidden = await make({ signup_events: null })
  const elsewhere = await make({ signup_events: [2] })
  const before = await takenOf(1)
  const refusalOf = async (goods: Goods, change: object = {}) => (await signUp(goods, change)).refusal
  expect(await refusalOf(one(shirt, 3))).toBe('goods_sold_out')
  expect(await refusalOf(one(hidden))).toBe('goods_not_on_sale')
  expect(await refusalOf(one(elsewhere))).toBe('goods_not_on_sale')
  expect(await refusalOf(one(999_999))).toBe('goods_not_found')
  expect(await refusalOf(one(shirt, 1, { amount: 1 }))).toBe('goods_price_changed')
  expect(await refusalOf(one(shirt, 1, { place: '月球' }))).toBe('place_unknown')
  expect(await refusalOf(one(shirt), { eventid: 2 }), 'an entry of the draw pays later').toBe('goods_need_place')
  for (const n of [0, -1, 1.5, 101, 1e12, '😀'])
    expect(await signUp(one(shirt, n as number))).toMatchObject({ code: '422' })
  expect(await signUp({ lines: [], place: PLACE })).toMatchObject({ code: '422' })
  expect([await soldOf(shirt), await takenOf(1)]).toEqual([0, before])
  const [twice] = [entrant(people++)]
  await desk.ask(registrationSave, twice, runner)
  expect(await desk.call(registrationSave, { ...twice, goods: one(shirt) }, runner)).toMatchObject({
    refusal: 'already_registered',
  })
  expect(await soldOf(shirt)).toBe(0)
  // The deposit of this sign-up is sold out. So the sign-up is refused, and the shirt is in stock again.
  const gone = await deposit(0)
  const both = {
    lines: [
      { variantid: shirt, n: 1 },
      { variantid: gone, n: 1 },
    ],
    place: PLACE,
  }
  expect(await refusalOf(both)).toBe('goods_sold_out')
  expect(await soldOf(shirt)).toBe(0)
  await exact()
})

test('fifty sign-ups at once sell exactly the available pieces, and a refused sign-up takes no place', async () => {
  const shirt = await make({}, 17)
  const before = await takenOf(1)
  const buyers = await Promise.all(Array.from({ length: 10 }, () => runnerSession(desk)))
  const calls = await Promise.all(
    Array.from({ length: 50 }, (_, at) => signUp(one(shirt), { _once: `crowd-${at}` }, buyers[at % 10])),
  )
  expect(calls.filter(({ code }) => code === '200')).toHaveLength(17)
  expect(calls.filter(({ refusal }) => refusal === 'goods_sold_out')).toHaveLength(33)
  expect([await soldOf(shirt), await takenOf(1)]).toEqual([17, before + 17])
  await exact()
})

test('a repeated call buys once', async () => {
  const shirt = await make()
  const given = { ...entrant(people++), goods: one(shirt), _once: 'goods-twice-0001' }
  const two = await Promise.all([1, 2].map(() => desk.call(registrationSave, given as never, runner)))
  expect(new Set(two.map(({ data }) => (data as { _key: string })._key)).size).toBe(1)
  expect(await soldOf(shirt)).toBe(1)
  await exact()
})

test('friends share one order with the goods, and a free entry with goods waits for its payment', async () => {
  const shirt = await make()
  const friend = () => {
    const { raceid: _, ...rest } = entrant(people++)
    return rest
  }
  const friends = [friend(), friend()]
  const together = await desk.ask(registrationFriends, { raceid: RACE, friends, goods: one(shirt, 2) }, runner)
  expect(together).toMatchObject({ amount: 43_800, payable: 1 })
  const taken = await takenOf(1)
  const refused = { raceid: RACE, friends: [friend(), friend()], goods: one(shirt, 99) }
  expect(await desk.call(registrationFriends, refused, runner)).toMatchObject({ refusal: 'goods_sold_out' })
  expect(await takenOf(1)).toBe(taken)
  const free = await signedUp(one(shirt), { eventid: 3 })
  expect(free).toMatchObject({ amount: 9_900, payable: 1 })
  await pay(free.orderid)
  expect((await desk.ask(registrationShow, { id: free._key }, runner)).status.paid).toBe('1')
  await exact()
})

test('the movements of stock tell who moved pieces and why, and agree with the stock', async () => {
  const shirt = await make({ name: '流水' }, 10)
  const saved = await signedUp(one(shirt, 2))
  await pay(saved.orderid)
  const key = await orderKey(saved.orderid)
  const line = (await desk.ask(salesMine, { raceid: RACE }, runner)).items.find((one) => one.order_key === key)!
  desk.minutes(1)
  await desk.ask(salesReturn, { id: key, lines: [{ id: line._key, pieces: 1 }] }, runner)
  desk.minutes(1)
  const goods = (
    await desk.db.selectFrom('variants').select('goodsid').where('id', '=', shirt).executeTakeFirstOrThrow()
  ).goodsid
  await desk.ask(
    consoleGoodsSave,
    {
      raceid: RACE,
      id: goods,
      room: 'shop',
      name: '流水',
      open: '1',
      variants: [{ id: shirt, name: 'M', price: 9_900, stock: [{ pieces: 30 }] }],
    },
    director,
  )
  const list = (more: object = {}) =>
    desk.ask(consoleSalesMovements, { raceid: RACE, room: 'shop', variantid: shirt, ...more }, director)
  const { items } = await list()
  expect(items.map(({ cause, change, before, after }) => [cause, change, before, after])).toEqual([
    ['staff', 20, 9, 29],
    ['returned', 1, 8, 9],
    ['sold', -2, 10, 8],
    ['staff', 10, 0, 10],
  ])
  expect(items[0]!.staff).toBeTruthy()
  expect(items[2]).toMatchObject({ uid: runner.uid, staff: null })
  const first = await list({ limit: 3 })
  expect((await list({ limit: 3, after: first.after })).items.map(({ cause }) => cause)).toEqual(['staff'])
  expect((await list({ cause: 'sold' })).items).toHaveLength(1)
  const gate = await staffSession(desk, [{ raceid: RACE, role: 'gate' }])
  expect(await desk.call(consoleSalesMovements, { raceid: RACE, room: 'shop' }, gate)).toMatchObject({ code: '403' })
  await exact()
})

test('a status page that is opened with the key of a shop order leads to the page of that order', async () => {
  const { orderCreate } = await import('#features/shop/contract.ts')
  const shirt = await make()
  const { order } = await desk.ask(
    orderCreate,
    { raceid: RACE, lines: [{ variantid: shirt, n: 1 }], place: PLACE },
    runner,
  )
  expect(await desk.call(registrationShow, { id: order })).toMatchObject({
    code: '206',
    data: { url: expect.stringMatching(new RegExp(`/shop/order\\?raceid=${RACE}&id=${order}$`)) },
  })
  expect(await desk.call(registrationShow, { id: `${order.slice(0, -3)}xxx` })).toMatchObject({ code: '404' })
})
