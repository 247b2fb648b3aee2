import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf } from '#features/messages/rules.ts'
import { closeDueOrders, workDueRefunds } from '#features/payments/jobs.ts'
import type { RefundPolicy } from '#features/races/refund.contract.ts'
import { consoleRegistrationsReview, registrationDel } from '#features/registrations/changes.contract.ts'
import { registrationFriends, registrationPay, registrationSave, registrationShow } from '#features/registrations/contract.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { RACE, entrant, friendOf, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { consoleRefundsHand, consoleRefundsList, consoleRefundsMake, consoleRefundsRetry, consoleRefundsRules, consoleRefundsSave, refundCreate, refundQuery, refundRule, refundRules, refundShow } from './contract.ts'
import { jobs, returnDueRefused, settleDuePromises } from './jobs.ts'

let desk: Cashdesk
let runner: Awaited<ReturnType<typeof runnerSession>>
let stranger: Awaited<ReturnType<typeof runnerSession>>
let cashier: { token: string; staffid: number }
/** The world stands on 1 March 2026 in Shanghai; the race is on 1 November. */
const tiers: RefundPolicy['tiers'] = [{ from: null, until: '2026-03-31', percent: 20, fixed: 0 }, { from: '2026-04-01', until: '2026-05-31', percent: 50, fixed: 100 }]
const policy = (change: Partial<RefundPolicy> = {}): RefundPolicy => ({ exit: true, tiers, deadline: null, reasons: ['injury', 'work', 'other'], successor: null, cash: 1, ...change })
const start = '2026-03-01T04:00:00Z'
beforeAll(async () => {
  desk = await openCashdesk()
  await openRace(desk, { settings: { unpaid_most: 1000, refunds: { 0: policy() } } })
  for (const id of [1, 2]) await openEvent(desk, { id, places: 1000, signup_until: new Date('2026-06-30T16:00:00Z') })
  runner = await runnerSession(desk)
  stranger = await runnerSession(desk)
  cashier = await staffSession(desk, [{ raceid: RACE, role: 'cashier' }])
}, 60_000)
afterAll(() => desk.close())

let people = 300_000
const row = (key: string) => desk.db.selectFrom('registrations').selectAll().where('raceid', '=', RACE).where('_key', '=', key).executeTakeFirstOrThrow()
const taken = async (id = 1) => (await desk.db.selectFrom('events').select('taken').where('raceid', '=', RACE).where('id', '=', id).executeTakeFirstOrThrow()).taken
const pay = async (key: string) => {
  await desk.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  desk.pretend.pay((await desk.db.selectFrom('payments').select('tradeno').where('raceid', '=', RACE).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).tradeno)
  await desk.pretend.deliver('all')
}
const paid = async (change: Parameters<typeof entrant>[1] = {}) => {
  const n = people++
  const { _key } = await desk.ask(registrationSave, entrant(n, change), runner)
  await pay(_key)
  return { n, _key, id: (await row(_key)).id }
}
const leave = (one: { n: number; _key: string }, change: object = {}, lang: 'zh-cn' | 'en' = 'en') => desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work', ...change }, { ...runner, lang })
const booked = async () => expect(await desk.unbalanced()).toEqual([])
const told = async (key: string) => {
  const messages = await desk.db.selectFrom('messages').selectAll().where('raceid', '=', RACE).where('path', '=', `/refunds?_key=${key}`).orderBy('id').execute()
  return messages.map((one) => bodyOf(one.template as 'refunded', JSON.parse(desk.parts.seal.open('accounts', 'message content', one.content)) as never, 'en'))
}
const runJobs = async () => {
  const { rows } = { rows: await desk.db.selectFrom('refunds').select(['raceid', 'id']).where('state', '=', 'done').execute() }
  for (const { raceid, id } of rows) await jobs[0]!.run({ raceid, refundid: id }, { ...desk.parts, now: desk.clock.now() })
}

