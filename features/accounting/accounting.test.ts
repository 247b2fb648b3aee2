import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleReconciliationsRate } from '#features/reconciliations/contract.ts'
import { RACE } from '#test/entrants.ts'
import { type Leavers, openLeavers } from '#test/leavers.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { consoleAccountingMonth } from './contract.ts'
import { type FeesOfDay, type BookMovement, feeOf, monthReportOf, spanOfMonth } from './rules.ts'

const moved = (change: Partial<BookMovement>): BookMovement => ({
  day: '2026-03-01',
  event: 'order_paid',
  debit: 'gateway:wechat',
  credit: 'receivable',
  currency: 'CNY',
  n: 1,
  amount: 12_000,
  ...change,
})
const fees = (change: Partial<FeesOfDay>): FeesOfDay => ({
  day: '2026-03-01',
  channel: 'wechat',
  currency: 'CNY',
  fee: 0,
  stated: 0,
  unstated: 0,
  ...change,
})

describe('the rules', () => {
  test('a month begins and ends at midnight in China', () => {
    expect(spanOfMonth('2026-12')).toEqual({
      from: new Date('2026-11-30T16:00:00Z'),
      until: new Date('2026-12-31T16:00:00Z'),
    })
  })
  test('a fee comes from the statement, else from the rate, and is never estimated', () => {
    expect(feeOf(fees({ fee: 72_000, stated: 1 }), 6000)).toEqual({ fee: 72, basis: 'statement' })
    expect(feeOf(fees({ unstated: 12_000 }), 6000)).toEqual({ fee: 72, basis: 'rate' })
    expect(feeOf(fees({ fee: 72_000, stated: 1, unstated: 12_000 }), 6000)).toEqual({ fee: 144, basis: 'part' })
    expect(feeOf(fees({ unstated: 12_000 }), undefined)).toEqual({ fee: 0, basis: 'unknown' })
    expect(feeOf(fees({ fee: 333, stated: 1 }), undefined).fee, 'a third of a fen').toBe(0)
  })
  test('the sums of a channel are the sums of its days', () => {
    const lines = monthReportOf(
      [
        moved({}),
        moved({ day: '2026-03-02', amount: 7 }),
        moved({ day: '2026-03-02', event: 'refund_done', debit: 'refund_due', credit: 'gateway:wechat', amount: 3 }),
        moved({ day: '2026-03-02', debit: 'refund_due', credit: 'by_hand', amount: 5 }),
        moved({ event: 'order_opened', debit: 'receivable', credit: 'sales', amount: 42_107 }),
        moved({ event: 'order_closed', debit: 'sales', credit: 'receivable', amount: 9_000 }),
        moved({ event: 'refund_asked', debit: 'sales', credit: 'refund_due', amount: 8 }),
        moved({ debit: 'exchange', currency: 'CNY', amount: 100 }),
      ],
      [fees({ fee: 71_600, stated: 1 }), fees({ day: '2026-03-02', fee: 1_400, stated: 1 })],
      new Map(),
    )
    expect(lines.filter(({ kind }) => kind === 'channel')).toMatchObject([
      { channel: 'wechat', payments: 2, received: 12_007, refunds: 1, refunded: 3, fee: 73, payout: 11_931 },
      { channel: 'by_hand', received: 0, refunds: 1, refunded: 5, payout: -5 },
    ])
    // An order that is open or that lapsed unpaid is neither income nor a refund.
    expect(lines.filter(({ kind }) => kind === 'income')).toMatchObject([
      { payments: 3, received: 12_107, refunds: 1, refunded: 8, payout: 12_099 },
    ])
    expect(lines.some(({ channel }) => channel === 'exchange')).toBe(false)
  })
})

describe('the books of a race', () => {
  let desk: Leavers
  beforeAll(async () => {
    desk = await openLeavers()
  }, 60_000)
  afterAll(() => desk?.close())

  test('equal the ledger to the fen, over the end of a month', async () => {
    const owner = await staffSession(desk, [{ raceid: null, role: 'owner' }])
    await desk.ask(consoleReconciliationsRate, { gateway: 'wechat', rate: 6000 }, owner)
    desk.clock.set('2026-03-31T15:59:00Z')
    desk.runner.token = (await runnerSession(desk, desk.runner.mobile)).token
    const [stays, leaves] = [await desk.paid(), await desk.paid({ eventid: 2 })]
    desk.clock.set('2026-03-31T16:01:00Z')
    await desk.paid()
    await desk.leave(leaves)
    const cashier = await staffSession(desk, [{ raceid: RACE, role: 'cashier' }])
    const of = async (month: string) => (await desk.ask(consoleAccountingMonth, { raceid: RACE, month }, cashier)).items
    const march = await of('2026-03')
    const april = await of('2026-04')
    const [channel] = march.filter(({ kind }) => kind === 'channel')
    expect(channel).toMatchObject({
      channel: 'wechat',
      payments: 2,
      received: 24_000,
      refunds: 0,
      fee: 144,
      fee_basis: 'rate',
      payout: 23_856,
    })
    expect(march.filter(({ kind }) => kind === 'day').map(({ day }) => day)).toEqual(['2026-03-31'])
    expect(april.find(({ kind }) => kind === 'channel')).toMatchObject({ payments: 1, received: 12_000 })

    const rows = await desk.db.selectFrom('ledger').selectAll().where('raceid', '=', RACE).execute()
    const sum = (of: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(of).reduce((total, { amount }) => total + amount, 0)
    const books = [...march, ...april]
    const total = (kind: string, name: 'received' | 'refunded') =>
      books.filter((line) => line.kind === kind).reduce((all, line) => all + line[name], 0)
    expect(total('day', 'received')).toBe(sum(({ debit }) => debit.startsWith('gateway:')))
    expect(total('channel', 'received')).toBe(total('day', 'received'))
    expect(total('channel', 'refunded')).toBe(sum(({ credit }) => credit.startsWith('gateway:')))
    expect(total('income', 'received')).toBe(
      sum(({ event, credit }) => event === 'order_paid' && credit === 'receivable'),
    )
    expect(total('income', 'refunded')).toBe(sum(({ event, debit }) => event === 'refund_asked' && debit === 'sales'))
    const [sold, open] = [sum(({ credit }) => credit === 'sales'), sum(({ event }) => event === 'order_closed')]
    expect(total('income', 'received'), 'all orders are paid or closed').toBe(sold - open)
    expect(stays.id).toBeGreaterThan(0)
  })

  test('are for staff who may read orders, and for existing months', async () => {
    const editor = await staffSession(desk, [{ raceid: RACE, role: 'editor' }])
    const ask = (month: string, who: { token: string }) =>
      desk.call(consoleAccountingMonth, { raceid: RACE, month }, who)
    expect((await ask('2026-03', editor)).code).toBe('403')
    const viewer = await staffSession(desk, [{ raceid: RACE, role: 'viewer' }])
    for (const month of ['2026-13', '2026-00', '26-03', '1999-12', '2026-3'])
      expect((await ask(month, viewer)).code).toBe('422')
    expect((await ask('2031-01', viewer)).data).toEqual({ items: [] })
  })
})
