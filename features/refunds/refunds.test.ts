import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDueOrders } from '#features/payments/jobs.ts'
import type { RefundPolicy } from '#features/races/refund.contract.ts'
import { registrationDel } from '#features/registrations/changes/changes.contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, friendOf, idnumOf, openEvent } from '#test/entrants.ts'
import { type Leavers, openLeavers, refundPolicy } from '#test/leavers.ts'
import { runnerSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { consoleRefundsSave, refundCreate, refundQuery, refundRule, refundRules, refundShow } from './contract.ts'
import { settleDuePromises } from './jobs.ts'

let desk: Leavers
beforeAll(async () => void (desk = await openLeavers()), 60_000)
afterAll(() => desk.close())

describe('refundCreate', () => {
  test('refuses callers without a log-in, an unknown key, a stranger, no number, another number, no reason, and an unpaid registration', async () => {
    const one = await desk.paid()
    expect((await desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work' })).refusal).toBe(
      'not_logged_in',
    )
    expect((await desk.leave({ ...one, _key: `${RACE.toString(36)}-1111111111111111111111` })).refusal).toBe(
      'registration_not_found',
    )
    expect(
      (await desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work' }, desk.stranger)).refusal,
    ).toBe('no_permission')
    expect(await desk.leave(one, { idnum: ' ' })).toMatchObject({
      code: '422',
      data: { fields: { idnum: 'ID number can not be empty' } },
    })
    expect(await desk.leave(one, { idnum: idnumOf(1) })).toMatchObject({
      refusal: 'idnum_inconsistent',
      msg: 'ID number is inconsistent',
    })
    expect(await desk.leave(one, { reason: 'boredom' })).toMatchObject({ code: '422' })
    const n = desk.somebody()
    const unpaid = await desk.ask(registrationSave, entrant(n), desk.runner)
    expect(await desk.leave({ n, _key: unpaid._key })).toMatchObject({
      refusal: 'refund_closed',
      msg: "You can't withdraw right now: It has not been paid yet",
    })
    expect((await desk.row(one._key)).refundid).toBe(0)
  })

  test('shows the amount beforehand; if the amount has changed it is refused, and nothing changes', async () => {
    const one = await desk.paid()
    expect(await desk.ask(refundRule, { id: one._key }, { ...desk.runner, lang: 'en' })).toMatchObject({
      can: { ok: true },
      share: 12_000,
      kept: 2_400,
      amount: 9_600,
      says: '20% fee',
      until: '2026-03-31T16:00:00.000Z',
      mine: true,
      applied: false,
      manual: false,
      method: 'wechat',
      successor: null,
      next: { from: '2026-03-31T16:00:00.000Z', amount: 5_900, says: '50% fee plus ¥1.00' },
      reasons: [{ value: 'injury', label: 'Injury' }, { value: 'work' }, { value: 'other' }],
      cash: "If your original payment method can't take the refund, the organisers pay it in cash, less a 1% fee. You then receive ¥95.04",
    })
    expect(await desk.ask(refundRule, { id: one._key })).toMatchObject({ amount: 9_600, mine: false })
    expect(await desk.leave(one, { amount: 12_000 })).toMatchObject({
      refusal: 'refund_changed',
      msg: expect.stringContaining('¥96.00') as string,
    })
    expect(await desk.row(one._key)).toMatchObject({ refundid: 0, place_held: true, exited_at: null })
  })

  test('leaves once: the place becomes free once, the document cannot enter again, and its progress is shown until the refund', async () => {
    const one = await desk.paid()
    await desk.db
      .updateTable('registrations')
      .set({ bib: '77' })
      .where('raceid', '=', RACE)
      .where('_key', '=', one._key)
      .execute()
    const before = await desk.taken()
    const input = { amount: 9_600, _once: `leave ${one._key}` }
    const all = [
      ...(await Promise.all([desk.leave(one, input), desk.leave(one, input), desk.leave(one, input)])),
      ...(await Promise.all([desk.leave(one), desk.leave(one)])),
    ]
    expect(all.slice(0, 3).map(({ code, msg }) => `${code} ${msg}`)).toEqual(
      Array.from({ length: 3 }, () => '200 Refund successfully'),
    )
    expect(all.slice(3).map(({ refusal, msg }) => `${refusal} ${msg}`)).toEqual(
      Array.from({ length: 2 }, () => 'already_applied Already applied'),
    )
    expect([await desk.taken(), await desk.row(one._key)]).toMatchObject([
      before - 1,
      { place_held: false, bib: null, state: 'normal' },
    ])
    expect((await desk.row(one._key)).exited_at).toEqual(desk.clock.now())
    expect((await desk.ask(registrationShow, { id: one._key }, { lang: 'en' })).status).toMatchObject({
      title: 'Withdrawn',
      paid: '2',
    })
    expect((await desk.call(registrationSave, entrant(one.n), { ...desk.runner, lang: 'en' })).refusal).toBe(
      'qualification_lost',
    )
    const asIs = await desk.ask(refundShow, { id: one._key }, { lang: 'en' })
    expect(asIs).toMatchObject({
      state: 'asked',
      amount: 9_600,
      created_at: desk.clock.now().toISOString(),
      refund_at: null,
      next_at: null,
      meta: { payment: 'wechat' },
      reason: 'Work',
      rule: '20% fee',
    })
    expect(Date.parse(asIs.arrives_by!) - Date.parse(asIs.created_at)).toBe(7 * 86_400_000)
    await desk.refundsRun()
    const back = await desk.ask(refundShow, { id: one._key }, { lang: 'en' })
    expect(back).toMatchObject({ state: 'done', says: 'Refunded to your original payment method' })
    expect(Date.parse(back.next_at!) - Date.parse(back.refund_at!)).toBe(7 * 86_400_000)
    expect((await desk.row(one._key)).cashback_at?.toISOString()).toBe(back.refund_at)
    await desk.notifyAll()
    await desk.notifyAll()
    expect(await desk.toldOf(one._key)).toEqual([
      'You have withdrawn from 江城马拉松 (Half marathon). Your refund is ¥96.00. You can track it on the refund page.',
      'Your refund of ¥96.00 for 江城马拉松 (Half marathon) has been returned to your original payment method.',
    ])
    // A deletion does not let the document sign up again.
    await desk.ask(registrationDel, { id: one._key }, desk.runner)
    expect((await desk.call(registrationSave, entrant(one.n), desk.runner)).refusal).toBe('qualification_lost')
    expect(await desk.unbalanced()).toEqual([])
  })

  test('each friend in one order leaves with the own share; the others stay', async () => {
    const [a, b] = [desk.somebody(), desk.somebody()]
    const saved = await desk.ask(
      registrationFriends,
      { raceid: RACE, friends: [friendOf(a), friendOf(b, { eventid: 2 })] },
      desk.runner,
    )
    await desk.pay(saved.items[0]!._key)
    expect((await desk.leave({ n: a, _key: saved.items[0]!._key })).data).toMatchObject({ amount: 9_600 })
    await desk.refundsRun()
    expect((await desk.ask(registrationShow, { id: saved.items[1]!._key })).status.paid).toBe('1')
    expect((await desk.leave({ n: b, _key: saved.items[1]!._key })).data).toMatchObject({ amount: 9_600 })
    await desk.refundsRun()
    expect((await desk.refunds(saved.orderid!)).map(({ state, amount }) => [state, amount])).toEqual([
      ['done', 9_600],
      ['done', 9_600],
    ])
    expect(await desk.unbalanced()).toEqual([])
  })

  test('a free registration is left without money: done at once, by the invitation if there was one', async () => {
    await openEvent(desk, { id: 3, price: 0, signup_until: new Date('2026-06-30T16:00:00Z') })
    const n = desk.somebody()
    const { _key } = await desk.ask(registrationSave, entrant(n, { eventid: 3 }), desk.runner)
    expect((await desk.leave({ n, _key })).data).toMatchObject({
      amount: 0,
      state: 'done',
      says: 'Withdrawn. There is nothing to refund',
    })
    expect((await desk.ask(registrationShow, { id: _key }, { lang: 'en' })).status).toMatchObject({
      title: 'Withdrawn',
      description: 'You have withdrawn',
    })
    expect(await desk.row(_key)).toMatchObject({ place_held: false })
    expect(await desk.unbalanced()).toEqual([])
  })

  test('closed by rule: before it opens, in a gap, after the last day, and once the race has begun', async () => {
    const one = await desk.paid({ eventid: 2 })
    const why = async () => (await desk.ask(refundRule, { id: one._key }, { ...desk.runner, lang: 'en' })).can.why
    const rules = (change: Partial<RefundPolicy>) =>
      desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 2, policy: refundPolicy(change) }, desk.cashier)
    await rules({ tiers: [{ from: '2026-03-10', until: '2026-03-12', percent: 0, fixed: 0 }] })
    expect([await why(), (await desk.leave(one)).refusal]).toEqual(["Withdrawals aren't open yet", 'refund_closed'])
    await rules({ tiers: [{ from: null, until: '2026-02-28', percent: 0, fixed: 0 }] })
    expect(await why()).toBe("This race doesn't offer refunds right now")
    await rules({ exit: false })
    expect([await why(), (await desk.leave(one)).refusal]).toEqual([
      "This race doesn't offer refunds right now",
      'refund_closed',
    ])
    await desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 2 }, desk.cashier)
    expect(await why()).toBeNull()
  })
})

