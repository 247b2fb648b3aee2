import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Cashdesk, dollars, openCashdesk } from '#test/cashdesk.ts'
import type { Foreign } from './rules.ts'
import { closeOrder, orderState, payMethods } from './service.ts'
import { giveBack } from './byHand.service.ts'

let desk: Cashdesk
beforeAll(async () => {
  desk = await openCashdesk()
})
afterAll(() => desk.close())
afterEach(async () => {
  await desk.tidy()
  expect(await desk.unbalanced(), 'the ledger balances after each story').toEqual([])
})
const now = () => desk.clock.now()
const desktop = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140'
const deliver = () => Promise.all([desk.sandbox.deliver(), desk.alipay.deliver()])

test('each device gets the ways that it can use', () => {
  const offered = (userAgent: string, foreign?: Foreign) => payMethods(desk.parts, userAgent, foreign)
  expect(offered('Mozilla/5.0 (iPhone) MicroMessenger/8.0')).toEqual(['wechat'])
  expect(offered('Mozilla/5.0 (iPhone) AlipayClient/10.5 Mobile')).toEqual(['alipay'])
  expect(offered('Mozilla/5.0 (iPhone) Mobile Safari')).toEqual(['wechat', 'alipay', 'cmb'])
  expect(offered(desktop)).toEqual(['wechat', 'alipay', 'cmb'])
  expect(offered(desktop, dollars), 'where the race has declared what a dollar is').toEqual([
    'wechat',
    'alipay',
    'cmb',
    'paypal',
  ])
})

describe('a payment by Alipay', () => {
  test('on a phone and on a desktop: an address, used again, settled by its notice once', async () => {
    const { id } = await desk.order()
    const { next } = await desk.startAlipay(id)
    expect(next).toMatchObject({
      way: 'wap',
      code_url: null,
      jsapi: null,
      url: expect.stringContaining('http://localhost:3000/pretend/alipay/gateway.do?'),
    })
    expect((await desk.startAlipay(id)).next!.way).toBe('wap')
    expect((await desk.start(id, { gateway: 'alipay', userAgent: desktop })).next!.way).toBe('page')
    const [first] = await desk.tries(id)
    expect(await desk.tries(id), 'a reload began no other').toHaveLength(2)
    desk.alipay.pay(first!.tradeno)
    const { headers, body } = desk.alipay.notice(desk.alipay.noticeOf(first!.tradeno))
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.notify(headers, body, 'alipay')))
    for (const answer of answers)
      expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
        200,
        'success',
        'text/plain; charset=utf-8',
      ])
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    expect(await desk.ledger(id)).toEqual([
      'order_opened: receivable < sales 10000',
      'order_paid: gateway:alipay < receivable 10000',
    ])
    const order = await desk.db
      .selectFrom('orders')
      .select(['payment', 'paydata'])
      .where('raceid', '=', 2026)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(order).toEqual({ payment: 'alipay', paydata: { buyer_logon_id: 'pre***@example.com' } })
  })

  test('without a notice is asked for', async () => {
    desk.alipay.weather.holdNotices = true
    const { id } = await desk.order()
    await desk.startAlipay(id)
    desk.alipay.pay(await desk.numberOf(id))
    desk.clock.advance(4000)
    expect((await orderState(desk.parts, 2026, id, now()))!.state).toBe('paid')
  })

  test('by an invalid notice changes nothing', async () => {
    const { id } = await desk.order()
    await desk.startAlipay(id)
    const tradeno = await desk.numberOf(id)
    desk.alipay.weather.holdNotices = true
    desk.alipay.pay(tradeno)
    const notice = desk.alipay.noticeOf(tradeno)
    const { headers, body } = desk.alipay.notice(notice)
    const wrong = [
      body.replace('100.00', '100.01'),
      body.replace(/&sign=[^&]+/, ''),
      desk.alipay.notice({ ...notice, seller_id: '2088000000000000' }).body,
      'nothing',
      '',
    ]
    for (const text of wrong) {
      const answer = await desk.notify(headers, text, 'alipay')
      expect([answer.statusCode, answer.body], text.slice(0, 40)).toEqual([400, 'failure'])
    }
    expect((await desk.notify(headers, body, 'wechat')).statusCode, 'at the other door').toBe(401)
    desk.clock.advance(301_000)
    expect((await desk.notify(headers, body, 'alipay')).statusCode, 'replayed').toBe(400)
    expect(await desk.stateOf(id)).toBe('open')
  })

  test('that is one fen too low goes back, and the order can still be paid', async () => {
    const { id } = await desk.order()
    await desk.startAlipay(id)
    desk.alipay.pay(await desk.numberOf(id), { amount: 9999 })
    await deliver()
    expect(await desk.stateOf(id)).toBe('open')
    await desk.refundsRun()
    expect(await desk.refunds(id)).toMatchObject([
      { reason: 'amount_differs', payment: 'alipay', state: 'done', amount: 9999 },
    ])
    await desk.startAlipay(id, { userAgent: desktop })
    desk.alipay.pay(await desk.numberOf(id))
    await deliver()
    expect(await desk.stateOf(id)).toBe('paid')
  })
})