describe('refundCreate', () => {
  test('refuses whoever is not logged in, an unknown key, a stranger, no number, another number, no reason, and what is not paid', async () => {
    const one = await paid()
    expect((await desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work' })).refusal).toBe('not_logged_in')
    expect((await leave({ ...one, _key: `${RACE.toString(36)}-1111111111111111111111` })).refusal).toBe('registration_not_found')
    expect((await desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work' }, stranger)).refusal).toBe('no_permission')
    expect(await leave(one, { idnum: ' ' })).toMatchObject({ code: '422', data: { fields: { idnum: 'ID number can not be empty' } } })
    expect(await leave(one, { idnum: idnumOf(1) })).toMatchObject({ refusal: 'idnum_inconsistent', msg: 'ID number is inconsistent' })
    expect(await leave(one, { reason: 'boredom' })).toMatchObject({ code: '422' })
    const n = people++
    const unpaid = await desk.ask(registrationSave, entrant(n), runner)
    expect(await leave({ n, _key: unpaid._key })).toMatchObject({ refusal: 'refund_closed', msg: 'You cannot leave the race with a refund now: It has not been paid yet' })
    expect((await row(one._key)).refundid).toBe(0)
  })

  test('shows the amount beforehand; another one by now is refused, and nothing has happened', async () => {
    const one = await paid()
    expect(await desk.ask(refundRule, { id: one._key }, { ...runner, lang: 'en' })).toMatchObject({
      can: { ok: true }, share: 12_000, kept: 2_400, amount: 9_600, says: '20% of what you paid is kept', until: '2026-03-31T16:00:00.000Z', mine: true, applied: false, manual: false, method: 'wechat', successor: null,
      next: { from: '2026-03-31T16:00:00.000Z', amount: 5_900, says: '50% of what you paid and ¥1.00 are kept' }, reasons: [{ value: 'injury', label: 'Injury' }, { value: 'work' }, { value: 'other' }],
      cash: 'Where the channel takes nothing back, the organisers refund in cash and keep 1%: of 1 yuan you receive 0.99 yuan',
    })
    expect(await desk.ask(refundRule, { id: one._key })).toMatchObject({ amount: 9_600, mine: false })
    expect(await leave(one, { amount: 12_000 })).toMatchObject({ refusal: 'refund_changed', msg: expect.stringContaining('¥96.00') as string })
    expect(await row(one._key)).toMatchObject({ refundid: 0, place_held: true, exited_at: null })
  })

  test('leaves once: place free once, qualification lost for good, its course told until the money is back', async () => {
    const one = await paid()
    await desk.db.updateTable('registrations').set({ bib: '77' }).where('raceid', '=', RACE).where('_key', '=', one._key).execute()
    const before = await taken()
    const asked = { amount: 9_600, _once: `leave ${one._key}` }
    const all = await Promise.all([leave(one, asked), leave(one, asked), leave(one, asked), leave(one), leave(one)])
    expect(all.slice(0, 3).map(({ code, msg }) => `${code} ${msg}`)).toEqual(Array.from({ length: 3 }, () => '200 Refund successfully'))
    expect(all.slice(3).map(({ refusal, msg }) => `${refusal} ${msg}`)).toEqual(Array.from({ length: 2 }, () => 'already_applied Already applied'))
    expect([await taken(), await row(one._key)]).toMatchObject([before - 1, { place_held: false, bib: null, state: 'normal' }])
    expect((await row(one._key)).exited_at).toEqual(desk.clock.now())
    expect((await desk.ask(registrationShow, { id: one._key }, { lang: 'en' })).status).toMatchObject({ title: 'Exited, with refund', paid: '2' })
    expect((await desk.call(registrationSave, entrant(one.n), { ...runner, lang: 'en' })).refusal).toBe('qualification_lost')
    const asIs = await desk.ask(refundShow, { id: one._key }, { lang: 'en' })
    expect(asIs).toMatchObject({ state: 'asked', amount: 9_600, created_at: desk.clock.now().toISOString(), refund_at: null, next_at: null, meta: { payment: 'wechat' }, reason: 'Work', rule: '20% of what you paid is kept' })
    expect(Date.parse(asIs.arrives_by!) - Date.parse(asIs.created_at)).toBe(7 * 86_400_000)
    await desk.refundsRun()
    const back = await desk.ask(refundShow, { id: one._key }, { lang: 'en' })
    expect(back).toMatchObject({ state: 'done', says: 'The fee has gone back to the paying account' })
    expect(Date.parse(back.next_at!) - Date.parse(back.refund_at!)).toBe(7 * 86_400_000)
    expect((await row(one._key)).cashback_at?.toISOString()).toBe(back.refund_at)
    await runJobs()
    await runJobs()
    expect(await told(one._key)).toEqual(['You have left 江城马拉松 (Half marathon). Your refund is ¥96.00; follow it on its page.', 'Your refund of ¥96.00 for 江城马拉松 (Half marathon) has gone back to the paying account.'])
    // Even a deletion does not give the document another try.
    await desk.ask(registrationDel, { id: one._key }, runner)
    expect((await desk.call(registrationSave, entrant(one.n), runner)).refusal).toBe('qualification_lost')
    await booked()
  })

  test('of friends in one order each leaves with the own share; the others stay', async () => {
    const [a, b] = [people++, people++]
    const saved = await desk.ask(registrationFriends, { raceid: RACE, friends: [friendOf(a), friendOf(b, { eventid: 2 })] }, runner)
    await pay(saved.items[0]!._key)
    expect((await leave({ n: a, _key: saved.items[0]!._key })).data).toMatchObject({ amount: 9_600 })
    await desk.refundsRun()
    expect((await desk.ask(registrationShow, { id: saved.items[1]!._key })).status.paid).toBe('1')
    expect((await leave({ n: b, _key: saved.items[1]!._key })).data).toMatchObject({ amount: 9_600 })
    await desk.refundsRun()
    expect((await desk.refunds(saved.orderid!)).map(({ state, amount }) => [state, amount])).toEqual([['done', 9_600], ['done', 9_600]])
    await booked()
  })

  test('what was free is left without money: done at once, by the invitation where there was one', async () => {
    await openEvent(desk, { id: 3, price: 0, signup_until: new Date('2026-06-30T16:00:00Z') })
    const n = people++
    const { _key } = await desk.ask(registrationSave, entrant(n, { eventid: 3 }), runner)
    expect((await leave({ n, _key })).data).toMatchObject({ amount: 0, state: 'done', says: 'You have left the race. There is nothing to refund' })
    expect((await desk.ask(registrationShow, { id: _key }, { lang: 'en' })).status).toMatchObject({ title: 'Exited, with refund', description: 'You have left the race' })
    expect(await row(_key)).toMatchObject({ place_held: false })
    await booked()
  })

  test('closed by rule: before it opens, in a gap, after the last day, and once the race has begun', async () => {
    const one = await paid({ eventid: 2 })
    const why = async () => ((await desk.ask(refundRule, { id: one._key }, { ...runner, lang: 'en' })).can.why)
    const rules = (change: Partial<RefundPolicy>) => desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 2, policy: policy(change) }, cashier)
    await rules({ tiers: [{ from: '2026-03-10', until: '2026-03-12', percent: 0, fixed: 0 }] })
    expect([await why(), (await leave(one)).refusal]).toEqual(['Leaving with a refund is not open yet', 'refund_closed'])
    await rules({ tiers: [{ from: null, until: '2026-02-28', percent: 0, fixed: 0 }] })
    expect(await why()).toBe('The race gives no refunds now')
    await rules({ exit: false })
    expect([await why(), (await leave(one)).refusal]).toEqual(['The race gives no refunds now', 'refund_closed'])
    await desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 2 }, cashier)
    expect(await why()).toBeNull()
  })
})

