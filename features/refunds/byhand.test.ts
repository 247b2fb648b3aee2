import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workDueRefunds } from '#features/payments/jobs.ts'
import { settleRefund } from '#features/payments/refunding.service.ts'
import { consoleRegistrationsReview } from '#features/registrations/changes/changes.contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant } from '#test/entrants.ts'
import { type Leavers, openLeavers, refundPolicy } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import {
  consoleRefundsHand,
  consoleRefundsList,
  consoleRefundsMake,
  consoleRefundsRetry,
  consoleRefundsRules,
  consoleRefundsSave,
  refundQuery,
  refundRule,
  refundShow,
} from './contract.ts'
import { returnDueRefused } from './jobs.ts'

let desk: Leavers
beforeAll(async () => void (desk = await openLeavers()), 60_000)
afterAll(() => desk.close())

describe('refunds that a channel cannot make', () => {
  const fail = async (weather: string) => {
    const one = await desk.paid()
    await desk.leave(one)
    desk.sandbox.weather.refund = weather as 'SUCCESS'
    await desk.refundsRun()
    desk.sandbox.weather.refund = 'SUCCESS'
    const [refund] = (await desk.ask(consoleRefundsList, { raceid: RACE, state: 'failed' }, desk.cashier)).items
    return { one, refund: refund! }
  }
  test('consoleRefundsHand and consoleRefundsRetry refuse unknown refunds, refunds that need nobody, and a fee above the amount', async () => {
    const reader = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
    await desk.leave(await desk.paid())
    await desk.refundsRun()
    const done = (await desk.ask(consoleRefundsList, { raceid: RACE, state: 'done' }, desk.cashier)).items[0]!
    for (const endpoint of [consoleRefundsHand, consoleRefundsRetry]) {
      const input = { raceid: RACE, id: 999_999, reference: 'x' }
      expect((await desk.call(endpoint, input, desk.cashier)).refusal).toBe('refund_not_found')
      expect((await desk.call(endpoint, input, reader)).refusal).toBe('no_permission')
      expect((await desk.call(endpoint, { ...input, id: done.id }, desk.cashier)).refusal).toBe('refund_not_failed')
    }
    const { refund } = await fail('ABNORMAL')
    expect(
      (await desk.call(consoleRefundsHand, { raceid: RACE, id: refund.id, reference: 'x', fee: 9_601 }, desk.cashier))
        .refusal,
    ).toBe('refund_fee_too_much')
    await desk.ask(consoleRefundsRetry, { raceid: RACE, id: refund.id }, desk.cashier)
    await desk.refundsRun()
    expect(await desk.unbalanced()).toEqual([])
  })
  test('is paid by hand: person, time and reference are kept, the ledger balances, the runner gets a message; a second time is refused', async () => {
    const { one, refund } = await fail('ABNORMAL')
    expect(refund).toMatchObject({
      state: 'failed',
      failure: 'ABNORMAL',
      hand_fee: 96,
      can: { hand: true, again: true },
    })
    expect(await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('refund you manually') as string,
    })
    const hand = { raceid: RACE, id: refund.id, reference: '转账 20260302-7', fee: 96, _once: `hand ${refund.id}` }
    const both = await Promise.all([
      desk.call(consoleRefundsHand, hand, desk.cashier),
      desk.call(consoleRefundsHand, hand, desk.cashier),
    ])
    expect(both.map(({ code }) => code)).toEqual(['200', '200'])
    expect((await desk.call(consoleRefundsHand, { ...hand, _once: 'another' }, desk.cashier)).refusal).toBe(
      'refund_not_failed',
    )
    expect(
      (await desk.ask(consoleRefundsList, { raceid: RACE, state: 'by_hand' }, desk.cashier)).items[0],
    ).toMatchObject({ id: refund.id, hand: { by: '工作人员', reference: '转账 20260302-7', fee: 96 } })
    expect((await desk.ledger(refund.orderid)).slice(-2)).toEqual([
      'refund_by_hand: refund_due < by_hand 9504',
      'refund_by_hand: refund_due < hand_fee 96',
    ])
    expect((await desk.ask(registrationShow, { id: one._key }, { lang: 'en' })).status.description).toContain(
      'refunded the fee manually',
    )
    await desk.notifyAll()
    expect((await desk.toldOf(one._key)).at(-1)).toBe(
      'The organisers of 江城马拉松 have paid your refund of ¥96.00 (Half marathon) manually.',
    )
    expect(await desk.unbalanced()).toEqual([])
    // The channel gives the money back after all. Staff see that the runner got it twice, and the books hold every fen.
    desk.sandbox.weather.refund = 'SUCCESS'
    await desk.db
      .updateTable('refunds')
      .set({ state: 'done', failure: null })
      .where('raceid', '=', RACE)
      .where('id', '=', refund.id)
      .execute()
    for (let twice = 0; twice < 2; twice++)
      await settleRefund(
        desk.db,
        { state: 'done', refundno: refund.refundno, amount: 9_600, currency: 'CNY', doneAt: desk.clock.now() },
        desk.clock.now(),
      )
    expect((await desk.ledger(refund.orderid)).at(-1)).toBe('refund_excess: refund_excess < gateway:wechat 9600')
    expect((await desk.refunds(refund.orderid))[0]).toMatchObject({
      state: 'done',
      failure: 'CAME_TWICE',
      came_back: 9_600,
    })
    expect(await desk.unbalanced()).toEqual([])
  })
  test('a part came back: the rest is paid by hand, and it cannot be sent again', async () => {
    const { refund } = await fail('ABNORMAL')
    await settleRefund(
      desk.db,
      { state: 'done', refundno: refund.refundno, amount: 4_000, currency: 'CNY', doneAt: desk.clock.now() },
      desk.clock.now(),
    )
    expect(await desk.unbalanced()).toEqual([])
    expect((await desk.call(consoleRefundsRetry, { raceid: RACE, id: refund.id }, desk.cashier)).refusal).toBe(
      'refund_not_failed',
    )
    await desk.ask(consoleRefundsHand, { raceid: RACE, id: refund.id, reference: '现金' }, desk.cashier)
    expect((await desk.ledger(refund.orderid)).slice(-2)).toEqual([
      'refund_done: refund_due < gateway:wechat 4000',
      'refund_by_hand: refund_due < by_hand 5600',
    ])
    expect(await desk.unbalanced()).toEqual([])
  })
  test('paid longer ago than the channel gives back: announced beforehand, and left to people', async () => {
    const one = await desk.paid()
    await desk.db
      .updateTable('payments')
      .set({ paid_at: new Date(desk.clock.now().getTime() - 400 * 86_400_000) })
      .where('raceid', '=', RACE)
      .where('orderid', '=', (await desk.row(one._key)).orderid!)
      .execute()
    expect((await desk.ask(refundRule, { id: one._key }, desk.runner)).manual).toBe(true)
    await desk.leave(one)
    await workDueRefunds(desk.parts, desk.clock.now())
    expect(await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).toMatchObject({
      state: 'failed',
      says: expect.stringContaining('too long ago') as string,
    })
    await desk.db
      .updateTable('refunds')
      .set({ failure: 'AT_DESK' })
      .where('raceid', '=', RACE)
      .where('failure', '=', 'WINDOW_OVER')
      .execute()
    expect((await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).says).toContain('did not pay online')
    expect(await desk.unbalanced()).toEqual([])
  })
})

