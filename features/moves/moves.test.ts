import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationPay } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { consoleRefundsCancel, consoleRefundsMake } from '#features/refunds/contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { consoleMovesMake, consoleMovesPreview, registrationMove, registrationMoves } from './contract.ts'
import { jobs } from './jobs.ts'
import { priceAfterMove } from '#features/registrations/move/move.rules.ts'

let desk: Leavers
let staff: Awaited<ReturnType<typeof staffSession>>
const [FULL, SHORT, TINY] = [11, 12, 13]
beforeAll(async () => {
  desk = await openLeavers()
  await openEvent(desk, { id: FULL, name: '马拉松', price: 18_000, places: 100 })
  await openEvent(desk, { id: SHORT, name: '健康跑', price: 5_000, places: 100 })
  await openEvent(desk, { id: TINY, name: '精英组', price: 12_000, places: 1, form: { min_age: 18 } })
  staff = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
}, 60_000)
afterAll(() => desk.close())

const make = (id: number, eventid: number, shown: number, change: object = {}) =>
  desk.call(consoleMovesMake, { raceid: RACE, id, eventid, shown, reason: '本人申请', ...change }, staff)
/** Checks that each event counts exactly the registrations with a place and the places of pending moves. */
const exact = async () => {
  const events = await desk.db.selectFrom('events').select(['id', 'taken']).where('raceid', '=', RACE).execute()
  const rows = await desk.db
    .selectFrom('registrations')
    .select(['eventid', 'place_held'])
    .where('raceid', '=', RACE)
    .execute()
  const pending = await desk.db
    .selectFrom('registration_moves')
    .select('to_eventid')
    .where('raceid', '=', RACE)
    .where('state', '=', 'offered')
    .execute()
  for (const { id, taken } of events)
    expect(taken, `event ${id}`).toBe(
      rows.filter((row) => row.eventid === id && row.place_held).length +
        pending.filter((move) => move.to_eventid === id).length,
    )
  expect(await desk.unbalanced()).toEqual([])
}
const complete = async () => {
  for (const { raceid, orderid } of await desk.db
    .selectFrom('registration_moves as m')
    .innerJoin('orders as o', (join) => join.onRef('o.id', '=', 'm.orderid').onRef('o.raceid', '=', 'm.raceid'))
    .select(['m.raceid', 'm.orderid'])
    .where('m.state', '=', 'offered')
    .where('o.state', '=', 'paid')
    .execute())
    await jobs[0]!.run({ raceid, orderid }, { ...desk.parts, now: desk.clock.now() } as never)
}

test('an invitation lowers the price of the other event by the same amount, and add-ons stay as they were bought', () => {
  const row = { price: 12_000, fee: 12_000, price_by: null, addons: [], invite: null, e_price: 12_000 }
  expect(priceAfterMove(row, { price: 18_000 })).toBe(18_000)
  expect(priceAfterMove({ ...row, price: 2_000, invite: 'A' }, { price: 18_000 })).toBe(8_000)
  expect(priceAfterMove({ ...row, price: 0, invite: 'A' }, { price: 5_000 })).toBe(0)
  // Staff entered the runner free of charge, so the fee of the entry is covered. A price rule gives no such cover.
  expect(priceAfterMove({ ...row, price: 0 }, { price: 5_000 })).toBe(0)
  expect(priceAfterMove({ ...row, price: 0 }, { price: 18_000 })).toBe(6_000)
  const child = { kind: 'age', id: 'child', names: {} }
  expect(priceAfterMove({ ...row, price: 0, price_by: child }, { price: 5_000 })).toBe(5_000)
  expect(priceAfterMove({ ...row, price: 0, fee: null }, { price: 5_000 })).toBe(5_000)
  const addons = [{ id: 'shirt', names: {}, price: 1_000, n: 2 }]
  expect(priceAfterMove({ ...row, price: 14_000, addons }, { price: 18_000 })).toBe(20_000)
})

test('consoleMovesPreview and consoleMovesMake refuse strangers, unknown registrations and runners who left', async () => {
  const one = await desk.paid()
  const given = { raceid: RACE, id: one.id, eventid: FULL, shown: 6_000, reason: 'x' }
  for (const call of [consoleMovesPreview, consoleMovesMake]) {
    const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
    expect((await desk.call(call, given as never, viewer)).refusal).toBe('no_permission')
    const other = await staffSession(desk, [{ raceid: 7, role: 'director' }])
    expect((await desk.call(call, given as never, other)).refusal).toBe('no_permission')
    expect((await desk.call(call, { ...given, id: 999_999 } as never, staff)).refusal).toBe('registration_not_found')
  }
  expect((await make(one.id, 99, 0)).refusal).toBe('event_not_found')
  expect((await make(one.id, FULL, 5)).refusal).toBe('move_changed')
  await desk.leave(one)
  expect((await make(one.id, FULL, 6_000)).refusal).toBe('not_movable')
})

test('to a cheaper event: the runner moves at once, loses the bib, and gets the difference back', async () => {
  const one = await desk.paid()
  const preview = await desk.ask(consoleMovesPreview, { raceid: RACE, id: one.id }, staff)
  expect(preview.targets.find(({ id }) => id === SHORT)).toMatchObject({ difference: -7_000, back: 7_000, why: null })
  expect(await make(one.id, SHORT, -7_000)).toMatchObject({ data: { state: 'done', back: 7_000 } })
  expect(await desk.row(one._key)).toMatchObject({ eventid: SHORT, bib: null, place_held: true })
  await desk.refundsRun()
  await exact()
})