describe('refundShow, refundQuery, refundRule and refundRules', () => {
  test('refuse what is not there; a number alone tells a stranger nothing', async () => {
    const one = await paid()
    expect((await desk.call(refundShow, { id: one._key })).refusal).toBe('refund_not_found')
    expect((await desk.call(refundShow, { id: `${RACE.toString(36)}-1111111111111111111111` })).refusal).toBe('registration_not_found')
    expect((await desk.call(refundRule, { id: `${RACE.toString(36)}-1111111111111111111111` })).refusal).toBe('registration_not_found')
    expect((await desk.call(refundRules, { raceid: 9_999 })).refusal).toBe('race_not_found')
    expect((await desk.call(refundQuery, {})).refusal).toBe('not_logged_in')
    const refund = (await leave(one)).data as { id: number }
    expect((await desk.call(refundShow, { raceid: RACE, id: String(refund.id) })).refusal).toBe('refund_not_found')
    expect((await desk.call(refundShow, { raceid: RACE, id: String(refund.id) }, stranger)).refusal).toBe('refund_not_found')
    expect(await desk.ask(refundShow, { raceid: RACE, id: String(refund.id) }, runner)).toMatchObject({ _key: one._key })
  })
  test('an account\'s refunds come newest first, page by page, each once', async () => {
    const mine = await runnerSession(desk)
    const keys: string[] = []
    for (let count = 0; count < 3; count++) {
      desk.minutes(1)
      const n = people++
      const { _key } = await desk.ask(registrationSave, entrant(n, { eventid: 3 }), mine)
      await desk.ask(refundCreate, { id: _key, idnum: idnumOf(n), reason: 'other' }, mine)
      keys.unshift(_key)
    }
    const first = await desk.ask(refundQuery, { limit: 2 }, mine)
    const second = await desk.ask(refundQuery, { limit: 2, after: first.after! }, mine)
    expect([...first.items, ...second.items].map(({ _key }) => _key)).toEqual(keys)
    expect(second.after).toBeNull()
    expect((await desk.ask(refundQuery, {}, stranger)).items).toEqual([])
  })
  test('a race\'s rules are told event by event, in words', async () => {
    const { items } = await desk.ask(refundRules, { raceid: RACE, eventid: 1 }, { lang: 'en' })
    expect(items).toMatchObject([{ eventid: 1, exit: true, tiers: [{ until: '2026-03-31T16:00:00.000Z', says: '20% of what you paid is kept', now: true }, { now: false }] }])
  })
})

