import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Cashdesk, dollars, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { closeOrder, orderState, payOrder, returnedOf } from './service.ts'
import { giveBack } from './byHand.service.ts'
import { consolePaymentsChannels, consolePaymentsProve } from './contract.ts'
import { foreignAmount, foreignRefund } from './rules.ts'

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
const later = () => desk.clock.advance(4000)
const exit = (id: number, fen: number) =>
  desk.db
    .transaction()
    .execute((tx) => giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount: fen, reason: 'exit' }, now()))

describe('the amount for a gateway that takes no yuan', () => {
  test(
    "is the declared rate, with the last cent rounded up; a refund is rounded in the payer's favour, and a full refund gives all back" +
      'back',
    () => {
      expect([
        foreignAmount(10_000, dollars),
        foreignAmount(1, dollars),
        foreignAmount(71_500, dollars),
        foreignAmount(715, { currency: 'HKD', rate: 0.9155 }),
      ]).toEqual([1399, 1, 10_000, 781])
      for (const parts of [[10_000], [1, 9999], [3333, 3333, 3334], Array.from({ length: 100 }, () => 100)]) {
        const order = { amount: 10_000, refunded: 0 }
        const payment = { paid: 1399, refunded: 0 }
        for (const fen of parts) {
          const cents = foreignRefund(order, payment, fen)
          expect(cents * 10_000, 'never less than its part').toBeGreaterThanOrEqual(
            Math.min(fen * 1399 - 10_000, (payment.paid - payment.refunded) * 10_000),
          )
          order.refunded += fen
          payment.refunded += cents
        }
        expect(payment.refunded).toBe(1399)
      }
      expect(foreignRefund({ amount: 100, refunded: 1 }, { paid: 1, refunded: 1 }, 1), 'nothing is left to send').toBe(
        0,
      )
    },
  )
})

