import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { closeOrder, orderState } from './service.ts'

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

describe('a payment', () => {
  test('begins by the way of its device, and a reload begins no second payment', async () => {
    const { id } = await desk.order()
    const begun = await desk.start(id)
    expect(begun).toMatchObject({ state: 'open', next: { way: 'h5', code_url: null, jsapi: null } })
    expect(begun.next!.url).toContain('http://localhost:3000/pretend/wechatpay/h5?prepay_id=')
    expect(await desk.start(id)).toEqual(begun)
    expect((await desk.start(id, { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140' })).next).toMatchObject({
      way: 'native',
      code_url: expect.stringContaining('/pretend/wechatpay/scan'),
    })
    const inside = await desk.start(id, { userAgent: 'Mozilla/5.0 (iPhone) MicroMessenger/8.0', openid: 'o-1' })
    expect(inside.next!.jsapi).toMatchObject({
      signType: 'RSA',
      package: expect.stringMatching(/^prepay_id=wx/),
      paySign: expect.any(String),
    })
    expect((await desk.tries(id)).map(({ way }) => way)).toEqual(['h5', 'native', 'jsapi'])
    expect(
      (await desk.start(id, { userAgent: 'MicroMessenger', openid: 'o-2' })).next!.way,
      'another payer begins another try',
    ).toBe('jsapi')
    expect(await desk.tries(id)).toHaveLength(4)
    const without = await desk.order()
    expect(
      (await desk.start(without.id, { way: 'jsapi', userAgent: 'MicroMessenger' })).next,
      'inside the app without a known payer: a code to press',
    ).toMatchObject({ way: 'native' })
  })

  test('is settled by its notice, once, and the ledger has it', async () => {
    const { id } = await desk.order({ discount: 1000 })
    await desk.start(id)
    desk.sandbox.pay(await desk.numberOf(id))
    expect(await desk.stateOf(id)).toBe('open')
    expect(await desk.sandbox.deliver()).toBe(1)
    expect(await desk.stateOf(id)).toBe('paid')
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    expect(await desk.ledger(id)).toEqual([
      'order_opened: receivable < sales 9000',
      'order_paid: gateway:wechat < receivable 9000',
    ])
    expect(desk.sandbox.noticesWaiting(), 'answered with SUCCESS, it is not sent again').toBe(0)
  })

  test('repeated ten times moves no money twice, also with two at once', async () => {
    const { id } = await desk.order()
    await desk.start(id)
    const tradeno = await desk.numberOf(id)
    desk.sandbox.pay(tradeno)
    const notices = Array.from({ length: 10 }, () =>
      desk.sandbox.notice('TRANSACTION.SUCCESS', desk.sandbox.noticeOf(tradeno)),
    )
    const answers = await Promise.all(notices.map(({ headers, body }) => desk.notify(headers, body)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    expect(await desk.ledger(id)).toHaveLength(2)
  })

  test('without a notice is asked for: by the waiting page, and by the sweep', async () => {
    desk.sandbox.weather.holdNotices = true
    const [watched, left] = [await desk.order(), await desk.order()]
    for (const { id } of [watched, left]) {
      await desk.start(id)
      desk.sandbox.pay(await desk.numberOf(id))
    }
    expect((await orderState(desk.parts, 2026, watched.id, now()))!.state, 'not in the first seconds').toBe('open')
    desk.clock.advance(4000)
    expect((await orderState(desk.parts, 2026, watched.id, now()))!.state).toBe('paid')
    desk.clock.advance(12_000)
    await desk.sweep()
    expect(await desk.stateOf(left.id)).toBe('paid')
    expect([...desk.toldOf(watched.id), ...desk.toldOf(left.id)]).toEqual([`paid ${watched.id}`, `paid ${left.id}`])
  })

  test('of a free order does not exist: the order opens paid', async () => {
    const order = await desk.order({ fee: 5000, discount: 5000 })
    expect(order).toMatchObject({ state: 'paid', amount: 0 })
    expect(await desk.start(order.id)).toEqual({ state: 'paid', next: null })
    expect(await desk.ledger(order.id)).toEqual([
      'order_opened: receivable < sales 0',
      'order_paid: free < receivable 0',
    ])
  })
})

describe('an invalid notice changes nothing', () => {
  const paidTry = async () => {
    const { id } = await desk.order()
    await desk.start(id)
    const tradeno = await desk.numberOf(id)
    desk.sandbox.weather.holdNotices = true
    desk.sandbox.pay(tradeno)
    return { id, notice: desk.sandbox.noticeOf(tradeno) }
  }
  test('if it is forged, altered, replayed after five minutes, of another serial or another merchant', async () => {
    const { id, notice } = await paidTry()
    const { headers, body } = desk.sandbox.notice('TRANSACTION.SUCCESS', notice)
    const wrong: [string, Record<string, string>, string][] = [
      ['no signature', { 'content-type': 'application/json' }, body],
      ['another body', headers, body.replace('TRANSACTION.SUCCESS', 'TRANSACTION.SUCCES5')],
      ['another nonce', { ...headers, 'wechatpay-nonce': 'A' }, body],
      ['another serial', { ...headers, 'wechatpay-serial': '4A00' }, body],
      ['a probe of the platform', { ...headers, 'wechatpay-signature': 'WECHATPAY/SIGNTEST/abc' }, body],
    ]
    for (const [what, given, text] of wrong) expect((await desk.notify(given, text)).statusCode, what).toBe(401)
    const other = desk.sandbox.notice('TRANSACTION.SUCCESS', { ...notice, mchid: '1900000001' })
    expect((await desk.notify(other.headers, other.body)).statusCode, 'another merchant').toBe(401)
    desk.clock.advance(301_000)
    expect((await desk.notify(headers, body)).statusCode, 'stale').toBe(401)
    expect(await desk.stateOf(id)).toBe('open')
    const unknown = desk.sandbox.notice('TRANSACTION.SUCCESS', { ...notice, out_trade_no: '1k8-AAAAAAAAAAAAAAAA-1' })
    expect(
      (await desk.notify(unknown.headers, unknown.body)).statusCode,
      'verified, but no number of ours: taken and over',
    ).toBe(200)
    expect(desk.toldOf(id)).toEqual([])
  })
})

describe('money that settles nothing goes back by itself', () => {
  for (const [what, change] of [
    ['a fen too little', { amount: 9999 }],
    ['a fen too much', { amount: 10_001 }],
    ['another currency', { currency: 'HKD' }],
  ] as const) {
    test(`${what}: the order stays open and can still be paid`, async () => {
      const { id } = await desk.order()
      await desk.start(id)
      desk.sandbox.pay(await desk.numberOf(id), change)
      await desk.sandbox.deliver()
      expect(await desk.stateOf(id)).toBe('open')
      await desk.refundsRun()
      expect(await desk.refunds(id)).toMatchObject([
        {
          state: 'done',
          amount: 'amount' in change ? change.amount : 10_000,
          currency: 'currency' in change ? 'HKD' : 'CNY',
        },
      ])
      await desk.start(id, { way: 'native' })
      desk.sandbox.pay(await desk.numberOf(id))
      await desk.sandbox.deliver()
      expect(await desk.stateOf(id)).toBe('paid')
      expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    })
  }

  test('a notice after the order closed: late money is refunded under one number, however often it is tried', async () => {
    const { id } = await desk.order()
    await desk.start(id)
    const tradeno = await desk.numberOf(id)
    desk.sandbox.weather.holdNotices = true
    const shut = closeOrder(desk.parts, 2026, id, 'expired', now())
    expect(await shut).toBe('closed')
    // The gateway has closed the payment, so money can only come by an error of the gateway. The test lets the gateway
    // report such money.
    expect(desk.sandbox.pay(tradeno)).toBe(false)
    const { headers, body } = desk.sandbox.notice('TRANSACTION.SUCCESS', {
      ...desk.sandbox.noticeOf(tradeno),
      trade_state: 'SUCCESS',
      transaction_id: '4200002026',
      success_time: now().toISOString(),
      amount: { total: 10_000, currency: 'CNY' },
    })
    expect((await desk.notify(headers, body)).statusCode).toBe(200)
    expect(await desk.stateOf(id)).toBe('closed')
    expect(desk.toldOf(id)).toEqual([`closed ${id} expired`])
    expect(await desk.refunds(id)).toMatchObject([
      { reason: 'late', amount: 10_000, state: 'asked', refundno: `${tradeno}-r0` },
    ])
    for (let round = 0; round < 3; round++) {
      desk.minutes(60)
      await desk.sweep()
    }
    expect(
      (await desk.refunds(id))[0],
      'the gateway never took that money, so it refuses, and that is kept in sight',
    ).toMatchObject({ state: 'asked', failure: 'TRADE_ERROR' })
  })

  test('paid twice over two ways: the second payment goes back', async () => {
    const { id } = await desk.order()
    await desk.start(id)
    const first = await desk.numberOf(id)
    await desk.start(id, { way: 'native' })
    const second = await desk.numberOf(id)
    desk.sandbox.pay(first)
    desk.sandbox.pay(second)
    await desk.sandbox.deliver()
    await desk.refundsRun()
    expect(await desk.refunds(id)).toMatchObject([{ reason: 'doubled', state: 'done' }])
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    expect(await desk.stateOf(id)).toBe('paid')
  })
})

describe('an order after its end', () => {
  test('without a try is closed; with a try the gateway closes first and takes no money afterwards', async () => {
    const [untouched, begun] = [await desk.order(), await desk.order()]
    await desk.start(begun.id)
    desk.minutes(59)
    await desk.sweep()
    expect(await desk.stateOf(untouched.id)).toBe('open')
    desk.minutes(1)
    await desk.sweep()
    expect([await desk.stateOf(untouched.id), await desk.stateOf(begun.id)]).toEqual(['closed', 'closed'])
    expect(desk.sandbox.pay(await desk.numberOf(begun.id))).toBe(false)
    expect(await desk.ledger(begun.id)).toEqual([
      'order_opened: receivable < sales 10000',
      'order_closed: sales < receivable 10000',
    ])
    expect(await desk.start(begun.id)).toEqual({ state: 'closed', next: null })
  })

  test('that was paid in its last minute, without a notice, is paid and not closed', async () => {
    desk.sandbox.weather.holdNotices = true
    const { id } = await desk.order()
    await desk.start(id)
    desk.minutes(59.9)
    desk.sandbox.pay(await desk.numberOf(id))
    desk.minutes(5)
    await desk.sweep()
    expect(await desk.stateOf(id)).toBe('paid')
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
  })

  test('keeps its place while its gateway is down; other orders close meanwhile', async () => {
    const [begun, untouched] = [await desk.order(), await desk.order()]
    await desk.start(begun.id)
    desk.minutes(61)
    desk.sandbox.weather.down = true
    await desk.sweep()
    expect([await desk.stateOf(begun.id), await desk.stateOf(untouched.id)]).toEqual(['open', 'closed'])
    desk.sandbox.weather.down = false
    desk.minutes(6)
    await desk.sweep()
    expect(await desk.stateOf(begun.id)).toBe('closed')
  })

  test('closing and notice at the same moment: one of them wins, and nothing remains in between', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await desk.order()
      await desk.start(id)
      desk.sandbox.pay(await desk.numberOf(id))
      desk.minutes(61)
      await Promise.all([
        closeOrder(desk.parts, 2026, id, 'expired', now()),
        desk.sandbox.deliver('all'),
        closeOrder(desk.parts, 2026, id, 'expired', now()),
      ])
      expect(await desk.stateOf(id), 'the gateway had the money before the end').toBe('paid')
      expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    }
  })
})

describe('a gateway with faults', () => {
  test('is down: the payer gets a sentence, and the order stays open', async () => {
    const { id } = await desk.order()
    desk.sandbox.weather.down = true
    expect(await desk.start(id)).toEqual({ state: 'open', next: null, why: 'gateway_down' })
    desk.sandbox.weather.down = false
    expect((await desk.start(id)).next).not.toBeNull()
    expect(await desk.tries(id)).toHaveLength(1)
  })

  test('fails half of its calls and sends notices three times: everything ends correctly', async () => {
    desk.sandbox.weather.errors = 0.5
    desk.sandbox.weather.noticeCopies = 3
    const orders = await Promise.all(Array.from({ length: 12 }, () => desk.order()))
    for (const { id } of orders)
      for (let round = 0; round < 8 && (await desk.start(id)).next === null; round++) continue
    for (const [at, { id }] of orders.entries()) if (at % 3 !== 0) desk.sandbox.pay(await desk.numberOf(id))
    await desk.sandbox.deliver()
    desk.minutes(61)
    for (let round = 0; round < 12; round++) {
      desk.minutes(6)
      await desk.sweep()
    }
    expect(await Promise.all(orders.map(({ id }) => desk.stateOf(id)))).toEqual(
      orders.map((_, at) => (at % 3 === 0 ? 'closed' : 'paid')),
    )
    for (const { id } of orders) expect(desk.toldOf(id)).toHaveLength(1)
  })
})

test('the way back from the messaging app stays on our origin', async () => {
  const way = async (to: string, more = '&code=made-up') =>
    (await desk.app.inject({ method: 'GET', url: `/pay/wechat/payer?to=${encodeURIComponent(to)}${more}` })).headers
      .location
  for (const to of [
    '//evil.example',
    '/\t/evil.example/x',
    '/\n/evil.example',
    '/\\evil.example',
    '\t//evil.example',
    'https://evil.example',
    '/%09/evil.example',
  ])
    expect(new URL((await way(to))!).origin, to).toBe('http://localhost:3000')
  expect(await way('/pay?_key=7-x')).toBe('http://localhost:3000/pay?_key=7-x')
  expect(decodeURIComponent((await way('/\t/evil.example', ''))!)).not.toContain('evil.example')
})

test('if real gateways are configured, the sandbox pages do not exist', async () => {
  const { integrations } = desk.parts
  const { sandbox } = integrations
  integrations.sandbox = {}
  try {
    for (const path of ['wechatpay/scan', 'wechatpay/h5', 'wechatpay/bridge', 'messagingapp/authorize'])
      expect((await desk.app.inject({ method: 'GET', url: `/pretend/${path}?prepay_id=x` })).statusCode, path).toBe(404)
    expect(
      (
        await desk.app.inject({
          method: 'POST',
          url: '/pretend/wechatpay/pay',
          payload: 'prepay_id=x&do=pay',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).statusCode,
    ).toBe(404)
  } finally {
    integrations.sandbox = sandbox
  }
})
