import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptShow } from '#features/invoices/contract.ts'
import { raceEvents } from '#features/events/contract.ts'
import type { Addon, PriceRule } from '#features/events/prices.contract.ts'
import { saveEventStock } from '#features/events/service.ts'
import { consoleOrdersShow } from '#features/orders/contract.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { RACE, entrant, friendOf, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { registrationShow } from '../contract.ts'
import { releaseHeld } from '../inventory/inventory.service.ts'
import { withLockedMove, prepareMove, switchEvent } from '../move/move.service.ts'
import { invitePay } from '../payment/redeem.contract.ts'
import { raceGiven } from '../status/ownership.service.ts'
import { registrationFriends, registrationSave } from './signup.contract.ts'

let world: World
let runner: { token: string; lang: 'en' }
let staff: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: { unpaid_most: 1_000, friends_most: 10 } })
  runner = { ...(await runnerSession(world)), lang: 'en' }
  staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const now = world.clock.now()
  await world.db
    .insertInto('invitations')
    .values([{ raceid: RACE, code: 'HALF', label: 'x', price: 6_000, created_at: now, updated_at: now }])
    .execute()
})
afterAll(() => world?.close())

let people = 500_000
let eventid = 300
const FEE = 12_000
const early = (change: object): object => ({ id: 'early', kind: 'early', price: 9_000, ...change })
const medal: Addon = { id: 'medal', names: { 'zh-cn': '奖牌刻字', en: 'Engraving' }, price: 2_000, per_person: 2 }
/** Opens an event for one test, with prices and add-ons. */
const open = async (change: object = {}, stock?: number) => {
  const id = ++eventid
  // Moves the clock on, because an account has a limit of calls in one minute.
  world.clock.advance(61_000)
  await openEvent(world, { id, price: FEE, places: 1_000, ...change })
  if (stock !== undefined)
    await world.db
      .transaction()
      .execute((tx) =>
        saveEventStock(tx, RACE, id, [{ kind: 'addon', name: 'medal', shared: false, most: stock }], world.clock.now()),
      )
  return id
}
type Given = Partial<ReturnType<typeof entrant>>
const enter = (id: number, change: Given = {}) =>
  world.call(registrationSave, entrant(people++, { eventid: id, ...change }), runner)
const shown = async (id: number) =>
  (await world.ask(raceEvents, { raceid: RACE }, { lang: 'en' })).find((event) => event.id === id)!
const rowsOf = (id: number) =>
  world.db
    .selectFrom('registrations')
    .select(['id', '_key', 'price', 'fee', 'price_by', 'addons', 'place_held', 'orderid', 'state'])
    .where('raceid', '=', RACE)
    .where('eventid', '=', id)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
const soldOf = async (id: number) =>
  (
    await world.db
      .selectFrom('counters')
      .select('taken')
      .where('raceid', '=', RACE)
      .where('eventid', '=', id)
      .where('kind', '=', 'addon')
      .executeTakeFirstOrThrow()
  ).taken

