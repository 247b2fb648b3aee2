import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleBallotsCancel } from '#features/ballot/console.contract.ts'
import { closeDueOrders } from '#features/payments/jobs.ts'
import { consoleRegistrationsReview } from '#features/registrations/changes/changes.contract.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { registrationFriends, registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { leaveWaitlist } from '#features/waitlists/service.ts'
import { consoleWaitlistsEnd, waitlistLeave, waitlistMine } from '#features/waitlists/contract.ts'
import { ballotsIn } from '#test/ballot/ballots.ts'
import { RACE, entrant, friendOf, openEvent, openRace } from '#test/entrants.ts'
import { type Leavers, openLeavers, refundPolicy } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { openWaitlist } from '#test/waiters.ts'
import { consoleRefundsHand, consoleRefundsMake } from './contract.ts'
import { returnDueRefused, settleDuePromises } from './jobs.ts'

/**
 * Staff give back a part of an order by hand. Another refund of the order comes later or at the same moment. The
 * refunds together never return more than was paid.
 */
let desk: Leavers
let next = 20
beforeAll(async () => void (desk = await openLeavers()), 60_000)
afterAll(() => desk.close())
beforeEach(() => desk.tidy())

const PAID = 12_000
const PART = 3_000
/** The number of times that the test repeats two actions at the same moment. */
const ROUNDS = 6

const part = (id: number, amount = PART, exit = false) =>
  desk.call(consoleRefundsMake, { raceid: RACE, id, amount, exit, reason: '补偿' }, desk.cashier)
const director = () => staffSession(desk, [{ raceid: RACE, role: 'director' }])
const orderOf = async (key: string) => {
  const { orderid } = await desk.row(key)
  return desk.db
    .selectFrom('orders')
    .selectAll()
    .where('raceid', '=', RACE)
    .where('id', '=', orderid!)
    .executeTakeFirstOrThrow()
}
/** Ends the refunds, compares the refunds of a registration's order with the books, and returns their amounts. */
const wentBack = async (key: string): Promise<number[]> => {
  await desk.refundsRun()
  const order = await orderOf(key)
  const refunds = await desk.refunds(order.id)
  expect(order.refunded, 'the order counts its refunds').toBe(refunds.reduce((sum, { amount }) => sum + amount, 0))
  expect(order.refunded).toBeLessThanOrEqual(order.amount)
  expect(refunds.map(({ state }) => state).filter((state) => state !== 'done')).toEqual([])
  expect(await desk.unbalanced()).toEqual([])
  return refunds.map(({ amount }) => amount)
}
const openLine = async () => {
  const eventid = next++
  const waiters = await openWaitlist(desk, { id: eventid, places: 0 })
  let n = eventid * 1_000
  const join = async () => {
    const key = await waiters.join(n++)
    return { key, id: (await desk.row(key)).id }
  }
  const end = async () => {
    await desk.ask(consoleWaitlistsEnd, { raceid: RACE, eventid }, await director())
    await waiters.work()
  }
  return { ...waiters, eventid, join, end }
}

test('a waitlist that ends gives back the rest, and its runner gets a message with that amount', async () => {
  const line = await openLine()
  const one = await line.join()
  expect((await part(one.id)).code).toBe('200')
  expect((await desk.ask(waitlistMine, { id: one.key }, line.runner)).refund, 'shown beforehand').toBe(PAID - PART)
  await line.end()
  expect(await desk.row(one.key)).toMatchObject({ state: 'waitfail' })
  expect((await desk.row(one.key)).refundid).not.toBe(0)
  expect(await wentBack(one.key)).toEqual([PART, PAID - PART])
})

test('a waitlist that ends while staff give a part back: together they refund the payment', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const line = await openLine()
    const one = await line.join()
    const [made] = await Promise.all([part(one.id), line.end()])
    await line.work()
    const back = await wentBack(one.key)
    expect(made.refusal ?? 'made').toBe(back.length === 2 ? 'made' : 'already_applied')
    expect(back).toEqual(back.length === 2 ? [PART, PAID - PART] : [PAID])
  }
})

test('a waitlist that ends gives each friend of one order the own rest; a refunded part counts only for one friend', async () => {
  const line = await openLine()
  const friends = await desk.ask(
    registrationFriends,
    { raceid: RACE, friends: [0, 1].map((n) => friendOf(line.eventid * 1_000 + 500 + n, { eventid: line.eventid })) },
    line.runner,
  )
  const [one, two] = friends.items.map(({ _key }) => _key) as [string, string]
  await line.pay(one)
  expect((await part((await desk.row(one)).id)).code).toBe('200')
  await line.end()
  const [back, other] = [await desk.row(one), await desk.row(two)]
  expect((await wentBack(one)).sort((a, b) => a - b)).toEqual([PART, PAID - PART, PAID])
  const amounts = new Map((await desk.refunds(back.orderid!)).map(({ id, amount }) => [id, amount]))
  expect([amounts.get(back.refundid), amounts.get(other.refundid)]).toEqual([PAID - PART, PAID])
})

