import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { giveBack } from './byHand.service.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { runnerSession } from '#test/people.ts'
import type { Tx } from '#db/db.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { jobs } from './jobs.ts'
import { keepCameBack, updateRefund } from './store.ts'

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

describe('a refund', () => {
  const paid = async () => {
    const { id } = await desk.order()
    await desk.start(id)
    desk.sandbox.pay(await desk.numberOf(id))
    await desk.sandbox.deliver()
    desk.told.length = 0
    return id
  }
  const ask = (id: number, amount: number) =>
    desk.db
      .transaction()
      .execute((tx) => giveBack(tx, { raceid: 2026, orderid: id, registrationid: 0, amount, reason: 'exit' }, now()))

  test('in two parts never goes above the payment', async () => {
    const id = await paid()
    await ask(id, 4000)
    await ask(id, 6000)
    await expect(ask(id, 1)).rejects.toThrow('refunded')
    await desk.refundsRun()
    expect((await desk.refunds(id)).map(({ state, amount }) => [state, amount])).toEqual([
      ['done', 4000],
      ['done', 6000],
    ])
    expect(desk.toldOf(id).sort()).toEqual([`refunded ${id} 4000`, `refunded ${id} 6000`])
  })

  test('of two simultaneous refunds of the whole amount one wins', async () => {
    const id = await paid()
    const outcomes = await Promise.allSettled([ask(id, 10_000), ask(id, 10_000)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is tried again under the same number while the gateway is down, and reported by a notice', async () => {
    const id = await paid()
    await ask(id, 10_000)
    desk.sandbox.weather.down = true
    await desk.sweep()
    expect(await desk.refunds(id)).toMatchObject([{ state: 'asked', failure: 'GATEWAY_DOWN', tries: 1 }])
    desk.sandbox.weather.down = false
    desk.minutes(1)
    await desk.sweep()
    expect(await desk.refunds(id)).toMatchObject([{ state: 'sent' }])
    desk.clock.advance(4000)
    await desk.sandbox.deliver()
    expect(await desk.refunds(id)).toMatchObject([{ state: 'done' }])
    expect(desk.toldOf(id)).toEqual([`refunded ${id} 10000`])
  })

  test('that the channel cannot make is failed, and its money is still due', async () => {
    const id = await paid()
    desk.sandbox.weather.refund = 'ABNORMAL'
    await ask(id, 10_000)
    await desk.refundsRun()
    expect(await desk.refunds(id)).toMatchObject([{ state: 'failed', failure: 'ABNORMAL' }])
    expect(desk.toldOf(id)).toEqual([])
  })

  test('that came in part is left to people, even if the answer to an earlier question arrives late', async () => {
    const id = await paid()
    const refund = await ask(id, 10_000)
    const part = (tx: Tx) =>
      keepCameBack(tx, refund, { came_back: 4000, state: 'failed', failure: 'AMOUNT_DIFFERS' }, now())
    const answered = () => updateRefund(desk.db, refund, { state: 'sent', tries: 1, updated_at: now() })
    await meanwhile(desk, part, answered)
    expect(await desk.refunds(id)).toMatchObject([{ state: 'failed', failure: 'AMOUNT_DIFFERS' }])
    await desk.db.transaction().execute((tx) => keepCameBack(tx, refund, { came_back: 0, failure: 'ABNORMAL' }, now()))
  })
})

test('for money that settled nothing, the account gets one text message', async () => {
  const { uid } = await runnerSession(desk, '13800138000')
  const { id, tradeno } = await desk.order({ uid })
  await desk.start(id)
  desk.sandbox.pay(await desk.numberOf(id), { amount: 1 })
  await desk.sandbox.deliver()
  await desk.refundsRun()
  const [refund] = await desk.refunds(id)
  for (let twice = 0; twice < 2; twice++)
    await jobs[0]!.run({ raceid: 2026, refundno: refund!.refundno }, { ...desk.parts, now: now() })
  const messages = await desk.db.selectFrom('messages').selectAll().where('template', '=', 'money_returned').execute()
  expect(messages).toHaveLength(1)
  expect(JSON.parse(desk.parts.seal.open('accounts', 'message content', messages[0]!.content))).toEqual({
    order: tradeno,
    amount: '¥0.01',
    why: expect.objectContaining({ 'zh-cn': '支付金额与订单不符' }) as unknown,
  })
})