describe('a payment by PayPal', () => {
  const begun = async () => {
    const { id } = await desk.order()
    const { next } = await desk.start(id, { gateway: 'paypal' })
    return { id, tradeno: await desk.numberOf(id), next }
  }
  test('in dollars settles an order in yuan, once; the ledger has both, each in its own currency', async () => {
    const { id, tradeno, next } = await begun()
    expect(next).toMatchObject({ way: 'approve', url: expect.stringContaining('/pretend/paypal/checkoutnow?token=') })
    expect((await desk.start(id, { gateway: 'paypal' })).next!.url, 'a reload makes no second one').toBe(next!.url)
    desk.paypal.pay(tradeno)
    await desk.deliver()
    await desk.deliver()
    expect(desk.toldOf(id)).toEqual([`paid ${id}`])
    const rows = await desk.db
      .selectFrom('ledger')
      .select(['event', 'debit', 'credit', 'amount', 'currency'])
      .where('orderid', '=', id)
      .orderBy('id')
      .execute()
    expect(
      rows
        .slice(1)
        .map(({ event, debit, credit, amount, currency }) => `${event} ${debit} < ${credit} ${amount} ${currency}`),
    ).toEqual(['order_paid exchange < receivable 10000 CNY', 'order_paid gateway:paypal < exchange 1399 USD'])
    expect((await desk.tries(id))[0]).toMatchObject({ settles: 10_000, paid_amount: 1399, paid_currency: 'USD' })
    await exit(id, 4000)
    await exit(id, 6000)
    await desk.refundsRun()
    expect(await desk.refunds(id)).toMatchObject([
      { state: 'done', amount: 560, currency: 'USD', fen: 4000 },
      { state: 'done', amount: 839, currency: 'USD', fen: 6000 },
    ])
    // Two refunds of one payment may end in either order, so the test sorts the messages.
    expect(desk.toldOf(id).slice(1).toSorted(), 'who sold hears of yuan').toEqual([
      `refunded ${id} 4000`,
      `refunded ${id} 6000`,
    ])
  })
  test(
    'approved, and nothing heard of it: the waiting page takes the money; an order that was closed meanwhile takes ' +
      'none',
    async () => {
      desk.paypal.weather.holdNotices = true
      const watched = await begun()
      desk.paypal.pay(watched.tradeno)
      later()
      expect((await orderState(desk.parts, 2026, watched.id, now()))!.state).toBe('paid')
      const left = await begun()
      expect(await closeOrder(desk.parts, 2026, left.id, 'cancelled', now())).toBe('closed')
      desk.paypal.pay(left.tradeno)
      desk.paypal.weather.holdNotices = false
      await desk.deliver()
      expect(
        [await desk.refunds(left.id), (await desk.tries(left.id))[0]!.state],
        'what was approved is never taken',
      ).toEqual([[], 'closed'])
    },
  )
  test('approved for an order that was paid in another way is never taken', async () => {
    const { id, tradeno } = await begun()
    await desk.start(id)
    const wechat = await desk.numberOf(id)
    desk.paypal.weather.holdNotices = true
    desk.paypal.pay(tradeno)
    desk.sandbox.pay(wechat)
    await desk.deliver()
    expect(await desk.stateOf(id)).toBe('paid')
    desk.paypal.weather.holdNotices = false
    await desk.deliver('all')
    desk.minutes(5)
    await desk.sweep()
    expect([(await desk.tries(id))[0]!.state, await desk.refunds(id)]).toEqual(['closed', []])
  })
  test('under review keeps the place until PayPal has decided', async () => {
    desk.paypal.weather.capture = 'PENDING'
    const { id, tradeno } = await begun()
    desk.paypal.pay(tradeno)
    desk.minutes(61)
    await desk.sweep()
    expect(await desk.stateOf(id)).toBe('open')
    desk.paypal.review(tradeno)
    await desk.deliver()
    expect(await desk.stateOf(id)).toBe('paid')
  })
  test('with another amount or currency goes back unchanged', async () => {
    for (const [noticeAmount, reason] of [
      [{ amount: 1398 }, 'amount_differs'],
      [{ currency: 'EUR' }, 'currency_differs'],
    ] as const) {
      const { id, tradeno } = await begun()
      desk.paypal.pay(tradeno, noticeAmount)
      await desk.deliver()
      await desk.deliver()
      expect(await desk.stateOf(id)).toBe('open')
      await desk.refundsRun()
      expect(await desk.refunds(id)).toMatchObject([
        { reason, state: 'done', amount: 1399, currency: 'USD', ...noticeAmount, fen: null },
      ])
    }
  })
  test(
    'is none where the race has declared nothing; a rate that changed begins another try, and what was asked before ' +
      'still settles',
    async () => {
      const { id } = await desk.order()
      await expect(
        payOrder(
          desk.parts,
          {
            raceid: 2026,
            orderid: id,
            gateway: 'paypal',
            userAgent: '',
            address: '',
            returnUrl: 'http://localhost:3000/pay',
          },
          now(),
        ),
      ).rejects.toThrow(RangeError)
      await desk.start(id, { gateway: 'paypal' })
      await desk.start(id, { gateway: 'paypal', foreign: { currency: 'EUR', rate: 7.8 } })
      const [dollar, euro] = await desk.tries(id)
      expect([dollar, euro]).toMatchObject([
        { amount: 1399, currency: 'USD' },
        { amount: 1283, currency: 'EUR' },
      ])
      desk.payAt(dollar!)
      await desk.deliver()
      expect(await desk.stateOf(id)).toBe('paid')
    },
  )
})

