import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationOf } from '#db/errors/violation.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { openOrders, soldOf } from './service.ts'
import { consoleOrdersList, consoleOrdersShow } from './contract.ts'
import { payEndFor, raceOfTradeno, tradenoFrom, tryNumber } from './rules.ts'

let desk: Cashdesk
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
  cashier = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
})
afterAll(() => desk.close())

describe('rules', () => {
  const now = new Date('2026-03-01T04:00:00Z')
  test('an order can be paid for 60 minutes, or the time of the event, never beyond its last moment', () => {
    expect(payEndFor(now, null, null)).toEqual(new Date('2026-03-01T05:00:00Z'))
    expect(payEndFor(now, 15, null)).toEqual(new Date('2026-03-01T04:15:00Z'))
    expect(payEndFor(now, 60, new Date('2026-03-01T04:30:00Z'))).toEqual(new Date('2026-03-01T04:30:00Z'))
  })
  test('a number names its race and fits every gateway', () => {
    for (const raceid of [1, 2026, 2_147_483_647]) {
      const tradeno = tradenoFrom(raceid, crypto.getRandomValues(new Uint8Array(22)))
      for (const number of [tradeno, tryNumber(tradeno, 1), tryNumber(tradeno, 999)]) {
        expect(number).toMatch(/^[0-9A-Za-z_-]{6,32}$/)
        expect(raceOfTradeno(number)).toBe(raceid)
      }
    }
    for (const other of [`zzzzzz-${'A'.repeat(16)}`, '', '4200002026', '1k8-short', '1k8-AAAAAAAAAAAAAAAA-1; drop'])
      expect(raceOfTradeno(other)).toBeUndefined()
  })
})

test('500 orders open in one statement, answered in their order, each with its ledger row', async () => {
  const openings = Array.from({ length: 500 }, (_, at) => ({
    room: 'stall',
    uid: at,
    fee: at,
    subject: `order ${at}`,
    payEnd: new Date(desk.clock.now().getTime() + 3_600_000),
  }))
  const opened = await desk.db.transaction().execute((tx) => openOrders(tx, 2026, openings, desk.clock.now()))
  expect(opened.map(({ amount }) => amount)).toEqual(openings.map(({ fee }) => fee))
  expect(opened[0]).toMatchObject({ state: 'paid' })
  expect(opened[1]).toMatchObject({ state: 'open' })
  expect(new Set(opened.map(({ tradeno }) => tradeno)).size).toBe(500)
  const { count } = await desk.db
    .selectFrom('ledger')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('event', '=', 'order_opened')
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(500)
  expect(await desk.db.transaction().execute((tx) => openOrders(tx, 2026, [], desk.clock.now()))).toEqual([])
})

test('impossible orders: a discount above the fee, refunds above the payment, a room that sells and declares no effect', async () => {
  expect(await desk.order({ fee: 10, discount: 11 }).catch(violationOf)).toMatchObject({
    constraint: 'orders_amount_check',
  })
  const { id } = await desk.order()
  const overpaid = desk.db.updateTable('orders').set({ refunded: 10_001 }).where('id', '=', id).execute()
  expect(await overpaid.catch(violationOf)).toMatchObject({ constraint: 'refunds_stay_within_what_was_paid' })
  expect(() => soldOf('nobody')).toThrow('server/features.ts')
})

describe('the console', () => {
  test('shows orders only to staff who may read money, and only of their race', async () => {
    expect(await desk.call(consoleOrdersList, { raceid: 2026 })).toMatchObject({ code: '401' })
    const registrar = await staffSession(desk, [{ raceid: 2026, role: 'registrar' }])
    const elsewhere = await staffSession(desk, [{ raceid: 7, role: 'cashier' }])
    for (const who of [registrar, elsewhere]) {
      expect(await desk.call(consoleOrdersList, { raceid: 2026 }, who)).toMatchObject({ code: '403' })
      expect(await desk.call(consoleOrdersShow, { raceid: 2026, id: 1 }, who)).toMatchObject({ code: '403' })
    }
    expect(await desk.call(consoleOrdersShow, { raceid: 2026, id: 999_999 }, cashier)).toMatchObject({
      code: '404',
      refusal: 'order_unknown',
    })
  })
  test('lists them newest first, page by page, by state and by number', async () => {
    const { id, tradeno } = await desk.order({ subject: '全程马拉松' })
    const first = await desk.ask(consoleOrdersList, { raceid: 2026, limit: 3 }, cashier)
    expect(first.items[0]).toMatchObject({ id, subject: '全程马拉松', state: 'open', balanced: true })
    const second = await desk.ask(consoleOrdersList, { raceid: 2026, limit: 3, after: first.after! }, cashier)
    expect([first.totals?.paid, second.totals]).toEqual([expect.any(Number), null])
    expect(second.items[0]!.id).toBeLessThan(first.items[2]!.id)
    for (const after of ['9'.repeat(20), '1e30', 'x'])
      expect((await desk.ask(consoleOrdersList, { raceid: 2026, limit: 3, after }, cashier)).items).toEqual(first.items)
    for (const q of [tradeno, `${tradeno}-2`])
      expect((await desk.ask(consoleOrdersList, { raceid: 2026, q }, cashier)).items.map((line) => line.id)).toEqual([
        id,
      ])
    expect((await desk.ask(consoleOrdersList, { raceid: 2026, state: 'closed' }, cashier)).items).toEqual([])
  })
  test('shows the history of one order: payments, refunds, ledger', async () => {
    const { id } = await desk.order()
    await desk.start(id)
    desk.sandbox.pay(await desk.numberOf(id))
    await desk.sandbox.deliver()
    const story = await desk.ask(consoleOrdersShow, { raceid: 2026, id }, cashier)
    expect(story.order).toMatchObject({ state: 'paid', payment: 'wechat', balanced: true })
    expect(story.payments).toMatchObject([
      { way: 'h5', state: 'paid', paid_amount: 10_000, gateway_number: expect.stringMatching(/^4200/) },
    ])
    expect(story.ledger.map(({ event }) => event)).toEqual(['order_opened', 'order_paid'])
  })
  test('names an order with a changed ledger', async () => {
    const { id } = await desk.order()
    await desk.db
      .updateTable('ledger')
      .set({ amount: 9999 })
      .where('raceid', '=', 2026)
      .where('orderid', '=', id)
      .execute()
    const { items, totals } = await desk.ask(consoleOrdersList, { raceid: 2026, state: 'unbalanced' }, cashier)
    expect([items.map((line) => line.id), totals!.unbalanced]).toEqual([[id], 1])
  })
})