describe('what a channel cannot do', () => {
  const fail = async (weather: string) => {
    const one = await paid()
    await leave(one)
    desk.pretend.weather.refund = weather as 'SUCCESS'
    await desk.refundsRun()
    desk.pretend.weather.refund = 'SUCCESS'
    const [refund] = (await desk.ask(consoleRefundsList, { raceid: RACE, state: 'failed' }, cashier)).items
    return { one, refund: refund! }
  }
  test('consoleRefundsHand and consoleRefundsRetry refuse the unknown, what needs nobody, and a fee beyond the amount', async () => {
    const reader = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
    for (const endpoint of [consoleRefundsHand, consoleRefundsRetry]) {
      const input = { raceid: RACE, id: 999_999, reference: 'x' }
      expect((await desk.call(endpoint, input, cashier)).refusal).toBe('refund_not_found')
      expect((await desk.call(endpoint, input, reader)).refusal).toBe('no_permission')
      const done = (await desk.ask(consoleRefundsList, { raceid: RACE, state: 'done' }, cashier)).items[0]!
      expect((await desk.call(endpoint, { ...input, id: done.id }, cashier)).refusal).toBe('refund_not_failed')
    }
    const { refund } = await fail('ABNORMAL')
    expect((await desk.call(consoleRefundsHand, { raceid: RACE, id: refund.id, reference: 'x', fee: 9_601 }, cashier)).refusal).toBe('refund_fee_too_much')
    await desk.ask(consoleRefundsRetry, { raceid: RACE, id: refund.id }, cashier)
    await desk.refundsRun()
    await booked()
  })
  test('is paid by hand: who, when and by which reference is kept, the ledger balances, the runner is told; a second time is refused', async () => {
    const { one, refund } = await fail('ABNORMAL')
    expect(refund).toMatchObject({ state: 'failed', failure: 'ABNORMAL', hand_fee: 96, can: { hand: true, again: true } })
    expect(await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).toMatchObject({ state: 'failed', says: expect.stringContaining('pay you by hand') as string })
    const hand = { raceid: RACE, id: refund.id, reference: '转账 20260302-7', fee: 96, _once: `hand ${refund.id}` }
    const both = await Promise.all([desk.call(consoleRefundsHand, hand, cashier), desk.call(consoleRefundsHand, hand, cashier)])
    expect(both.map(({ code }) => code)).toEqual(['200', '200'])
    expect((await desk.call(consoleRefundsHand, { ...hand, _once: 'another' }, cashier)).refusal).toBe('refund_not_failed')
    expect((await desk.ask(consoleRefundsList, { raceid: RACE, state: 'by_hand' }, cashier)).items[0]).toMatchObject({ id: refund.id, hand: { by: '工作人员', reference: '转账 20260302-7', fee: 96 } })
    expect((await desk.ledger(refund.orderid)).slice(-2)).toEqual(['refund_by_hand: refund_due < by_hand 9504', 'refund_by_hand: refund_due < hand_fee 96'])
    expect((await desk.ask(registrationShow, { id: one._key }, { lang: 'en' })).status.description).toContain('paid the fee back by hand')
    await runJobs()
    expect((await told(one._key)).at(-1)).toBe('The organisers of 江城马拉松 have paid your refund of ¥96.00 (Half marathon) by hand.')
    await booked()
    // The channel gives it back after all: a person sees that it came twice, and every fen is in the books.
    desk.pretend.weather.refund = 'SUCCESS'
    await desk.db.updateTable('refunds').set({ state: 'done', failure: null }).where('raceid', '=', RACE).where('id', '=', refund.id).execute()
    const { settleRefund } = await import('#features/payments/refunding.ts')
    for (let twice = 0; twice < 2; twice++) await settleRefund(desk.db, { state: 'done', refundno: refund.refundno, amount: 9_600, currency: 'CNY', doneAt: desk.clock.now() }, desk.clock.now())
    expect((await desk.ledger(refund.orderid)).at(-1)).toBe('refund_excess: refund_excess < gateway:wechat 9600')
    expect((await desk.refunds(refund.orderid))[0]).toMatchObject({ state: 'done', failure: 'CAME_TWICE', came_back: 9_600 })
    await booked()
  })
  test('a part came back: the rest is by hand, and sending again is no way', async () => {
    const { refund } = await fail('ABNORMAL')
    const { settleRefund } = await import('#features/payments/refunding.ts')
    await settleRefund(desk.db, { state: 'done', refundno: refund.refundno, amount: 4_000, currency: 'CNY', doneAt: desk.clock.now() }, desk.clock.now())
    await booked()
    expect((await desk.call(consoleRefundsRetry, { raceid: RACE, id: refund.id }, cashier)).refusal).toBe('refund_not_failed')
    await desk.ask(consoleRefundsHand, { raceid: RACE, id: refund.id, reference: '现金' }, cashier)
    expect((await desk.ledger(refund.orderid)).slice(-2)).toEqual(['refund_done: refund_due < gateway:wechat 4000', 'refund_by_hand: refund_due < by_hand 5600'])
    await booked()
  })
  test('paid longer ago than the channel gives back: said beforehand, and left to people', async () => {
    const one = await paid()
    await desk.db.updateTable('payments').set({ paid_at: new Date(Date.parse(start) - 400 * 86_400_000) }).where('raceid', '=', RACE).where('orderid', '=', (await row(one._key)).orderid!).execute()
    expect((await desk.ask(refundRule, { id: one._key }, runner)).manual).toBe(true)
    await leave(one)
    await workDueRefunds(desk.parts, desk.clock.now())
    expect(await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).toMatchObject({ state: 'failed', says: expect.stringContaining('so long ago') as string })
    await booked()
  })
})