describe('a payment by bank card', () => {
  test('is a form to post, settled by the notice or by our own question', async () => {
    const [byNotice, byQuery] = [await desk.order(), await desk.order()]
    const { next } = await desk.startCmb(byNotice.id)
    expect(next).toMatchObject({
      way: 'card',
      url: null,
      form: { action: 'http://localhost:3000/pretend/cmb/pay', fields: { charset: 'UTF-8' } },
    })
    desk.cmb.pay(await desk.numberOf(byNotice.id))
    await desk.deliver()
    expect(await desk.stateOf(byNotice.id)).toBe('paid')
    await desk.startCmb(byQuery.id)
    desk.cmb.weather.holdNotices = true
    desk.cmb.pay(await desk.numberOf(byQuery.id))
    later()
    expect((await orderState(desk.parts, 2026, byQuery.id, now()))!.state).toBe('paid')
    await exit(byQuery.id, 2500)
    await desk.refundsRun()
    expect(await desk.refunds(byQuery.id)).toMatchObject([{ state: 'done', amount: 2500, payment: 'cmb' }])
  })
  test(
    'cannot be closed there: what is paid after the order was closed is found by one more question and goes back, ' +
      'and the payer reads it',
    async () => {
      const { id } = await desk.order()
      await desk.startCmb(id)
      expect(await closeOrder(desk.parts, 2026, id, 'cancelled', now())).toBe('closed')
      desk.cmb.weather.holdNotices = true
      expect(desk.cmb.pay(await desk.numberOf(id))).toBe(true)
      desk.minutes(63)
      await desk.sweep()
      expect(await returnedOf(desk.parts, 2026, id)).toMatchObject([
        { reason: 'late', state: 'under_way', amount: 10_000, currency: 'CNY' },
      ])
      await desk.refundsRun()
      expect(await returnedOf(desk.parts, 2026, id)).toMatchObject([{ reason: 'late', state: 'done' }])
    },
  )
})