describe('the first entries', () => {
  test('of 50 at once exactly the first ten get the price, and a refused entry takes none of them', async () => {
    const id = await open({ prices: [early({ first: 10 })], places: 40 })
    const answered = await Promise.all(
      Array.from({ length: 50 }, (_, n) => enter(id, n % 7 === 3 ? { clothes: 'none' } : {})),
    )
    const rows = await rowsOf(id)
    expect(rows.filter(({ price }) => price === 9_000)).toHaveLength(10)
    expect(rows.filter(({ price }) => price === FEE)).toHaveLength(rows.length - 10)
    expect(rows.length).toBe(Math.min(40, answered.filter(({ code }) => code === '200').length))
    expect(rows.slice(0, 10).every(({ price }) => price === 9_000)).toBe(true)
    expect(rows[0]).toMatchObject({ fee: FEE, price_by: { id: 'early', kind: 'early' } })
    expect(rows[10]).toMatchObject({ fee: FEE, price_by: null })
  })

  test('a party that comes over the end: each person sees and pays the price of the own place', async () => {
    const id = await open({ prices: [early({ first: 2 })] })
    expect(await shown(id)).toMatchObject({ price: 9_000, fee: FEE, prices: [{ left: 2 }] })
    const friends = [9_000, 9_000, FEE].map((amount) => friendOf(people++, { eventid: id, amount }))
    const saved = await world.ask(registrationFriends, { raceid: RACE, friends }, runner)
    expect(saved.items.map(({ amount }) => amount)).toEqual([9_000, 9_000, FEE])
    expect(saved.amount).toBe(30_000)
    expect(await shown(id)).toMatchObject({ price: FEE, prices: [] })
  })

  test('a returned place brings the price back to one entry, and changes nobody else', async () => {
    const id = await open({ prices: [early({ first: 2 })], pay_minutes: 30 })
    for (const price of [9_000, 9_000, FEE]) expect((await enter(id)).data).toMatchObject({ amount: price })
    world.clock.advance(31 * 60_000)
    await closeDueOrders(world.parts, world.clock.now())
    expect(await rowsOf(id)).toEqual([])
    for (const price of [9_000, 9_000, FEE]) expect((await enter(id)).data).toMatchObject({ amount: price })
  })
})

describe('the shown amount is charged, or the call refuses', () => {
  test('dearer or cheaper: nobody is signed up, and both amounts are named', async () => {
    const id = await open({ prices: [early({ first: 1 })] })
    expect(await enter(id, { amount: FEE })).toMatchObject({
      refusal: 'price_changed',
      msg: 'The price has changed from ¥120.00 to ¥90.00. Please check it and submit again',
      data: { fen: 9_000 },
    })
    expect((await enter(id, { amount: 9_000 })).code).toBe('200')
    expect(await enter(id, { amount: 9_000 })).toMatchObject({ refusal: 'price_changed', data: { fen: FEE } })
    expect(await rowsOf(id)).toHaveLength(1)
  })
  test('of several people the first whose price differs is named, and nobody is entered', async () => {
    const id = await open()
    const friends = [FEE, 1].map((amount) => friendOf(people++, { eventid: id, amount }))
    expect(await world.call(registrationFriends, { raceid: RACE, friends }, runner)).toMatchObject({
      refusal: 'price_changed',
      data: { person: 1, fen: FEE },
    })
    expect(await rowsOf(id)).toEqual([])
  })
  test('the director raises the fee while somebody submits', async () => {
    const id = await open()
    await world.db
      .updateTable('events')
      .set({ price: 13_000, updated_at: new Date(world.clock.now().getTime() + 5) })
      .where('raceid', '=', RACE)
      .where('id', '=', id)
      .execute()
    expect(await enter(id, { amount: FEE })).toMatchObject({ refusal: 'price_changed', data: { fen: 13_000 } })
  })
})

test('an early price ends with its day at the place of the race, to the second', async () => {
  const until = '2026-03-20'
  const id = await open({ prices: [early({ until })], signup_until: new Date('2026-10-01T00:00:00Z') })
  const at = async (iso: string) => {
    world.clock.advance(Date.parse(iso) - world.clock.now().getTime())
    runner = { ...(await runnerSession(world)), lang: 'en' }
    return (await enter(id)).data
  }
  expect(await at(`${until}T23:59:59.900+08:00`)).toMatchObject({ amount: 9_000 })
  expect((await shown(id)).prices).toMatchObject([{ until }])
  expect(await at('2026-03-21T00:00:00+08:00')).toMatchObject({ amount: FEE })
  expect(await shown(id)).toMatchObject({ price: FEE, prices: [] })
  staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
})

