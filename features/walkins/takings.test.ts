import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleOrdersShow } from '#features/orders/contract.ts'
import {
  consoleReconciliationsCount,
  consoleReconciliationsDrawer,
  consoleReconciliationsDrawers,
} from '#features/reconciliations/drawers/drawers.contract.ts'
import { consoleRefundsHand, consoleRefundsList, consoleRefundsMake } from '#features/refunds/contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { RACE, idnumOf, openEvent } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { staffSession } from '#test/people.ts'
import { consoleWalkinsEnter } from './contract.ts'

let desk: Leavers
let gate: Awaited<ReturnType<typeof staffSession>>
const LATE = 31
beforeAll(async () => {
  desk = await openLeavers()
  await openEvent(desk, { id: LATE, name: '五公里', price: 5_000, places: 100 })
  gate = await staffSession(desk, [{ raceid: RACE, role: 'gate' }])
}, 60_000)
afterAll(() => desk.close())

const enter = (change: object = {}) => {
  const n = desk.somebody()
  const given = {
    raceid: RACE,
    eventid: LATE,
    idtype: 'idcard',
    idnum: idnumOf(n),
    name: '程现场',
    mobile: `137${String(n).padStart(8, '0')}`,
    agreed: true,
    pay: 'cash',
    ...change,
  }
  return desk.ask(consoleWalkinsEnter, given as never, gate)
}
const drawers = async () => (await desk.ask(consoleReconciliationsDrawers, { raceid: RACE }, desk.cashier)).items
const one = async () => (await drawers())[0]!
const count = (given: object, as = desk.cashier) =>
  desk.call(consoleReconciliationsCount, { raceid: RACE, ...given } as never, as)

test('refuses staff without the right, staff of another race, and unknown drawers', async () => {
  const other = await staffSession(desk, [{ raceid: 7, role: 'cashier' }])
  const day = '2026-03-01'
  for (const as of [gate, other])
    for (const call of [consoleReconciliationsDrawers, consoleReconciliationsDrawer, consoleReconciliationsCount])
      expect(
        (await desk.call(call, { raceid: RACE, day, staffid: 1, expected: 0, counted: 0 } as never, as)).refusal,
      ).toBe('no_permission')
  expect(await drawers()).toEqual([])
  expect((await desk.call(consoleReconciliationsDrawer, { raceid: RACE, day, staffid: 1 }, desk.cashier)).refusal).toBe(
    'drawer_none',
  )
  expect((await count({ day, staffid: 1, expected: 0, counted: 0 })).refusal).toBe('drawer_none')
})

test('cash, card and transfer are in their own accounts with a receipt; the wire names none of them', async () => {
  const cash = await enter()
  const card = await enter({ pay: 'card', reference: 'POS 0042' })
  const transfer = await enter({ pay: 'transfer' })
  expect([cash, card, transfer].map(({ receipt, paid }) => [receipt, paid])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
  const { orderid } = await desk.row(card._key)
  const order = await desk.ask(consoleOrdersShow, { raceid: RACE, id: orderid! }, desk.cashier)
  expect(order.payments).toMatchObject([{ gateway: 'desk', way: 'card', gateway_number: 'POS 0042', receipt: 2 }])
  expect(order.ledger.map(({ debit }) => debit)).toContain('gateway:desk:card')
  const shown = await desk.ask(registrationShow, { id: card._key }, {})
  expect(shown).toMatchObject({ meta: { order: { payment: null } } })
  expect(await desk.unbalanced()).toEqual([])
  expect(await drawers()).toMatchObject([
    {
      staff: expect.any(String) as string,
      cash: { count: 1, sum: 5_000 },
      card: { count: 1, sum: 5_000 },
      transfer: { count: 1, sum: 5_000 },
      refunded: { count: 0, sum: 0 },
      expected: 5_000,
      state: 'open',
      counted: null,
    },
  ])
})

test('a drawer is closed with a difference that has a reason; later cash needs a new count', async () => {
  const { day, staffid } = await one()
  const given = { day, staffid, expected: 5_000, counted: 4_900 }
  expect((await count(given)).data).toMatchObject({ fields: { note: expect.any(String) as string } })
  expect((await count({ ...given, expected: 4_000 })).refusal).toBe('drawer_moved')
  expect((await count({ ...given, counted: -1 })).code).toBe('422')
  expect((await count({ ...given, note: '找零少了一元' })).data).toMatchObject({ state: 'closed', difference: -100 })
  const bounds = await desk.ask(consoleReconciliationsDrawer, { raceid: RACE, day, staffid }, desk.cashier)
  expect(bounds.counts).toMatchObject([
    { expected: 5_000, counted: 4_900, difference: -100, note: '找零少了一元', staff: '工作人员' },
  ])
  expect(bounds.items.map(({ receipt, way }) => [receipt, way])).toEqual([
    [1, 'cash'],
    [2, 'card'],
    [3, 'transfer'],
  ])
  await enter()
  expect(await one()).toMatchObject({ expected: 10_000, state: 'moved', counted: 4_900 })
  expect((await count({ ...given, expected: 10_000, counted: 10_000 })).data).toMatchObject({
    state: 'closed',
    difference: 0,
  })
  expect(
    (await desk.ask(consoleReconciliationsDrawer, { raceid: RACE, day, staffid }, desk.cashier)).counts,
  ).toHaveLength(2)
})

test('a refund in cash leaves the drawer of the member of staff who pays it, and only in yuan', async () => {
  const entered = await enter({ pay: 'card' })
  const refund = { raceid: RACE, id: entered.id, amount: 5_000, exit: true, reason: '不跑了' }
  await desk.ask(consoleRefundsMake, refund, desk.cashier)
  const [failed] = (await desk.ask(consoleRefundsList, { raceid: RACE, state: 'failed' }, desk.cashier)).items
  const hand = { raceid: RACE, id: failed!.id, reference: '收据 7', fee: 500, cash: true }
  await desk.ask(consoleRefundsHand, hand, desk.cashier)
  expect(await desk.unbalanced()).toEqual([])
  expect((await drawers()).find(({ refunded }) => refunded.count > 0)).toMatchObject({
    cash: { count: 0, sum: 0 },
    refunded: { count: 1, sum: -4_500 },
    expected: -4_500,
    state: 'open',
  })
})

test('payments of one moment get receipts one after the other, and a count meanwhile covers all or is refused', async () => {
  const before = await one()
  const mine = (await drawers()).find(({ cash }) => cash.count > 0) ?? before
  const [counting, ...entered] = await Promise.all([
    count({ day: mine.day, staffid: mine.staffid, expected: mine.expected, counted: mine.expected }),
    ...Array.from({ length: 6 }, () => enter()),
  ])
  expect(new Set(entered.map(({ receipt }) => receipt)).size).toBe(6)
  expect(['200', '409']).toContain(counting.code)
  const after = (await drawers()).find(({ staffid }) => staffid === mine.staffid)!
  expect(after).toMatchObject({ expected: mine.expected + 30_000, state: 'moved' })
})