test('an order without a payment of ours is left to people, and nobody else of the line waits for it', async () => {
  const line = await openLine()
  const [one, two] = [await line.join(), await line.join()]
  const { id } = await orderOf(one.key)
  await desk.db
    .updateTable('payments')
    .set({ settles: null })
    .where('raceid', '=', RACE)
    .where('orderid', '=', id)
    .execute()
  expect((await part(one.id)).code).toBe('200')
  await line.end()
  const refunds = await desk.refunds(id)
  expect(refunds.map(({ amount, state, failure }) => [amount, state, failure])).toEqual([
    [PART, 'failed', 'NO_PAYMENT'],
    [PAID - PART, 'failed', 'NO_PAYMENT'],
  ])
  for (const refund of refunds)
    await desk.ask(consoleRefundsHand, { raceid: RACE, id: refund.id, reference: '转账' }, desk.cashier)
  expect((await orderOf(one.key)).refunded).toBe(PAID)
  // The payment settles its order again. Then nothing disturbs the check of the other runner's refund.
  await desk.db
    .updateTable('payments')
    .set({ settles: PAID })
    .where('raceid', '=', RACE)
    .where('orderid', '=', id)
    .execute()
  expect(await wentBack(two.key)).toEqual([PAID])
})

test('a registration whose end fails delays nobody else, and is named', async () => {
  const line = await openLine()
  const [one, two, three] = [await line.join(), await line.join(), await line.join()]
  // Our code never writes an unsealed mobile. This mobile stands for any fault of one row.
  const broken = await orderOf(one.key)
  await desk.db
    .updateTable('registrations')
    .set({ mobile: Buffer.from('not sealed') })
    .where('raceid', '=', RACE)
    .where('id', '=', one.id)
    .execute()
  await expect(line.end()).rejects.toThrow()
  expect([await desk.row(one.key), await desk.row(two.key), await desk.row(three.key)]).toMatchObject([
    { state: 'wait', refundid: 0 },
    { state: 'waitfail' },
    { state: 'waitfail' },
  ])
  expect((await desk.refunds(broken.id)).length, 'nothing is written of it by halves').toBe(0)
  expect([await wentBack(two.key), await wentBack(three.key)]).toEqual([[PAID], [PAID]])
  const whole = await desk.row(two.key)
  await desk.db
    .updateTable('registrations')
    .set({ mobile: whole.mobile })
    .where('raceid', '=', RACE)
    .where('id', '=', one.id)
    .execute()
  await line.work()
  expect(await wentBack(one.key)).toEqual([PAID])
})

test('leaving the waitlist gives back the rest, before and beside a refunded part', async () => {
  const line = await openLine()
  const one = await line.join()
  expect((await part(one.id)).code).toBe('200')
  expect(await desk.ask(waitlistLeave, { id: one.key }, line.runner)).toMatchObject({ refunded: PAID - PART })
  expect(await wentBack(one.key)).toEqual([PART, PAID - PART])
  for (let round = 0; round < ROUNDS; round++) {
    const other = await line.join()
    const [made] = await Promise.all([part(other.id), leaveWaitlist(desk.parts, RACE, other.key, desk.clock.now())])
    expect(await wentBack(other.key)).toEqual(made.code === '200' ? [PART, PAID - PART] : [PAID])
  }
})

test('everything was refunded in parts: the waitlist ends and no more money goes back', async () => {
  const line = await openLine()
  const one = await line.join()
  for (const amount of [PART, PAID - PART]) expect((await part(one.id, amount)).code).toBe('200')
  await line.end()
  expect(await desk.row(one.key)).toMatchObject({ state: 'waitfail', refundid: 0 })
  expect(await wentBack(one.key)).toEqual([PART, PAID - PART])
})

const refused = async () => {
  const eventid = next++
  await openEvent(desk, { id: eventid, places: 100, signup_until: new Date('2026-06-30T16:00:00Z') })
  const one = await desk.paid({ eventid })
  const at = (set: object) =>
    desk.db.updateTable('registrations').set(set).where('raceid', '=', RACE).where('id', '=', one.id).execute()
  await at({ state: 'audit' })
  await desk.ask(
    consoleRegistrationsReview,
    { raceid: RACE, ids: [one.id], verdict: 'refuse', reason: '照片不清楚' },
    await director(),
  )
  const over = () =>
    desk.db
      .updateTable('events')
      .set({ signup_until: desk.clock.now(), updated_at: desk.clock.now() })
      .where('raceid', '=', RACE)
      .where('id', '=', eventid)
      .execute()
  return { ...one, over }
}