describe('consoleRefundsMake', () => {
  test('refuses unknown orders, no amount, too much, unpaid orders, and callers without the right', async () => {
    const one = await desk.paid()
    const make = (change: object, as: { token: string } = desk.cashier) =>
      desk.call(
        consoleRefundsMake,
        { raceid: RACE, id: one.id, amount: 100, reason: '补偿', ...change },
        { ...as, lang: 'en' },
      )
    expect((await make({}, await staffSession(desk, [{ raceid: RACE, role: 'registrar' }]))).refusal).toBe(
      'no_permission',
    )
    expect((await make({ id: 9_999_999 })).refusal).toBe('registration_not_found')
    expect((await make({ amount: 0 })).refusal).toBe('refund_nothing')
    expect(await make({ amount: 12_001 })).toMatchObject({
      refusal: 'refund_too_much',
      msg: 'At most ¥120.00 is left to give back',
    })
    const unpaid = await desk.ask(registrationSave, entrant(desk.somebody()), desk.runner)
    expect((await make({ id: (await desk.row(unpaid._key)).id })).refusal).toBe('refund_not_paid')
  })
  test('a part with its reason leaves the registration; the rest belongs to the runner, and no fen more', async () => {
    const one = await desk.paid()
    const input = { raceid: RACE, id: one.id, amount: 5_000, reason: '物资补偿', _once: `part ${one.id}` }
    const [first, second] = await Promise.all([
      desk.ask(consoleRefundsMake, input, desk.cashier),
      desk.ask(consoleRefundsMake, input, desk.cashier),
    ])
    expect(first).toMatchObject({ amount: 5_000, requested: { kind: 'partial', note: '物资补偿', staff: '工作人员' } })
    expect(second.id).toBe(first.id)
    await desk.refundsRun()
    expect((await desk.ask(registrationShow, { id: one._key })).status.paid).toBe('1')
    expect((await desk.ask(refundQuery, {}, desk.runner)).items[0]).toMatchObject({ _key: one._key, amount: 5_000 })
    // By today's tier 9,600 fen would come back, but only 7,000 are left.
    expect((await desk.leave(one)).data).toMatchObject({ amount: 7_000 })
    await desk.refundsRun()
    expect(await desk.unbalanced()).toEqual([])
  })
  test('removes a runner from the race without any rule, with the amount that staff decide', async () => {
    const one = await desk.paid()
    const before = await desk.taken()
    await desk.ask(
      consoleRefundsMake,
      { raceid: RACE, id: one.id, amount: 12_000, exit: true, reason: '突发疾病' },
      desk.cashier,
    )
    expect([await desk.taken(), (await desk.row(one._key)).exited_at]).toEqual([before - 1, desk.clock.now()])
    expect(
      (await desk.call(consoleRefundsMake, { raceid: RACE, id: one.id, amount: 1, reason: 'x' }, desk.cashier)).refusal,
    ).toBe('already_applied')
    expect(await desk.unbalanced()).toEqual([])
  })
})

