import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import {
  consoleRegistrationsBulkApprove,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkShow,
  consoleRegistrationsBulkStart,
  consoleRegistrationsBulkStop,
} from '#features/registrations/bulk/bulk.contract.ts'
import { consoleOverviewShow } from '#features/overview/contract.ts'
import { goOnWithBulk } from '#features/registrations/bulk/bulk.jobs.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { killedAt } from '#test/faults.ts'
import { type Leavers, openLeavers, refundPolicy } from '#test/leavers.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { staffSession } from '#test/people.ts'
import { counted } from '#test/prove/counted.ts'
import { consoleRefundsMake } from '../contract.ts'

/**
 * The number of steps from one kill to the next. `npm run prove -- refunds` kills the server after every step, and the
 * ordinary suite kills it after every ninth step.
 */
const STRIDE = process.env.EVERY_STEP ? 1 : 9

let desk: Leavers
let cashier: { token: string }
let other: { token: string }
/** Returns settings whose tiers keep 20 % until the end of March, and afterwards 50 % and one yuan. */
const settings = (change: object) => ({ unpaid_most: 1000, refunds: { 0: refundPolicy() }, ...change })
beforeAll(async () => {
  desk = await openLeavers()
  await openEvent(desk, { id: 3, price: 0, places: 1000 })
  cashier = desk.cashier
  other = await staffSession(desk, [{ raceid: RACE, role: 'cashier' }])
}, 60_000)
afterAll(() => desk?.close())

type Input = Record<string, unknown>
const preview = async (ids: readonly number[], input: Input = {}, as = cashier, action = 'refund') =>
  desk.ask(
    consoleRegistrationsBulkPreview,
    { raceid: RACE, action, filter: { ids: [...ids], q: '' }, input },
    { ...as, lang: 'en' },
  )
const start = async (
  ids: readonly number[],
  input: Input = {},
  as = cashier,
  action = 'refund',
  change: object = {},
) => {
  const { total, upto, money } = await preview(ids, input, as, action)
  return desk.call(
    consoleRegistrationsBulkStart,
    {
      raceid: RACE,
      action,
      filter: { ids: [...ids], q: '' },
      input: { reason: '赛事取消', ...input },
      total,
      upto,
      ...(money ? { amount: money.amount } : {}),
      ...change,
    },
    { ...as, lang: 'en' },
  )
}
const work = (id: number, parts = desk.parts) => goOnWithBulk({ raceid: RACE, id }, { ...parts, now: desk.clock.now() })
const shown = (id: number, as = cashier) =>
  desk.ask(consoleRegistrationsBulkShow, { raceid: RACE, id }, { ...as, lang: 'en' })
const approve = (id: number, as: { token: string }) =>
  desk.call(consoleRegistrationsBulkApprove, { raceid: RACE, id }, as)
const backOf = async (key: string) =>
  (await desk.refunds((await desk.row(key)).orderid!)).map(({ amount, state }) => [state, amount])

test('the preview names amount, channel and impossible refunds, and writes nothing', async () => {
  const paid = [await desk.paid(), await desk.paid()]
  const free = await desk.ask(registrationSave, entrant(desk.somebody(), { eventid: 3 }), desk.runner)
  const unpaid = await desk.ask(registrationSave, entrant(desk.somebody()), desk.runner)
  const ids = [...paid.map(({ id }) => id), (await desk.row(free._key)).id, (await desk.row(unpaid._key)).id]
  const found = await preview(ids)
  expect(found).toMatchObject({
    total: 4,
    touched: { count: 2 },
    money: {
      count: 2,
      amount: 19_200,
      channels: [{ channel: 'wechat', count: 2, amount: 19_200 }],
      by_hand: { count: 0, amount: 0 },
      nothing: [],
      approval: false,
    },
  })
  expect(found.others.map(({ says, count }) => [says, count]).toSorted()).toEqual([
    ['A free entry: there is nothing to refund', 1],
    ['Nothing was paid', 1],
  ])
  expect((await preview(ids, { refund: 'kept', percent: 35 })).money).toMatchObject({ amount: 15_600 })
  expect((await preview(ids, { refund: 'all' })).money).toMatchObject({ amount: 24_000 })
  expect((await preview(ids, { refund: 'kept', percent: 100 })).money).toBeNull()
  expect(await backOf(paid[0]!._key)).toEqual([])
})

