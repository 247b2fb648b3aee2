import { describe, expect, test } from 'vitest'
import type { StatedPayment, StatedRefund } from '#integrations/payment/statement.ts'
import { addLine, lastDay, noSums, paymentFound, refundFound, momentsOfDay, totalsFound } from './rules.ts'

const shanghai = { zone: 'Asia/Shanghai', readyHour: 10 }

describe('rules', () => {
  const at = new Date('2026-03-01T04:00:00Z')
  const line: StatedPayment = {
    kind: 'payment',
    line: 2,
    at,
    tradeno: 't-1',
    number: '4200',
    amount: 10_000,
    currency: 'CNY',
    fee: 60_000,
    rate: 6000,
    state: 'paid',
  }
  const ours = { state: 'paid', gateway: 'wechat', amount: 10_000, currency: 'CNY', number: '4200' }
  const back: StatedRefund = { ...line, kind: 'refund', refundno: 't-1-r1', amount: 2500, fee: -15_000, state: 'done' }
  const ourBack = { state: 'done', gateway: 'wechat', amount: 2500, currency: 'CNY' }
  const kinds = (found: readonly { kind: string }[]) => found.map(({ kind }) => kind)
  test('an equal payment has no difference, and each kind of difference has its name', () => {
    expect(paymentFound(line, ours, 'wechat', undefined)).toEqual([])
    expect(kinds(paymentFound(line, undefined, 'wechat', undefined))).toEqual(['unknown_number'])
    expect(kinds(paymentFound(line, { ...ours, gateway: 'alipay' }, 'wechat', undefined))).toEqual(['unknown_number'])
    expect(kinds(paymentFound(line, { ...ours, state: 'closed' }, 'wechat', undefined))).toEqual(['missing_here'])
    expect(kinds(paymentFound({ ...line, state: 'reversed' }, ours, 'wechat', undefined))).toEqual(['reversed'])
    expect(paymentFound({ ...line, state: 'taken_back' }, ours, 'wechat', undefined)).toEqual([
      { kind: 'reversed', ours: 'paid', theirs: 'CNY 100.00' },
    ])
    expect(paymentFound({ ...line, state: 'reversed' }, { ...ours, state: 'closed' }, 'wechat', undefined)).toEqual([])
    expect(paymentFound(line, { ...ours, amount: 9999 }, 'wechat', undefined)).toEqual([
      { kind: 'amount', ours: 'CNY 99.99', theirs: 'CNY 100.00' },
    ])
    expect(kinds(paymentFound({ ...line, currency: 'USD' }, ours, 'wechat', undefined))).toEqual(['currency'])
    expect(kinds(paymentFound({ ...line, number: '4201' }, ours, 'wechat', undefined))).toEqual(['number'])
    expect(paymentFound(line, ours, 'wechat', 3800)).toEqual([{ kind: 'fee', ours: '0.38', theirs: '0.60' }])
    expect(
      paymentFound({ ...line, fee: 61_000 }, ours, 'wechat', undefined),
      'a fen of rounding is no other rate',
    ).toEqual([])
    expect(
      paymentFound({ ...line, rate: undefined }, ours, 'wechat', undefined),
      'without a rate there is nothing to compare with',
    ).toEqual([])
  })
  test('refunds too; a refund under way at the channel is only reported', () => {
    expect(refundFound(back, ourBack, 'wechat', undefined)).toEqual([])
    expect(kinds(refundFound(back, undefined, 'wechat', undefined))).toEqual(['refund_missing_here'])
    expect(kinds(refundFound(back, { ...ourBack, amount: 2000 }, 'wechat', undefined))).toEqual(['refund_amount'])
    expect(kinds(refundFound(back, { ...ourBack, currency: 'USD' }, 'wechat', undefined))).toEqual(['refund_currency'])
    expect(kinds(refundFound(back, { ...ourBack, state: 'failed' }, 'wechat', undefined))).toEqual(['refund_state'])
    expect(kinds(refundFound({ ...back, state: 'failed' }, ourBack, 'wechat', undefined))).toEqual(['refund_state'])
    expect(refundFound({ ...back, state: 'under_way' }, { ...ourBack, state: 'sent' }, 'wechat', undefined)).toEqual([])
    expect(refundFound({ ...back, fee: 0 }, ourBack, 'wechat', undefined), 'a channel that keeps its fee').toEqual([])
    expect(kinds(refundFound({ ...back, fee: -99_000 }, ourBack, 'wechat', undefined))).toEqual(['fee'])
  })
  test("a statement's own sums, only if it has them", () => {
    const sums = { ...noSums(), payments: 2, received: 300, refunds: 1, refunded: 50 }
    expect(totalsFound({ kind: 'totals', line: 9, count: 3, received: 300, refunded: 50 }, sums)).toEqual([])
    expect(totalsFound({ kind: 'totals', line: 9, payments: 3, received: 301 }, sums)).toEqual([
      { kind: 'totals', ours: 'payments 2, received 300', theirs: 'payments 3, received 301' },
    ])
  })
  test('sums have one currency or no currency; payments that were taken back are subtracted', () => {
    const sums = noSums()
    for (const one of [line, back, { ...line, state: 'taken_back', fee: undefined } as const]) addLine(sums, one)
    expect(sums).toMatchObject({
      payments: 1,
      received: 10_000,
      refunds: 2,
      refunded: 12_500,
      fees: 45_000,
      currency: 'CNY',
    })
    addLine(sums, { ...line, currency: 'USD' })
    addLine(sums, line)
    expect(sums.currency).toBeNull()
  })
  test("a channel's day is a day of its own zone, and is ready at ten o'clock of the next morning", () => {
    expect(momentsOfDay('2026-03-01', 'Asia/Shanghai')).toEqual({
      from: new Date('2026-02-28T16:00:00Z'),
      until: new Date('2026-03-01T16:00:00Z'),
    })
    expect(lastDay(new Date('2026-03-02T01:59:59Z'), shanghai)).toBe('2026-02-28')
    expect(lastDay(new Date('2026-03-02T02:00:00Z'), shanghai)).toBe('2026-03-01')
  })
})