describe('consoleRefundsMake', () => {
  test('refuses the unknown, nothing, too much, what is not paid, and whoever may not', async () => {
    const one = await paid()
    const make = (change: object, as: { token: string } = cashier) => desk.call(consoleRefundsMake, { raceid: RACE, id: one.id, amount: 100, reason: '补偿', ...change }, { ...as, lang: 'en' })
    expect((await make({}, await staffSession(desk, [{ raceid: RACE, role: 'registrar' }]))).refusal).toBe('no_permission')
    expect((await make({ id: 9_999_999 })).refusal).toBe('registration_not_found')
    expect((await make({ amount: 0 })).refusal).toBe('refund_nothing')
    expect(await make({ amount: 12_001 })).toMatchObject({ refusal: 'refund_too_much', msg: 'At most ¥120.00 is left to give back' })
    const unpaid = await desk.ask(registrationSave, entrant(people++), runner)
    expect((await make({ id: (await row(unpaid._key)).id })).refusal).toBe('refund_not_paid')
  })
  test('a part with its reason leaves the registration; what is left is the runner\'s, and no fen more', async () => {
    const one = await paid()
    const input = { raceid: RACE, id: one.id, amount: 5_000, reason: '物资补偿', _once: `part ${one.id}` }
    const [first, second] = await Promise.all([desk.ask(consoleRefundsMake, input, cashier), desk.ask(consoleRefundsMake, input, cashier)])
    expect(first).toMatchObject({ amount: 5_000, requested: { kind: 'partial', note: '物资补偿', staff: '工作人员' } })
    expect(second.id).toBe(first.id)
    await desk.refundsRun()
    expect((await desk.ask(registrationShow, { id: one._key })).status.paid).toBe('1')
    expect((await desk.ask(refundQuery, {}, runner)).items[0]).toMatchObject({ _key: one._key, amount: 5_000 })
    // Today's tier would give 9,600; 7,000 are left.
    expect((await leave(one)).data).toMatchObject({ amount: 7_000 })
    await desk.refundsRun()
    await booked()
  })
  test('takes one out of the race past every rule, with as much as staff decide', async () => {
    const one = await paid()
    const before = await taken()
    await desk.ask(consoleRefundsMake, { raceid: RACE, id: one.id, amount: 12_000, exit: true, reason: '突发疾病' }, cashier)
    expect([await taken(), (await row(one._key)).exited_at]).toEqual([before - 1, desk.clock.now()])
    expect((await desk.call(consoleRefundsMake, { raceid: RACE, id: one.id, amount: 1, reason: 'x' }, cashier)).refusal).toBe('already_applied')
    await booked()
  })
})