test('to a dearer event: a place is kept, and the runner moves after the payment of the difference; later all of it is refunded', async () => {
  const one = await desk.paid()
  expect(await make(one.id, FULL, 6_000)).toMatchObject({ data: { state: 'offered', difference: 6_000 } })
  const [offered] = await desk.db
    .selectFrom('log')
    .select(['before', 'after'])
    .where('what', '=', 'registration move offered')
    .where('target', '=', `registration ${one.id}`)
    .execute()
  expect(offered!.before, 'bib and zone stay until the payment').not.toHaveProperty('runnerzone')
  expect(offered!.after).not.toHaveProperty('runnerzone')
  expect((await make(one.id, SHORT, -7_000)).refusal).toBe('move_pending')
  expect(await desk.row(one._key)).toMatchObject({ eventid: 1 })
  await exact()
  expect(await desk.ask(registrationPay, { id: one._key }, desk.runner)).toMatchObject({ state: 'open', amount: 6_000 })
  await desk.pay(one._key)
  await complete()
  await complete()
  expect(await desk.row(one._key)).toMatchObject({ eventid: FULL, place_held: true })
  await exact()
  const cashier = { raceid: RACE, id: one.id, amount: 18_000, exit: true, reason: '伤病' }
  expect(await desk.call(consoleRefundsMake, cashier, desk.cashier)).toMatchObject({ code: '200' })
  await desk.refundsRun()
  const back = await desk.db
    .selectFrom('refunds')
    .select('amount')
    .where('raceid', '=', RACE)
    .where('reason', '=', 'exit')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(back.map(({ amount }) => amount).sort()).toEqual([12_000, 6_000])
  await exact()
})

test('an unpaid difference leaves everything as it was', async () => {
  const one = await desk.paid()
  await make(one.id, FULL, 6_000)
  desk.minutes(25 * 60)
  // A session of staff lasts at most a day, and the clock has moved beyond it.
  staff = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
  await desk.sweep()
  expect(await desk.row(one._key)).toMatchObject({ eventid: 1, place_held: true })
  await exact()
  expect(await make(one.id, FULL, 6_000, { charge: 'waive' })).toMatchObject({ data: { state: 'done' } })
  await exact()
})

test('an unpaid registration gets an order with the other price; of two for the last place one gets it', async () => {
  const { _key } = await desk.ask(registrationSave, entrant(desk.somebody()), desk.runner)
  const unpaid = await desk.row(_key)
  expect(await make(unpaid.id, FULL, 6_000)).toMatchObject({ data: { state: 'done' } })
  const order = (await desk.row(_key)).orderid!
  expect(
    await desk.db.selectFrom('orders').select(['amount', 'state']).where('id', '=', order).executeTakeFirstOrThrow(),
  ).toEqual({ amount: 18_000, state: 'open' })
  const [one, other] = [await desk.paid(), await desk.paid()]
  const both = await Promise.all([make(one.id, TINY, 0), make(other.id, TINY, 0)])
  expect(both.map(({ refusal }) => refusal ?? 'done').sort()).toEqual(['done', 'sold_out'])
  await exact()
})

test('runners move by themselves only if the race lets them, and while it does', async () => {
  const one = await desk.paid()
  const given = { id: one._key, eventid: SHORT, shown: -7_000 }
  expect((await desk.call(registrationMove, given, desk.stranger)).refusal).toBe('no_permission')
  expect((await desk.call(registrationMoves, given, desk.stranger)).refusal).toBe('no_permission')
  expect((await desk.call(registrationMove, given, desk.runner)).refusal).toBe('moves_closed')
  const until = new Date(desk.clock.now().getTime() + 3_600_000).toISOString()
  await openRace(desk, { settings: { unpaid_most: 1000, move_until: until } })
  expect(await desk.ask(registrationMoves, { id: one._key }, desk.runner)).toMatchObject({ open: true })
  expect(await desk.call(registrationMove, given, desk.runner)).toMatchObject({ data: { state: 'done', back: 7_000 } })
  desk.minutes(61)
  expect((await desk.call(registrationMove, { ...given, eventid: 1, shown: 7_000 }, desk.runner)).refusal).toBe(
    'moves_closed',
  )
  await desk.refundsRun()
  await exact()
})

test('consoleRefundsCancel ends an unpaid registration; a paid runner leaves with the chosen amount', async () => {
  const { _key } = await desk.ask(registrationSave, entrant(desk.somebody()), desk.runner)
  const unpaid = await desk.row(_key)
  const cancel = (id: number, refund: 'rules' | 'all' | 'none', as: { token: string } = staff) =>
    desk.call(consoleRefundsCancel, { raceid: RACE, id, refund, reason: '重复报名' }, as)
  expect(await cancel(unpaid.id, 'none')).toMatchObject({ data: { back: 0 } })
  expect((await cancel(unpaid.id, 'none')).refusal).toBe('not_cancellable')
  expect((await desk.row(_key)).deleted_at).not.toBeNull()
  const one = await desk.paid()
  const registrar = await staffSession(desk, [{ raceid: RACE, role: 'registrar' }])
  expect((await cancel(one.id, 'all', registrar)).refusal).toBe('no_refund_right')
  expect((await cancel(999_999, 'none')).refusal).toBe('registration_not_found')
  expect(await cancel(one.id, 'all')).toMatchObject({ data: { back: 12_000 } })
  await desk.refundsRun()
  await exact()
})