describe('an order with tries at both gateways', () => {
  const begun = async () => {
    const { id } = await desk.order()
    await desk.start(id)
    await desk.startAlipay(id)
    const [wechat, alipay] = await desk.tries(id)
    return { id, wechat: wechat!.tradeno, alipay: alipay!.tradeno }
  }

  for (const first of ['wechat', 'alipay'] as const) {
    test(`paid at both, ${first} first: the second payment goes back by itself, over its own gateway`, async () => {
      const { id, wechat, alipay } = await begun()
      const pays = { wechat: () => desk.sandbox.pay(wechat), alipay: () => desk.alipay.pay(alipay) }
      pays[first]()
      await deliver()
      pays[first === 'wechat' ? 'alipay' : 'wechat']()
      await deliver()
      await desk.refundsRun()
      expect(await desk.refunds(id)).toMatchObject([
        { reason: 'doubled', payment: first === 'wechat' ? 'alipay' : 'wechat', state: 'done', amount: 10_000 },
      ])
      expect(desk.toldOf(id)).toEqual([`paid ${id}`])
      // A later refund of the order belongs to the payment that settled the order.
      await desk.db
        .transaction()
        .execute((tx) =>
          giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount: 4000, reason: 'exit' }, now()),
        )
      await desk.db
        .transaction()
        .execute((tx) =>
          giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount: 6000, reason: 'exit' }, now()),
        )
      await desk.refundsRun()
      expect((await desk.refunds(id)).slice(1)).toMatchObject([
        { payment: first, state: 'done', amount: 4000 },
        { payment: first, state: 'done', amount: 6000 },
      ])
    })
  }

  test('paid at both in the same moment: one payment stays, the other goes back', async () => {
    const { id, wechat, alipay } = await begun()
    desk.sandbox.pay(wechat)
    desk.alipay.pay(alipay)
    await deliver()
    await desk.refundsRun()
    expect(await desk.refunds(id)).toMatchObject([{ reason: 'doubled', state: 'done' }])
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
  })

  test('is closed only when both have closed it', async () => {
    const { id } = await begun()
    desk.minutes(61)
    desk.alipay.weather.down = true
    await desk.sweep()
    expect(await desk.stateOf(id)).toBe('open')
    desk.alipay.weather.down = false
    desk.minutes(6)
    await desk.sweep()
    expect(await desk.stateOf(id)).toBe('closed')
    expect((await desk.tries(id)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  })
})

describe('an Alipay page that its payer opens late', () => {
  test('is asked about while its payer can open it', async () => {
    const { id } = await desk.order()
    const { next } = await desk.start(id, { gateway: 'alipay' })
    desk.minutes(30)
    await desk.sweep()
    desk.alipay.weather.holdNotices = true
    desk.alipay.visit(next!.url!)
    desk.alipay.pay(await desk.numberOf(id))
    desk.minutes(11)
    await desk.sweep()
    expect(await desk.stateOf(id)).toBe('paid')
  })

  test('paid after the order was closed: the money is found without a notice, and goes back', async () => {
    const { id } = await desk.order()
    const { next } = await desk.start(id, { gateway: 'alipay' })
    expect(await closeOrder(desk.parts, 2026, id, 'cancelled', now())).toBe('closed')
    desk.alipay.weather.holdNotices = true
    desk.alipay.visit(next!.url!)
    expect(desk.alipay.pay(await desk.numberOf(id))).toBe(true)
    desk.minutes(63)
    desk.alipay.weather.down = true
    await desk.sweep()
    desk.alipay.weather.down = false
    desk.minutes(11)
    await desk.sweep()
    await desk.refundsRun()
    expect(await desk.refunds(id)).toMatchObject([{ reason: 'late', payment: 'alipay', state: 'done' }])
    const [payment] = await desk.tries(id)
    expect(payment).toMatchObject({ state: 'paid', last_ask_at: null })
  })

  test('and never opened is asked about once more and then left', async () => {
    const { id } = await desk.order()
    await desk.start(id, { gateway: 'alipay' })
    desk.minutes(60)
    await desk.sweep()
    expect((await desk.tries(id))[0]).toMatchObject({ state: 'closed', last_ask_at: expect.any(Date) })
    desk.minutes(3)
    await desk.sweep()
    expect((await desk.tries(id))[0]).toMatchObject({ state: 'closed', last_ask_at: null })
  })
})

test('a refund by Alipay: an empty account is tried again, and a refund after a year is left to be paid by hand', async () => {
  const paid = async () => {
    const { id } = await desk.order()
    await desk.startAlipay(id)
    desk.alipay.pay(await desk.numberOf(id))
    await deliver()
    return id
  }
  const ask = (id: number) =>
    desk.db
      .transaction()
      .execute((tx) =>
        giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount: 10_000, reason: 'exit' }, now()),
      )
  const [soon, old] = [await paid(), await paid()]
  desk.alipay.weather.refund = 'NO_BALANCE'
  await ask(soon)
  await desk.sweep()
  expect(await desk.refunds(soon)).toMatchObject([{ state: 'asked', failure: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' }])
  desk.alipay.weather.refund = 'SUCCESS'
  await desk.refundsRun()
  expect(await desk.refunds(soon)).toMatchObject([{ state: 'done', failure: null }])
  desk.minutes(366 * 24 * 60)
  await ask(old)
  await desk.sweep()
  expect(await desk.refunds(old)).toMatchObject([{ state: 'failed', failure: 'WINDOW_OVER' }])
})