test('a refused review gives back the rest, after a refunded part and beside one', async () => {
  const one = await refused()
  expect((await part(one.id)).code).toBe('200')
  await one.over()
  await returnDueRefused(desk.parts, desk.clock.now())
  expect(await wentBack(one._key)).toEqual([PART, PAID - PART])
  for (let round = 0; round < ROUNDS; round++) {
    const other = await refused()
    await other.over()
    const [made] = await Promise.all([part(other.id), returnDueRefused(desk.parts, desk.clock.now())])
    expect(await wentBack(other._key)).toEqual(made.code === '200' ? [PART, PAID - PART] : [PAID])
  }
})

test('a refused registration whose refund fails delays no other', async () => {
  const [one, two] = [await refused(), await refused()]
  await one.over()
  await two.over()
  const stuck = new Error('the books are closed')
  const db = desk.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes(one._key)) throw stuck
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(returnDueRefused({ ...desk.parts, db }, desk.clock.now())).rejects.toThrow()
  expect(await wentBack(two._key)).toEqual([PAID])
  await returnDueRefused(desk.parts, desk.clock.now())
  expect(await wentBack(one._key)).toEqual([PAID])
})

test('leaving gives the tier of the rest, by the runner and by staff, after a refunded part and beside one', async () => {
  const one = await desk.paid()
  expect((await part(one.id, 5_000)).code).toBe('200')
  expect((await desk.leave(one)).data).toMatchObject({ amount: PAID - 5_000 })
  expect(await wentBack(one._key)).toEqual([5_000, PAID - 5_000])
  const two = await desk.paid()
  expect((await part(two.id)).code).toBe('200')
  expect((await part(two.id, PAID, true)).refusal).toBe('refund_too_much')
  expect((await part(two.id, PAID - PART, true)).code).toBe('200')
  expect(await wentBack(two._key)).toEqual([PART, PAID - PART])
  for (let round = 0; round < ROUNDS; round++) {
    const other = await desk.paid()
    const [made, left] = await Promise.all([part(other.id, 5_000), desk.leave(other)])
    expect(left.code).toBe('200')
    expect(await wentBack(other._key)).toEqual(made.code === '200' ? [5_000, PAID - 5_000] : [9_600])
    const third = await desk.paid()
    const both = await Promise.all([part(third.id, 5_000), part(third.id, PAID - 5_000, true)])
    const back = await wentBack(third._key)
    expect(back.reduce((sum, amount) => sum + amount, 0)).toBe(both[0].code === '200' ? PAID : PAID - 5_000)
  }
})

test('a called-off draw keeps the registration; a runner who then leaves gets the rest', async () => {
  const ballots = await ballotsIn(desk, {
    id: RACE,
    settings: {
      unpaid_most: 1000,
      refunds: { 0: refundPolicy({ tiers: [{ from: null, until: '2026-05-31', percent: 0, fixed: 0 }] }) },
    },
  })
  const eventid = next++
  await openEvent(desk, { id: eventid, state: 'draw', signup_until: new Date(desk.clock.now().getTime() + 86_400_000) })
  const people = [await desk.paid({ eventid }), await desk.paid({ eventid }), await desk.paid({ eventid })]
  expect((await part(people[0]!.id)).code).toBe('200')
  const { id } = await ballots.declare(eventid)
  await ballots.freeze(id)
  await desk.ask(consoleBallotsCancel, { ...ballots.key(id), why: '名单有误，重新冻结' }, ballots.staff)
  const [one, two] = people as [(typeof people)[0], (typeof people)[0]]
  expect(await desk.row(one._key)).toMatchObject({ state: 'draw', refundid: 0 })
  expect((await desk.leave(one)).data).toMatchObject({ amount: PAID - PART })
  expect(await wentBack(one._key)).toEqual([PART, PAID - PART])
  const cashier = await staffSession(desk, [{ raceid: RACE, role: 'cashier' }])
  const [made] = await Promise.all([
    desk.call(consoleRefundsMake, { raceid: RACE, id: two.id, amount: PART, reason: '补偿' }, cashier),
    desk.leave(two),
  ])
  expect(await wentBack(two._key)).toEqual(made.code === '200' ? [PART, PAID - PART] : [PAID])
  await openRace(desk, { settings: { unpaid_most: 1000, refunds: { 0: refundPolicy() } } })
})

/** Pays the same order a second time. The second payment begins before the first payment has arrived. */
const twice = async () => {
  const n = desk.somebody()
  const { _key, orderid } = await desk.ask(registrationSave, entrant(n), desk.runner)
  const begin = (payment: 'wechat' | 'alipay', way: 'native' | 'page') =>
    desk.ask(registrationPay, { id: _key, payment, way }, desk.runner)
  await begin('wechat', 'native')
  const { next: page } = await begin('alipay', 'page')
  desk.alipay.visit(page!.url!)
  const [first, second] = await desk.tries(orderid!)
  const pay = async (one: typeof first) => {
    desk.payAt(one!)
    await desk.deliver('all')
  }
  return { _key, orderid: orderid!, id: (await desk.row(_key)).id, first, second, pay }
}

