import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptShow } from '#features/invoices/contract.ts'
import { consoleOrdersShow } from '#features/orders/contract.ts'
import { workWaitlists } from '#features/waitlists/service.ts'
import { consoleWaitlistsSave } from '#features/waitlists/contract.ts'
import { ballotsIn } from '#test/ballot/ballots.ts'
import { RACE, entrant, friendOf, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { registrationRow } from '#test/scenes/rows.ts'
import { type World, makeWorld } from '#test/world.ts'
import {
  consoleRegistrationsDelay,
  consoleRegistrationsReview,
  consoleRegistrationsShow,
  registrationDel,
  registrationEdit,
} from '../changes/changes.contract.ts'
import { registrationPay, registrationShow } from '../contract.ts'
import { registrationFriends, registrationSave } from '../signup/signup.contract.ts'
import { invitePay } from './redeem.contract.ts'

/**
 * The test compares the price of a registration in every place that shows it: its page before the order, the order, the
 * payment page, the receipt and the console.
 */
let world: World
let runner: { token: string }
let staff: { token: string }
let nextEvent = 100
let people = 940_000
const LISTED = 18_000
const wide = { unpaid_most: 1000, delay: { until: '2027-01-01T00:00:00Z', tag: {}, description: {} } }

beforeAll(async () => {
  world = await makeWorld()
  await openRace(world, { settings: wide })
  const now = world.clock.now()
  const code = { raceid: RACE, label: 'x', created_at: now, updated_at: now }
  await world.db
    .insertInto('invitations')
    .values([
      { ...code, code: 'HALF', price: 9_000 },
      { ...code, code: 'LITTLE', price: 17_999 },
      { ...code, code: 'FREE', price: 0 },
      { ...code, code: 'FULL', price: null },
      { ...code, code: 'DEARER', price: 30_000 },
    ])
    .execute()
  runner = await runnerSession(world)
  staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  // Draws and waitlists take days. Sessions last longer here, so that nobody has to log in again.
  const later = new Date(now.getTime() + 3_650 * 86_400_000)
  await world.db.updateTable('sessions').set({ seen_at: later, expires_at: later }).execute()
}, 60_000)
afterAll(() => world.close())

type Charge = { fee: number; discount: number; amount: number }
const half: Charge = { fee: LISTED, discount: 9_000, amount: 9_000 }
const full: Charge = { fee: LISTED, discount: 0, amount: LISTED }
/** The price of one registration for each code. `undefined` is a sign-up without a code. */
const codes: readonly (readonly [string | undefined, Charge])[] = [
  ['HALF', half],
  ['LITTLE', { fee: LISTED, discount: 1, amount: 17_999 }],
  ['FREE', { fee: LISTED, discount: LISTED, amount: 0 }],
  ['FULL', full],
  ['DEARER', full],
  [undefined, full],
]
const together = (...charges: readonly Charge[]): Charge => ({
  fee: charges.reduce((sum, { fee }) => sum + fee, 0),
  discount: charges.reduce((sum, { discount }) => sum + discount, 0),
  amount: charges.reduce((sum, { amount }) => sum + amount, 0),
})

const anEvent = async (change: Parameters<typeof openEvent>[1] = {}) => {
  const id = nextEvent++
  const signup_until = new Date(world.clock.now().getTime() + 30 * 86_400_000)
  await openEvent(world, { id, price: LISTED, signup_until, ...change })
  return id
}
const save = (eventid: number, invite?: string) =>
  world.ask(registrationSave, entrant(people++, { eventid, ...(invite ? { invite } : {}) }), runner)
const rowOf = (key: string) => registrationRow(world, key)
const setEvent = (id: number, set: object) =>
  world.db
    .updateTable('events')
    .set({ ...set, updated_at: world.clock.now() })
    .where('raceid', '=', RACE)
    .where('id', '=', id)
    .execute()
const review = async (key: string, verdict: 'approve' | 'refuse') => {
  const { id } = await rowOf(key)
  const { items } = await world.ask(
    consoleRegistrationsReview,
    { raceid: RACE, ids: [id], verdict, reason: verdict === 'refuse' ? '照片不清楚' : '' },
    staff,
  )
  expect(items[0]!.outcome).toBe('done')
}
const moneyIn = ({ fee, discount, amount }: Charge): Charge => ({ fee, discount, amount })

/** Reads the price of a registration from each call that shows the price to its runner or to staff. */
const shown = async (key: string) => {
  const row = await rowOf(key)
  const mine = await world.ask(registrationShow, { id: key }, runner)
  const desk = (await world.ask(consoleRegistrationsShow, { raceid: RACE, id: row.id }, staff)).registration
  const said: Record<string, Charge> = {
    status: moneyIn(mine.charge),
    desk: moneyIn(desk.charge),
    page: moneyIn(await world.ask(registrationPay, { id: key }, runner)),
  }
  if (mine.meta.order && desk.meta.order) {
    said.order = moneyIn(mine.meta.order)
    said.deskOrder = moneyIn(desk.meta.order)
    said.console = moneyIn((await world.ask(consoleOrdersShow, { raceid: RACE, id: mine.meta.order.id }, staff)).order)
    if (mine.meta.order.state === 'paid' && mine.meta.order.payment !== 'invite')
      said.receipt = moneyIn(await world.ask(receiptShow, { id: mine.meta.order._key }))
  }
  return said
}
const agree = async (key: string, charge: Charge, what: string, own = charge) => {
  for (const [where, said] of Object.entries(await shown(key))) expect(said, `${what}, ${where}`).toEqual(charge)
  expect((await rowOf(key)).price, `${what}, its own`).toBe(own.amount)
}
const pay = async (key: string) => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .where('orderid', '=', (await rowOf(key)).orderid!)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  world.parts.integrations.sandbox.wechatpay!.pay(tradeno)
  await world.parts.integrations.sandbox.wechatpay!.deliver('all')
}
/**
 * Follows an order from its opening until it is paid. The price must be the same before and after the payment. An order
 * of nothing is paid at once.
 */