describe('the price of each person', () => {
  const rules: Partial<PriceRule>[] = [
    { id: 'group', kind: 'group', members: 3, percent: 10 },
    { id: 'masters', kind: 'age', age_from: 50, price: 8_000 },
  ]
  // An entrant born in 1980 is 46 on race day. An entrant born in 1970 is 56.
  let younger = 6_100_000
  const bornIn1980 = () => idnumOf(younger++)
  test('by age, in a group, and with a code: the lowest counts and is named', async () => {
    const id = await open({ prices: rules })
    expect((await enter(id)).data).toMatchObject({ amount: FEE - 4_000 })
    expect((await enter(id, { idnum: bornIn1980() })).data).toMatchObject({ amount: FEE })
    const friends = [1, 2, 3].map((n) => friendOf(people++, { eventid: id, ...(n < 3 ? { idnum: bornIn1980() } : {}) }))
    const saved = await world.ask(registrationFriends, { raceid: RACE, friends }, runner)
    expect(saved.items.map(({ amount }) => amount)).toEqual([10_800, 10_800, 8_000])
    const { order, items } = await world.ask(
      consoleOrdersShow,
      { raceid: RACE, id: saved.orderid! },
      { ...staff, lang: 'en' },
    )
    expect(items).toEqual([
      { kind: 'entry', name: 'Half marathon', n: 3, amount: 36_000 },
      { kind: 'group', name: 'Group price', n: 2, amount: -2_400 },
      { kind: 'age', name: 'Age price', n: 1, amount: -4_000 },
    ])
    expect(order).toMatchObject({ fee: 36_000, discount: 6_400, amount: 29_600 })
    const invited = await enter(id, { idnum: bornIn1980(), invite: 'HALF', amount: 6_000 })
    expect(invited.data).toMatchObject({ amount: 6_000 })
    const rows = await rowsOf(id)
    expect(rows.at(-1)).toMatchObject({ price: 6_000, fee: FEE, price_by: null })
  })
})