describe('refundShow, refundQuery, refundRule and refundRules', () => {
  test('refuse unknown refunds; a number alone shows a stranger nothing', async () => {
    const one = await desk.paid()
    expect((await desk.call(refundShow, { id: one._key })).refusal).toBe('refund_not_found')
    expect((await desk.call(refundShow, { id: `${RACE.toString(36)}-1111111111111111111111` })).refusal).toBe(
      'registration_not_found',
    )
    expect((await desk.call(refundRule, { id: `${RACE.toString(36)}-1111111111111111111111` })).refusal).toBe(
      'registration_not_found',
    )
    expect((await desk.call(refundRules, { raceid: 9_999 })).refusal).toBe('race_not_found')
    expect((await desk.call(refundQuery, {})).refusal).toBe('not_logged_in')
    const refund = (await desk.leave(one)).data as { id: number }
    expect((await desk.call(refundShow, { raceid: RACE, id: String(refund.id) })).refusal).toBe('refund_not_found')
    expect((await desk.call(refundShow, { raceid: RACE, id: String(refund.id) }, desk.stranger)).refusal).toBe(
      'refund_not_found',
    )
    expect(await desk.ask(refundShow, { raceid: RACE, id: String(refund.id) }, desk.runner)).toMatchObject({
      _key: one._key,
    })
  })
  test("an account's refunds come newest first, page by page, each once", async () => {
    const mine = await runnerSession(desk)
    const keys: string[] = []
    for (let count = 0; count < 3; count++) {
      desk.minutes(1)
      const n = desk.somebody()
      const { _key } = await desk.ask(registrationSave, entrant(n, { eventid: 3 }), mine)
      await desk.ask(refundCreate, { id: _key, idnum: idnumOf(n), reason: 'other' }, mine)
      keys.unshift(_key)
    }
    const first = await desk.ask(refundQuery, { limit: 2 }, mine)
    const second = await desk.ask(refundQuery, { limit: 2, after: first.after! }, mine)
    expect([...first.items, ...second.items].map(({ _key }) => _key)).toEqual(keys)
    expect(second.after).toBeNull()
    expect((await desk.ask(refundQuery, {}, desk.stranger)).items).toEqual([])
  })
  test("a race's rules are listed for each event, in words", async () => {
    const { items } = await desk.ask(refundRules, { raceid: RACE, eventid: 1 }, { lang: 'en' })
    expect(items).toMatchObject([
      {
        eventid: 1,
        exit: true,
        tiers: [{ until: '2026-03-31T16:00:00.000Z', says: '20% fee', now: true }, { now: false }],
      },
    ])
  })
})