const throughPaying = async (key: string, charge: Charge, what: string, own = charge) => {
  if (charge.amount > 0) await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, runner)
  await agree(key, charge, `${what}, ordered`, own)
  if (charge.amount > 0) {
    expect((await world.ask(registrationShow, { id: key }, runner)).meta.order?.state, what).toBe('open')
    await pay(key)
  }
  expect((await world.ask(registrationShow, { id: key }, runner)).meta.order?.state, what).toBe('paid')
  await agree(key, charge, `${what}, paid`, own)
}

describe.each(codes)('with the code %s', (code, charge) => {
  test('at once, edited, and kept for next year', async () => {
    const key = (await save(await anEvent(), code))._key
    await throughPaying(key, charge, 'at once')
    await world.ask(registrationEdit, { id: key, mobile: '13800001111' }, runner)
    await agree(key, charge, 'edited')
    await world.ask(consoleRegistrationsDelay, { raceid: RACE, ids: [(await rowOf(key)).id] }, staff)
    expect((await rowOf(key)).state).toBe('delay')
    await agree(key, charge, 'kept for next year')
  })

  test('if the money is taken later', async () => {
    const event = await anEvent({ paystate: 'closed' })
    const key = (await save(event, code))._key
    await agree(key, charge, 'before there is an order')
    await setEvent(event, { paystate: 'open' })
    if (charge.amount > 0) await throughPaying(key, charge, 'later')
  })

  test('reviewed, refused, corrected, and approved', async () => {
    const event = await anEvent({ state: 'audit' })
    const key = (await save(event, code))._key
    await agree(key, charge, 'under review')
    await review(key, 'refuse')
    await agree(key, charge, 'refused')
    await world.ask(registrationEdit, { id: key, mobile: '13800002222' }, runner)
    await agree(key, charge, 'mended')
    await review(key, 'approve')
    await throughPaying(key, charge, 'approved')
  })

  test('drawn, and waiting for a returned place', async () => {
    const ballots = await ballotsIn(world, { settings: wide })
    const event = await anEvent({ state: 'draw', paystate: 'closed', places: 1 })
    const keys = [(await save(event, code))._key, (await save(event, code))._key]
    for (const key of keys) await agree(key, charge, 'before the draw')
    const now = world.clock.now()
    await setEvent(event, {
      signup_until: new Date(now.getTime() + 3_600_000),
      pay_end: new Date(now.getTime() + 20 * 86_400_000),
    })
    const { id } = await ballots.declare(event, { places: 1 })
    await ballots.freeze(id)
    await setEvent(event, { paystate: 'open' })
    await ballots.draw(id)
    await ballots.publish(id)
    const rows = await Promise.all(keys.map(rowOf))
    expect(rows.map(({ state }) => state).sort()).toEqual(['normal', 'undraw'])
    for (const { _key } of rows) await throughPaying(_key, charge, 'drawn')
    const waiting = rows.find(({ state }) => state === 'undraw')!
    await setEvent(event, { places: 2 })
    for (let day = 0; day < 2; day++) {
      world.clock.advance(86_400_000)
      await workWaitlists(world.parts, world.clock.now())
    }
    expect((await rowOf(waiting._key)).state).toBe('normal')
    await agree(waiting._key, charge, 'given a place')
  })

  test('from the waitlist with an order of its own', async () => {
    const event = await anEvent({ paystate: 'closed', places: 0 })
    await world.ask(
      consoleWaitlistsSave,
      { raceid: RACE, eventid: event, basis: 'payment', groups: 'alone', offer_minutes: 120 },
      staff,
    )
    const key = (await save(event, code))._key
    expect((await rowOf(key)).state).toBe('wait')
    await agree(key, charge, 'in line')
    await setEvent(event, { places: 1 })
    world.clock.advance(86_400_000)
    await workWaitlists(world.parts, world.clock.now())
    expect((await rowOf(key)).state).toBe('normal')
    await throughPaying(key, charge, 'offered')
  })

  test('beside a friend at the full price, who leaves', async () => {
    const event = await anEvent()
    const friends = [code, undefined].map((invite) =>
      friendOf(people++, { eventid: event, ...(invite ? { invite } : {}) }),
    )
    const { items } = await world.ask(registrationFriends, { raceid: RACE, friends }, runner)
    const [one, two] = items.map(({ _key }) => _key) as [string, string]
    await agree(one, together(charge, full), 'together', charge)
    await agree(two, together(charge, full), 'together', full)
    await world.ask(registrationDel, { id: two }, runner)
    await throughPaying(one, charge, 'alone again')
  })
})