describe('add-ons', () => {
  test('add-ons that the event does not sell, and more than one person may have, are refused at the field', async () => {
    const id = await open({ addons: [medal] })
    expect(await enter(id, { addons: { cap: 1 } })).toMatchObject({
      data: { fields: { 'addons.cap': "This event doesn't sell this add-on" } },
    })
    expect(await enter(id, { addons: { medal: 3 } })).toMatchObject({
      data: { fields: { 'addons.medal': 'At most 2 per person' } },
    })
    expect(await enter(id, { addons: { medal: -1 } })).toMatchObject({ code: '422' })
    expect(await enter(id, { addons: { __proto__: 1, constructor: 2 } as never })).toMatchObject({ code: '422' })
  })

  test('are in the amount, the lines, the status and the receipt; the last piece is sold once', async () => {
    const id = await open({ addons: [medal], prices: [early({ first: 1 })] }, 3)
    const first = await enter(id, { addons: { medal: 2 }, amount: 13_000 })
    expect(first.data).toMatchObject({ amount: 13_000 })
    const { _key } = first.data as { _key: string }
    const status = await world.ask(registrationShow, { id: _key }, runner)
    expect(status).toMatchObject({
      price: 13_000,
      price_by: { kind: 'early', name: 'Early bird' },
      addons: [{ id: 'medal', name: 'Engraving', price: 2_000, n: 2 }],
      charge: { fee: 16_000, discount: 3_000, amount: 13_000 },
    })
    expect(status.charge.items).toEqual([
      { kind: 'entry', name: 'Half marathon', n: 1, amount: FEE },
      { kind: 'early', name: 'Early bird', n: 1, amount: -3_000 },
      { kind: 'addon', name: 'Engraving', n: 2, amount: 4_000 },
    ])
    expect(await shown(id)).toMatchObject({ addons: [{ id: 'medal', left: 1 }] })
    const others = await Promise.all(Array.from({ length: 5 }, () => enter(id, { addons: { medal: 1 } })))
    expect(others.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(others.filter(({ refusal }) => refusal === 'addon_gone')).toHaveLength(4)
    expect(await soldOf(id)).toBe(3)
    expect(await rowsOf(id), 'whoever was refused is not in').toHaveLength(2)
  })

  test('are freed with the place, and a limit that begins later counts the present entries', async () => {
    const id = await open({ addons: [medal], pay_minutes: 30 })
    await enter(id, { addons: { medal: 2 } })
    const keep = await enter(id, { addons: { medal: 1 } })
    const stock = (most: number | null) =>
      world.db
        .transaction()
        .execute((tx) =>
          saveEventStock(tx, RACE, id, [{ kind: 'addon', name: 'medal', shared: false, most }], world.clock.now()),
        )
    expect(await stock(2), 'three are sold').toMatchObject({ taken: 3 })
    await stock(5)
    expect(await soldOf(id)).toBe(3)
    const { orderid } = keep.data as { orderid: number }
    world.clock.advance(31 * 60_000)
    await closeDueOrders(world.parts, world.clock.now())
    expect(await soldOf(id)).toBe(0)
    expect((await world.ask(consoleOrdersShow, { raceid: RACE, id: orderid }, staff)).items).toHaveLength(2)
  })

  test('are not sold in a draw or for a place in line, and a code does not lower them', async () => {
    const draw = await open({ addons: [medal], state: 'draw' })
    expect(await enter(draw, { addons: { medal: 1 } })).toMatchObject({ refusal: 'addons_need_place' })
    const id = await open({ addons: [medal], prices: [early({ first: 9 })] })
    const { _key } = (await enter(id, { addons: { medal: 1 } })).data as { _key: string }
    const paid = await world.ask(invitePay, { id: _key, code: 'HALF' }, runner)
    expect(paid).toMatchObject({ amount: 8_000 })
    const { charge, price_by } = await world.ask(registrationShow, { id: _key }, runner)
    expect(price_by).toBeNull()
    expect(charge.items).toMatchObject([
      { kind: 'entry', amount: FEE },
      { kind: 'code', name: 'Invitation code', amount: -6_000 },
      { kind: 'addon', amount: 2_000 },
    ])
  })

  test('stay in the stock of the event that sold them if their entry moves to another event, and are freed once', async () => {
    const id = await open({ addons: [medal] }, 2)
    const to = await open()
    const { _key } = (await enter(id, { addons: { medal: 2 } })).data as { _key: string }
    const race = (await raceGiven(world.db, RACE, world.clock.now()))!
    const { seal } = world.parts
    await prepareMove(seal, RACE)
    const now = world.clock.now()
    await withLockedMove(world.db, RACE, _key, to, (tx, held) =>
      switchEvent(tx, seal, held, race, { behindWaitlist: false, now }),
    )
    expect(await rowsOf(to)).toHaveLength(1)
    expect(await soldOf(id), 'nobody else can buy what is bought').toBe(2)
    expect(await enter(id, { addons: { medal: 1 } })).toMatchObject({ refusal: 'addon_gone' })
    const [row] = await rowsOf(to)
    for (let twice = 0; twice < 2; twice++)
      await world.db.transaction().execute((tx) => releaseHeld(tx, RACE, [row!.id], now))
    expect(await soldOf(id)).toBe(0)
  })

  test('a free add-on is in the lines of a free entry', async () => {
    const id = await open({ price: 0, addons: [{ ...medal, price: 0 }] })
    const { data } = await enter(id, { addons: { medal: 1 } })
    expect(data).toMatchObject({ amount: 0, payable: 0 })
    const receipt = await world.call(receiptShow, { id: (data as { _key: string })._key })
    expect(receipt.code).not.toBe('500')
  })
})

test('every order is the sum of its lines, and costs as much as its registrations', async () => {
  const orders = await world.db
    .selectFrom('orders')
    .select(['id', 'amount', 'fee', 'discount', 'items'])
    .where('raceid', '=', RACE)
    .execute()
  expect(orders.length).toBeGreaterThan(50)
  for (const { amount, fee, discount, items } of orders) {
    const lines = items as { amount: number }[]
    const sum = (of: (line: number) => boolean) =>
      lines.reduce((total, line) => total + (of(line.amount) ? line.amount : 0), 0)
    expect(sum(() => true)).toBe(amount)
    expect(sum((line) => line > 0)).toBe(fee)
    expect(sum((line) => line < 0)).toBe(-discount || 0)
  }
})