test('refuses another sum than in the preview, a viewer, and an impossible percentage', async () => {
  const one = await desk.paid()
  expect((await start([one.id], {}, cashier, 'refund', { amount: 1 })).refusal).toBe('bulk_amount_changed')
  expect((await start([one.id], { refund: 'kept', percent: '-1' })).code).toBe('422')
  const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
  const sent = { raceid: RACE, action: 'refund', filter: { ids: [one.id], q: '' }, total: 1, upto: one.id }
  expect((await desk.call(consoleRegistrationsBulkStart, { ...sent, input: { reason: 'x' } }, viewer)).refusal).toBe(
    'no_permission',
  )
  expect(await backOf(one._key)).toEqual([])
})

test('a kept percentage for runners who stay is reported by row and never above the payment', async () => {
  const one = await desk.paid()
  const { data } = await start([one.id], { refund: 'kept', percent: 75, leave: 'no' })
  await work(data.id)
  expect((await shown(data.id)).bulk).toMatchObject({ state: 'ended', done: 1, amount: 3_000, back: 3_000 })
  expect(await desk.row(one._key)).toMatchObject({ refundid: 0, place_held: true })
  // The second action may give back the rest of the fee. A third action gives nothing back.
  const again = await start([one.id], { refund: 'all' })
  await work(again.data.id)
  expect((await shown(again.data.id)).bulk).toMatchObject({ done: 1, back: 9_000 })
  expect((await preview([one.id], { refund: 'all' })).touched.count).toBe(0)
  await desk.refundsRun()
  expect((await backOf(one._key)).map(([, amount]) => amount)).toEqual([3_000, 9_000])
  expect(await desk.unbalanced()).toEqual([])
  const columns = ['id', 'name', 'outcome', 'payment', 'amount', 'back']
  const request = { raceid: RACE, table: 'bulk_rows', filter: { id: data.id }, columns, format: 'xlsx' as const }
  expect((await desk.call(consoleExportsStart, request, cashier)).code).toBe('200')
})

test('two treasurers confirm the same refund: the second gives nothing more back', async () => {
  const [stays, leaves] = [await desk.paid(), await desk.paid()]
  const kept = { refund: 'kept', percent: 20, leave: 'no' }
  const [first, second] = [await start([stays.id], kept), await start([stays.id], kept, other)]
  const [gone, again] = [await start([leaves.id]), await start([leaves.id], {}, other)]
  desk.clock.advance(1000)
  for (const { data } of [first, second, gone, again]) await work(data.id)
  expect((await backOf(stays._key)).map(([, amount]) => amount)).toEqual([9_600])
  expect((await backOf(leaves._key)).map(([, amount]) => amount)).toEqual([9_600])
  expect(await shown(second.data.id)).toMatchObject({
    bulk: { state: 'ended', done: 0, back: 0 },
    others: [{ count: 1, says: expect.stringContaining('Another refund was made after the confirmation') }],
  })
  expect((await shown(again.data.id)).bulk).toMatchObject({ done: 0, unchanged: 1 })
  expect(await desk.unbalanced()).toEqual([])
})

test('an order that staff refund by hand meanwhile is left out, and of a full refund only the rest goes back', async () => {
  const [part, whole] = [await desk.paid(), await desk.paid()]
  const [byRules, all] = [await start([part.id]), await start([whole.id], { refund: 'all' })]
  desk.clock.advance(1000)
  const hand = (id: number, amount: number) =>
    desk.ask(consoleRefundsMake, { raceid: RACE, id, amount, exit: false, reason: '补偿' }, cashier)
  for (const one of [part, whole]) await hand(one.id, 3_000)
  for (const { data } of [byRules, all]) await work(data.id)
  expect((await backOf(part._key)).map(([, amount]) => amount)).toEqual([3_000])
  expect((await backOf(whole._key)).map(([, amount]) => amount)).toEqual([3_000, 9_000])
  expect(await desk.unbalanced()).toEqual([])
})