describe('a refund that waits for a successor', () => {
  test('the refund follows as soon as somebody takes the place; another refund falls due on its day', async () => {
    const eventid = 8
    const line = await openWaitlist(
      desk,
      { id: eventid, places: 2, price: 12_000, signup_until: new Date('2026-06-30T16:00:00Z') },
      { at_once: false, groups: 'alone' },
    )
    await desk.ask(
      consoleRefundsSave,
      { raceid: RACE, eventid, policy: refundPolicy({ successor: { until: '2026-05-01', percent: 0, fixed: 0 } }) },
      desk.cashier,
    )
    const first = { n: 51, _key: await line.join(51) }
    const second = { n: 52, _key: await line.join(52) }
    const next = await line.join(53)
    expect(await line.stateOf(next)).toBe('wait')
    const mine = { ...line.runner, lang: 'en' as const }
    expect(await desk.ask(refundRule, { id: first._key }, mine)).toMatchObject({
      amount: 12_000,
      successor: { amount: 12_000, fallback: 9_600, falls_at: '2026-05-01T16:00:00.000Z', waiting: 1 },
    })
    for (const one of [first, second])
      expect(
        (await desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work', amount: 12_000 }, mine))
          .data,
      ).toMatchObject({ state: 'waiting', amount: 12_000, fallback: 9_600 })
    expect((await desk.ask(registrationShow, { id: first._key }, mine)).status.description).toContain(
      'as soon as the next runner in the queue has paid',
    )
    expect((await line.event()).taken).toBe(0)
    expect(await desk.refunds((await line.row(first._key)).orderid!)).toMatchObject([{ state: 'waiting' }])
    expect(await desk.unbalanced()).toEqual([])
    // The place is offered at once, though offers usually go out at 10:00.
    await line.work()
    expect([await line.stateOf(next), (await line.event()).taken]).toEqual(['normal', 1])
    for (let twice = 0; twice < 2; twice++) await settleDuePromises(desk.parts, desk.clock.now())
    await desk.refundsRun()
    expect(await desk.ask(refundShow, { id: first._key }, mine)).toMatchObject({ state: 'done', amount: 12_000 })
    expect(await desk.ask(refundShow, { id: second._key }, mine)).toMatchObject({
      state: 'waiting',
      says: expect.stringContaining('¥96.00') as string,
    })
    expect(await desk.unbalanced()).toEqual([])
    desk.clock.set('2026-05-01T16:00:00Z')
    await settleDuePromises(desk.parts, desk.clock.now())
    await closeDueOrders(desk.parts, desk.clock.now())
    await desk.refundsRun()
    expect(await desk.ask(refundShow, { id: second._key }, mine)).toMatchObject({ state: 'done', amount: 9_600 })
    expect(await desk.unbalanced()).toEqual([])
  })
})