describe.each(codes.slice(0, 3))('redeemed on an order: %s', (code, charge) => {
  test('before there is an order, and instead of an order', async () => {
    const event = await anEvent({ paystate: 'closed' })
    const [later, now, reviewed] = [
      (await save(event))._key,
      (await save(await anEvent()))._key,
      (await save(await anEvent({ state: 'audit', paystate: 'closed' })))._key,
    ]
    await setEvent(event, { paystate: 'open' })
    for (const key of [later, now]) {
      await agree(key, full, 'before the code')
      const answered = await world.ask(invitePay, { id: key, code: code! }, runner)
      expect({ amount: answered.amount, discount: answered.discount }).toEqual({
        amount: charge.amount,
        discount: charge.discount,
      })
      await agree(key, charge, 'with the code')
      await throughPaying(key, charge, 'redeemed')
    }
    await review(reviewed, 'approve')
    await agree(reviewed, full, 'approved before money is taken')
  })
})

test("a dearer event changes nobody's price: a runner without a code gets no discount", async () => {
  const event = await anEvent({ paystate: 'closed' })
  const [bare, invited] = [(await save(event))._key, (await save(event, 'HALF'))._key]
  await setEvent(event, { price: 20_000, paystate: 'open' })
  await agree(bare, full, 'before the order')
  await throughPaying(bare, full, 'ordered')
  const dearer = { fee: 20_000, discount: 11_000, amount: 9_000 }
  await agree(invited, dearer, 'invited, before the order')
  await throughPaying(invited, dearer, 'invited')
  await setEvent(event, { price: 25_000 })
  await agree(invited, dearer, 'an order that is made stays as it is')
})

test('two approved runners with codes have their own orders, each with its own discount', async () => {
  const event = await anEvent({ state: 'audit' })
  const friends = ['HALF', 'FREE'].map((invite) => friendOf(people++, { eventid: event, invite }))
  const { items } = await world.ask(registrationFriends, { raceid: RACE, friends }, runner)
  const [one, two] = items.map(({ _key }) => _key) as [string, string]
  for (const key of [one, two]) await review(key, 'approve')
  await throughPaying(one, half, 'half')
  await throughPaying(two, { fee: LISTED, discount: LISTED, amount: 0 }, 'free')
})