describe('the panel of channels', () => {
  test('is for staff who read money; only an owner records a proof, of a real channel, with a name and a past day', async () => {
    expect(await desk.call(consolePaymentsChannels, { raceid: 2026 })).toMatchObject({ code: '401' })
    const registrar = await staffSession(desk, [{ raceid: 2026, role: 'registrar' }])
    const cashier = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
    const owner = await staffSession(desk, [{ raceid: null, role: 'owner' }])
    expect(await desk.call(consolePaymentsChannels, { raceid: 2026 }, registrar)).toMatchObject({ code: '403' })
    expect(
      await desk.call(consolePaymentsProve, { gateway: 'paypal', on: '2026-02-01', by: 'x' }, cashier),
    ).toMatchObject({ code: '403' })
    expect(
      await desk.call(consolePaymentsProve, { gateway: 'paypal', on: '2026-04-01', by: 'x' }, owner),
    ).toMatchObject({ refusal: 'prove_future' })
    expect(await desk.call(consolePaymentsProve, { gateway: 'paypal', on: '2026-02-01' }, owner)).toMatchObject({
      refusal: 'prove_unnamed',
    })
    expect(
      await desk.call(consolePaymentsProve, { gateway: 'paypal', on: '2026-02-01', by: 'Lin' }, owner),
    ).toMatchObject({ refusal: 'prove_pretend' })

    const { gateways } = desk.parts.integrations
    const pretended = gateways.paypal!
    gateways.paypal = { ...pretended, sandbox: false }
    await desk.ask(
      consolePaymentsProve,
      { gateway: 'paypal', on: '2026-02-01', by: 'Lin', note: '1 USD, refunded' },
      owner,
    )
    gateways.paypal = pretended
    const { items } = await desk.ask(consolePaymentsChannels, { raceid: 2026 }, cashier)
    expect(items.map(({ gateway, kind, proof, proved }) => [gateway, kind, proof, proved?.by])).toEqual([
      ['wechat', 'pretend', 'vectors', undefined],
      ['alipay', 'pretend', 'vectors', undefined],
      ['cmb', 'pretend', 'unproved', undefined],
      ['paypal', 'pretend', 'unproved', 'Lin'],
    ])
    await desk.ask(consolePaymentsProve, { gateway: 'paypal' }, owner)
    const logged = await desk.db
      .selectFrom('log')
      .select(['what', 'target'])
      .where('what', 'like', 'channel pro%')
      .orderBy('id')
      .execute()
    expect(logged).toEqual([
      { what: 'channel proved', target: 'channel paypal' },
      { what: 'channel proof taken back', target: 'channel paypal' },
    ])
  })
  test('counts accepted and rejected notices with the reason, and silences, and delays no notice', async () => {
    const cashier = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
    const of = async (gateway: string) =>
      (await desk.ask(consolePaymentsChannels, { raceid: 2026 }, cashier)).items.find((one) => one.gateway === gateway)!
    const before = await of('cmb')
    const { id } = await desk.order()
    await desk.startCmb(id)
    desk.cmb.weather.holdNotices = true
    desk.cmb.pay(await desk.numberOf(id))
    const { headers, body } = desk.cmb.notice(desk.cmb.noticeOf(await desk.numberOf(id)))
    expect((await desk.notify(headers, body.replace('100.00', '100.01'), 'cmb')).statusCode).toBe(400)
    expect((await desk.notify(headers, 'x', 'cmb')).statusCode).toBe(400)
    expect(await desk.stateOf(id)).toBe('open')
    expect((await desk.notify(headers, body, 'cmb')).statusCode).toBe(200)
    desk.cmb.weather.down = true
    await exit(id, 100)
    await desk.sweep()
    desk.cmb.weather.down = false
    const after = await of('cmb')
    expect(after).toMatchObject({
      notices: before.notices + 1,
      notice_at: now().toISOString(),
      refused: before.refused + 2,
      refused_at: now().toISOString(),
      failures: before.failures + 1,
      failed_why: expect.stringContaining('did not answer'),
      refunds_waiting: 1,
    })
    expect(after.refusals.map(({ why }) => why)).toEqual(expect.arrayContaining(['bad_signature', 'malformed']))
    await desk.refundsRun()
  })
  for (const gateway of ['wechat', 'alipay', 'paypal', 'cmb'] as const) {
    test(`an invalid notice of ${gateway} changes nothing and is counted`, async () => {
      const { id } = await desk.order()
      if (gateway === 'cmb') await desk.startCmb(id)
      else if (gateway === 'alipay') await desk.startAlipay(id)
      else await desk.start(id, { gateway })
      const tradeno = await desk.numberOf(id)
      desk.sandboxes[gateway].weather.holdNotices = true
      desk.sandboxes[gateway].pay(tradeno)
      if (gateway === 'paypal')
        await desk.parts.integrations.gateways.paypal!.query(tradeno, {
          begunAt: now(),
          handle: (await desk.tries(id))[0]!.handle ?? undefined,
        })
      const made = {
        wechat: () => desk.sandbox.notice('TRANSACTION.SUCCESS', desk.sandbox.noticeOf(tradeno)),
        alipay: () => desk.alipay.notice(desk.alipay.noticeOf(tradeno)),
        paypal: () => desk.paypal.notice('PAYMENT.CAPTURE.COMPLETED', desk.paypal.noticeOf(tradeno)),
        cmb: () => desk.cmb.notice(desk.cmb.noticeOf(tradeno)),
      }[gateway]()
      const wrong = [
        { headers: { 'content-type': made.headers['content-type']! }, body: made.body.replace(/.$/, 'x') },
        { headers: made.headers, body: made.body.slice(0, -9) },
        { headers: made.headers, body: '' },
      ]
      for (const { headers, body } of wrong)
        expect((await desk.notify(headers, body, gateway)).statusCode).toBeGreaterThanOrEqual(400)
      expect(
        (await desk.notify(made.headers, made.body, gateway === 'cmb' ? 'paypal' : 'cmb')).statusCode,
        'at another door',
      ).toBe(400)
      desk.clock.advance(301_000)
      expect((await desk.notify(made.headers, made.body, gateway)).statusCode, 'replayed').toBeGreaterThanOrEqual(400)
      expect([await desk.stateOf(id), desk.toldOf(id)]).toEqual(['open', []])
    })
  }
})