test('money that came twice goes back whole, after a refunded part of the order and beside one', async () => {
  const sums = async (orderid: number) => {
    await desk.refundsRun()
    expect(await desk.unbalanced()).toEqual([])
    return (await desk.refunds(orderid)).map(({ reason, amount, state }) => `${reason} ${amount} ${state}`).sort()
  }
  const one = await twice()
  await one.pay(one.first)
  expect((await part(one.id)).code).toBe('200')
  await one.pay(one.second)
  expect(await sums(one.orderid)).toEqual([`doubled ${PAID} done`, `partial ${PART} done`])
  expect((await part(one.id, PAID - PART, true)).code, 'the order gives back the rest').toBe('200')
  expect((await part(one.id, 1)).refusal).toBe('already_applied')
  expect(await sums(one.orderid)).toEqual([`doubled ${PAID} done`, `exit ${PAID - PART} done`, `partial ${PART} done`])
  for (let round = 0; round < ROUNDS; round++) {
    const other = await twice()
    await other.pay(other.first)
    await Promise.all([other.pay(other.second), part(other.id)])
    expect(await sums(other.orderid)).toEqual([`doubled ${PAID} done`, `partial ${PART} done`])
  }
})

test('money that came late goes back whole, beside a refunded part of the order that was paid before', async () => {
  const n = desk.somebody()
  const late = await desk.ask(registrationSave, entrant(n), desk.runner)
  const { next: page } = await desk.ask(registrationPay, { id: late._key, payment: 'alipay', way: 'page' }, desk.runner)
  desk.alipay.visit(page!.url!)
  const [payment] = await desk.tries(late.orderid!)
  // The runner paid at the gateway. The gateway sends no notice, and it has told us that the payment is closed.
  desk.alipay.weather.holdNotices = true
  expect(desk.payAt(payment!)).toBe(true)
  await desk.db
    .updateTable('payments')
    .set({ state: 'closed' })
    .where('raceid', '=', RACE)
    .where('orderid', '=', late.orderid!)
    .execute()
  desk.minutes(61)
  await closeDueOrders(desk.parts, desk.clock.now())
  expect(await desk.stateOf(late.orderid!)).toBe('closed')
  expect((await part((await desk.row(late._key)).id)).refusal, 'nothing of an order that closed').toBe(
    'refund_not_paid',
  )
  const again = await desk.ask(registrationSave, entrant(n), desk.runner)
  await desk.pay(again._key)
  const { id } = await desk.row(again._key)
  desk.alipay.weather.holdNotices = false
  const [made] = await Promise.all([part(id), desk.deliver('all')])
  expect(made.code).toBe('200')
  expect(await wentBack(again._key)).toEqual([PART])
  expect((await desk.refunds(late.orderid!)).map(({ reason, amount, state }) => [reason, amount, state])).toEqual([
    ['late', PAID, 'done'],
  ])
  expect((await part(id, PAID - PART, true)).code).toBe('200')
  expect(await wentBack(again._key)).toEqual([PART, PAID - PART])
})

test('a promise counts against its order: friends leave and wait, and together get the payment', async () => {
  const eventid = next++
  await openRace(desk, {
    settings: {
      unpaid_most: 1000,
      refunds: { 0: refundPolicy({ successor: { until: '2026-04-30', percent: 0, fixed: 0 } }) },
    },
  })
  await openWaitlist(desk, { id: eventid, places: 2 })
  const numbers = [desk.somebody(), desk.somebody()]
  const friends = await desk.ask(
    registrationFriends,
    { raceid: RACE, friends: numbers.map((n) => friendOf(n, { eventid })) },
    desk.runner,
  )
  const [one, two] = friends.items.map(({ _key }, at) => ({ _key, n: numbers[at]! })) as [
    { _key: string; n: number },
    { _key: string; n: number },
  ]
  await desk.pay(one._key)
  const other = (await desk.row(two._key)).id
  expect((await part((await desk.row(one._key)).id, 1_000)).code).toBe('200')
  const left = await desk.leave(one)
  expect(left.data).toMatchObject({ state: 'waiting', amount: PAID - 1_000 })
  expect((await part(other, PAID + 1)).refusal).toBe('refund_too_much')
  expect((await part(other, PAID, true)).code).toBe('200')
  desk.clock.set('2026-05-01T04:00:00Z')
  await settleDuePromises(desk.parts, desk.clock.now())
  // Nobody took the place, so 80 per cent come back, as the tier declares.
  expect((await wentBack(one._key)).sort((a, b) => a - b)).toEqual([1_000, 9_600, PAID])
})