test('a refused review gives the fee back by itself once it cannot be corrected any more', async () => {
  const one = await desk.paid({ eventid: 2 })
  await desk.db
    .updateTable('registrations')
    .set({ state: 'audit' })
    .where('raceid', '=', RACE)
    .where('id', '=', one.id)
    .execute()
  const staff = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await desk.ask(
    consoleRegistrationsReview,
    { raceid: RACE, ids: [one.id], verdict: 'refuse', reason: '照片不清楚' },
    staff,
  )
  await returnDueRefused(desk.parts, desk.clock.now())
  expect((await desk.row(one._key)).refundid, 'it may still be mended').toBe(0)
  await desk.db
    .updateTable('events')
    .set({ signup_until: desk.clock.now() })
    .where('raceid', '=', RACE)
    .where('id', '=', 2)
    .execute()
  await desk.db
    .updateTable('events')
    .set({ updated_at: desk.clock.now() })
    .where('raceid', '=', RACE)
    .where('id', '=', 2)
    .execute()
  for (let twice = 0; twice < 2; twice++) await returnDueRefused(desk.parts, desk.clock.now())
  await desk.refundsRun()
  expect(await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).toMatchObject({
    state: 'done',
    amount: 12_000,
    reason: 'Not approved',
  })
  expect(await desk.row(one._key)).toMatchObject({ exited_at: null, state: 'auditfail' })
  expect((await desk.ask(registrationShow, { id: one._key }, { lang: 'en' })).status.description).toContain(
    'was not approved',
  )
  expect(await desk.unbalanced()).toEqual([])
})

describe('consoleRefundsRules and consoleRefundsSave', () => {
  test('refuse unknown race and event, impossible rules, and callers without the right; each change is logged', async () => {
    expect(
      (
        await desk.call(
          consoleRefundsRules,
          { raceid: 9_999 },
          await staffSession(desk, [{ raceid: null, role: 'owner' }]),
        )
      ).refusal,
    ).toBe('race_not_found')
    expect(
      (await desk.call(consoleRefundsSave, { raceid: RACE, eventid: 99, policy: refundPolicy() }, desk.cashier))
        .refusal,
    ).toBe('event_not_found')
    expect(
      (
        await desk.call(
          consoleRefundsSave,
          { raceid: RACE, eventid: 1, policy: refundPolicy() },
          await staffSession(desk, [{ raceid: RACE, role: 'editor' }]),
        )
      ).refusal,
    ).toBe('no_permission')
    expect(
      await desk.call(
        consoleRefundsSave,
        {
          raceid: RACE,
          eventid: 1,
          policy: refundPolicy({ tiers: [{ from: '2026-03-02', until: '2026-03-01', percent: 0, fixed: 0 }] }),
        },
        desk.cashier,
      ),
    ).toMatchObject({ code: '422', data: { fields: { 'policy.tiers.0.until': '结束日期早于开始日期' } } })
    expect(
      await desk.call(
        consoleRefundsSave,
        { raceid: RACE, eventid: 1, policy: { ...refundPolicy(), reasons: [] } },
        desk.cashier,
      ),
    ).toMatchObject({ code: '422' })
    const saved = await desk.ask(
      consoleRefundsSave,
      { raceid: RACE, eventid: 1, policy: refundPolicy({ cash: 5 }) },
      desk.cashier,
    )
    expect(saved.items.find(({ eventid }) => eventid === 1)).toMatchObject({ policy: { cash: 5 } })
    expect(
      (await desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 1 }, desk.cashier)).items.find(
        ({ eventid }) => eventid === 1,
      ),
    ).toMatchObject({ policy: null, tiers: [{ percent: 20 }, { percent: 50 }] })
    expect(
      await desk.db
        .selectFrom('log')
        .select('target')
        .where('raceid', '=', RACE)
        .where('what', '=', 'refund rules changed')
        .where('target', '=', 'event 1')
        .execute(),
    ).toHaveLength(2)
  })
})