test('a refused review gives the fee back by itself once it cannot be mended any more', async () => {
  const one = await paid({ eventid: 2 })
  await desk.db.updateTable('registrations').set({ state: 'audit' }).where('raceid', '=', RACE).where('id', '=', one.id).execute()
  const staff = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await desk.ask(consoleRegistrationsReview, { raceid: RACE, ids: [one.id], verdict: 'refuse', reason: '照片不清楚' }, staff)
  await returnDueRefused(desk.parts, desk.clock.now())
  expect((await row(one._key)).refundid, 'it may still be mended').toBe(0)
  await desk.db.updateTable('events').set({ signup_until: desk.clock.now() }).where('raceid', '=', RACE).where('id', '=', 2).execute()
  await desk.db.updateTable('events').set({ updated_at: desk.clock.now() }).where('raceid', '=', RACE).where('id', '=', 2).execute()
  for (let twice = 0; twice < 2; twice++) await returnDueRefused(desk.parts, desk.clock.now())
  await desk.refundsRun()
  expect(await desk.ask(refundShow, { id: one._key }, { lang: 'en' })).toMatchObject({ state: 'done', amount: 12_000, reason: 'Not approved' })
  expect(await row(one._key)).toMatchObject({ exited_at: null, state: 'auditfail' })
  expect((await desk.ask(registrationShow, { id: one._key }, { lang: 'en' })).status.description).toContain('was not approved')
  await booked()
})