describe('above the limit of the race', () => {
  beforeAll(() => openRace(desk, { settings: settings({ approval_above: 20_000 }) }))
  afterAll(() => openRace(desk, { settings: settings({}) }))

  test('nothing goes back until another person approves, and the amounts are those of the confirmation', async () => {
    const people = [await desk.paid(), await desk.paid(), await desk.paid()]
    const ids = people.map(({ id }) => id)
    const director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
    expect((await preview(ids, {}, director)).money).toMatchObject({ amount: 28_800, approval: true })
    const { data } = await start(ids, {}, director)
    expect(data).toMatchObject({ total: 3, waits: true })
    await work(data.id)
    expect((await shown(data.id, director)).bulk).toMatchObject({
      state: 'waiting',
      done: 0,
      amount: 28_800,
      approval: null,
      can: { approve: false, stop: true },
    })
    // The second person reads the reason and the choices before the decision, and a viewer reads none of them.
    const asked = await desk.ask(consoleRegistrationsBulkShow, { raceid: RACE, id: data.id }, { ...other, lang: 'en' })
    expect(asked.bulk.can.approve).toBe(true)
    expect(asked.given).toContainEqual({ label: 'Reason', value: '赛事取消' })
    expect(asked.given.map(({ label }) => label)).not.toContain('Percentage that we keep')
    // The first page of the race counts the action as work that waits, until somebody has decided.
    const approvals = async () => (await desk.ask(consoleOverviewShow, { raceid: RACE }, other)).approvals
    await expect.poll(approvals).toBe(1)
    expect((await approve(data.id, director)).refusal).toBe('bulk_same_person')
    const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
    expect((await approve(data.id, viewer)).refusal).toBe('no_permission')
    expect((await desk.ask(consoleRegistrationsBulkShow, { raceid: RACE, id: data.id }, viewer)).given).toEqual([])
    expect((await approve(9_999_999, other)).refusal).toBe('bulk_not_found')
    // By the time of the approval, the tier keeps 90 %.
    await openRace(desk, {
      settings: settings({
        approval_above: 20_000,
        refunds: { 0: refundPolicy({ tiers: [{ from: null, until: '2026-05-31', percent: 90, fixed: 0 }] }) },
      }),
    })
    expect((await approve(data.id, other)).code).toBe('200')
    await expect.poll(approvals).toBe(0)
    expect((await approve(data.id, other)).refusal).toBe('bulk_not_waiting')
    await work(data.id)
    expect((await shown(data.id)).bulk).toMatchObject({ state: 'ended', done: 3, back: 28_800, approval: {} })
    expect(await backOf(people[0]!._key)).toEqual([['asked', 9_600]])
    await openRace(desk, { settings: settings({ approval_above: 20_000 }) })
  })

  test('two smaller actions of one person count together, also if both cancel', async () => {
    const director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
    const [first, second, third] = [await desk.paid(), await desk.paid(), await desk.paid()]
    expect((await start([first.id, second.id], {}, director)).data).toMatchObject({ waits: false })
    const { data } = await start([third.id], { refund: 'all' }, director, 'cancel')
    expect(data).toMatchObject({ waits: true })
    expect(await desk.row(third._key)).toMatchObject({ refundid: 0 })
    expect((await desk.call(consoleRegistrationsBulkStop, { raceid: RACE, id: data.id }, other)).code).toBe('200')
    expect((await approve(data.id, other)).refusal).toBe('bulk_not_waiting')
    await work(data.id)
    expect(await backOf(third._key)).toEqual([])
  })

  test('a stopped action counts with the money that it gave back', async () => {
    const director = await staffSession(desk, [{ raceid: RACE, role: 'director' }])
    const [first, second, third] = [await desk.paid(), await desk.paid(), await desk.paid()]
    const { data } = await start([first.id, second.id], {}, director)
    // The stop comes while the action waits for the second registration: the first payment is given back already.
    const { orderid } = await desk.row(second._key)
    await meanwhile(
      desk,
      (tx) => sql`select from orders where raceid = ${RACE} and id = ${orderid} for update`.execute(tx),
      () => work(data.id),
      () => desk.ask(consoleRegistrationsBulkStop, { raceid: RACE, id: data.id }, other),
    )
    expect(await backOf(second._key)).toEqual([])
    expect((await shown(data.id)).bulk).toMatchObject({ state: 'stopped', done: 1, back: 9_600 })
    expect((await start([third.id], { refund: 'all' }, director)).data).toMatchObject({ waits: true })
  })
})

// Each killed step needs a payment, a preview and two runs, so this test takes minutes.
test(
  'killed after a statement or a call to the gateway, each row is paid back once',
  { timeout: 240_000 },
  async () => {
    let steps = 1
    for (; ; steps += STRIDE) {
      const one = await desk.paid()
      const { data } = await start([one.id])
      const all = async (parts = desk.parts) => {
        await work(data.id, parts)
        await desk.sweepWith(parts)
      }
      const died = await killedAt(desk.parts, steps, all)
      await all()
      await desk.refundsRun()
      expect(await backOf(one._key), `step ${steps}`).toEqual([['done', 9_600]])
      expect((await shown(data.id)).bulk, `step ${steps}`).toMatchObject({ state: 'ended', done: 1, back: 9_600 })
      if (!died) break
    }
    expect(await desk.unbalanced()).toEqual([])
    expect(steps).toBeGreaterThan(20)
    counted({ steps_killed_after: steps })
  },
)