describe('consoleRefundsRules and consoleRefundsSave', () => {
  test('refuse the unknown race and event, rules that cannot be meant, and whoever may not; each change is logged', async () => {
    expect((await desk.call(consoleRefundsRules, { raceid: 9_999 }, await staffSession(desk, [{ raceid: null, role: 'owner' }]))).refusal).toBe('race_not_found')
    expect((await desk.call(consoleRefundsSave, { raceid: RACE, eventid: 99, policy: policy() }, cashier)).refusal).toBe('event_not_found')
    expect((await desk.call(consoleRefundsSave, { raceid: RACE, eventid: 1, policy: policy() }, await staffSession(desk, [{ raceid: RACE, role: 'editor' }]))).refusal).toBe('no_permission')
    expect(await desk.call(consoleRefundsSave, { raceid: RACE, eventid: 1, policy: policy({ tiers: [{ from: '2026-03-02', until: '2026-03-01', percent: 0, fixed: 0 }] }) }, cashier)).toMatchObject({ code: '422', data: { fields: { 'policy.tiers.0.until': '结束日期早于开始日期' } } })
    expect(await desk.call(consoleRefundsSave, { raceid: RACE, eventid: 1, policy: { ...policy(), reasons: [] } }, cashier)).toMatchObject({ code: '422' })
    const saved = await desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 1, policy: policy({ cash: 5 }) }, cashier)
    expect(saved.items.find(({ eventid }) => eventid === 1)).toMatchObject({ policy: { cash: 5 } })
    expect((await desk.ask(consoleRefundsSave, { raceid: RACE, eventid: 1 }, cashier)).items.find(({ eventid }) => eventid === 1)).toMatchObject({ policy: null, tiers: [{ percent: 20 }, { percent: 50 }] })
    expect(await desk.db.selectFrom('log').select('target').where('raceid', '=', RACE).where('what', '=', 'refund rules changed').where('target', '=', 'event 1').execute()).toHaveLength(2)
  })
})

describe('handing a place back', () => {
  test('the refund waits for whoever takes the place, and follows at once; the other falls due on its day', async () => {
    const eventid = 8
    await desk.ask(consoleRefundsRules, { raceid: RACE }, cashier)
    const line = await openWaitlist(desk, { id: eventid, places: 2, price: 12_000, signup_until: new Date('2026-06-30T16:00:00Z') }, { at_once: false, groups: 'alone' })
    await desk.ask(consoleRefundsSave, { raceid: RACE, eventid, policy: policy({ successor: { until: '2026-05-01', percent: 0, fixed: 0 } }) }, cashier)
    const first = { n: 51, _key: await line.join(51) }
    const second = { n: 52, _key: await line.join(52) }
    const next = await line.join(53)
    expect(await line.stateOf(next)).toBe('wait')
    const mine = { ...line.runner, lang: 'en' as const }
    expect(await desk.ask(refundRule, { id: first._key }, mine)).toMatchObject({ amount: 12_000, successor: { amount: 12_000, fallback: 9_600, falls_at: '2026-05-01T16:00:00.000Z', waiting: 1 } })
    for (const one of [first, second]) expect((await desk.call(refundCreate, { id: one._key, idnum: idnumOf(one.n), reason: 'work', amount: 12_000 }, mine)).data).toMatchObject({ state: 'waiting', amount: 12_000, fallback: 9_600 })
    expect((await desk.ask(registrationShow, { id: first._key }, mine)).status.description).toContain('as soon as the next runner in line has paid')
    expect((await line.event()).taken).toBe(0)
    expect(await desk.refunds((await line.row(first._key)).orderid!)).toMatchObject([{ state: 'waiting' }])
    await booked()
    // Offered at once, though the line moves at 10:00 otherwise.
    await line.work()
    expect([await line.stateOf(next), (await line.event()).taken]).toEqual(['normal', 1])
    for (let twice = 0; twice < 2; twice++) await settleDuePromises(desk.parts, desk.clock.now())
    await desk.refundsRun()
    expect(await desk.ask(refundShow, { id: first._key }, mine)).toMatchObject({ state: 'done', amount: 12_000 })
    expect(await desk.ask(refundShow, { id: second._key }, mine)).toMatchObject({ state: 'waiting', says: expect.stringContaining('¥96.00') as string })
    await booked()
    desk.clock.set('2026-05-01T16:00:00Z')
    await settleDuePromises(desk.parts, desk.clock.now())
    await closeDueOrders(desk.parts, desk.clock.now())
    await desk.refundsRun()
    expect(await desk.ask(refundShow, { id: second._key }, mine)).toMatchObject({ state: 'done', amount: 9_600 })
    await booked()
  })
})
