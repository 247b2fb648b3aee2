import { expect, test } from 'vitest'
import { type PaidState, type RefundState, paidStates, refundStates } from '../contract.ts'
import type { StatusFacts } from './facts.rules.ts'
import { paidTextOf, registrationFeeOf } from './fee.rules.ts'

type Row = [paid: PaidState, payable: boolean, price: number, refund: RefundState | undefined, said: string | null]
const [fee, free] = [18_000, 0]
const table: Row[] = [
  ['0', true, fee, undefined, '待支付 waiting'],
  // An unpaid fee that is not payable has no status, for example before a draw or before payment opens.
  ['0', false, fee, undefined, null],
  ['0', true, free, undefined, '免费 info'],
  ['0', false, free, undefined, '免费 info'],
  ['1', false, fee, undefined, '已支付 success'],
  ['1', true, fee, undefined, '已支付 success'],
  ['1', false, free, undefined, '免费 success'],
  ['1', true, free, undefined, '免费 success'],
  ...([true, false] as const).flatMap((payable): Row[] => [
    ['closed', payable, fee, undefined, '支付已关闭 warn'],
    ['closed', payable, free, undefined, '支付已关闭 warn'],
    ...[fee, free].flatMap((price): Row[] => [
      ['2', payable, price, undefined, '已退款 info'],
      ['2', payable, price, 'waiting', '退款处理中 waiting'],
      ['2', payable, price, 'asked', '退款处理中 waiting'],
      ['2', payable, price, 'sent', '退款处理中 waiting'],
      ['2', payable, price, 'failed', '退款未成功 warn'],
      ['2', payable, price, 'done', '已退款 info'],
    ]),
  ]),
]

test.each(table)('paid %s, payable %s, %i fen, refund %s: %s', (paid, payable, price, refund, said) => {
  const found = registrationFeeOf({ paid, payable, price, refund })
  expect(found && `${found.text['zh-cn']} ${found.tone}`).toBe(said)
})

test('the table has every combination', () => {
  const cases = new Set(table.map(([paid, payable, price, refund]) => `${paid} ${payable} ${price} ${refund}`))
  const all = paidStates.flatMap((paid) =>
    [true, false].flatMap((payable) =>
      [fee, free].flatMap((price) =>
        (paid === '2' ? [undefined, ...refundStates] : [undefined]).map(
          (refund) => `${paid} ${payable} ${price} ${refund}`,
        ),
      ),
    ),
  )
  expect([...cases].sort()).toEqual(all.sort())
})

test('an unpaid registration is asked for money only if its fee is due', () => {
  const now = new Date('2026-03-20T00:00:00Z')
  const said = (
    registration: object,
    paystate: 'open' | 'closed' = 'open',
    order: object | null = null,
    pay_end: Date | null = null,
  ) =>
    paidTextOf(
      {
        registration: { state: 'normal', price: fee, pay_at: null, refundid: 0, closed_at: null, ...registration },
        order,
        event: { paystate, pay_end },
      } as StatusFacts,
      now,
    )['zh-cn']
  expect(said({})).toBe('待支付')
  expect(said({ price: 0 })).toBe('免费')
  expect(said({ state: 'audit' })).toBe('审核通过后支付')
  expect(said({ state: 'audit', price: 0 })).toBe('免费')
  expect(said({ state: 'draw' }, 'closed')).toBe('支付未开放')
  expect(said({ state: 'draw' })).toBe('待支付')
  expect(said({ state: 'normal' }, 'closed', { state: 'open' })).toBe('待支付')
  expect(said({}, 'open', null, now)).toBe('未支付')
  expect(said({}, 'closed', null, now)).toBe('未支付')
  expect(said({}, 'open', { state: 'open', pay_end: now })).toBe('未支付')
  expect(said({}, 'open', null, new Date(now.getTime() + 1))).toBe('待支付')
  expect(said({ state: 'auditfail' })).toBe('未支付')
  expect(said({ deleted_at: new Date() })).toBe('未支付')
  expect(said({ state: 'audit', pay_at: new Date() })).toBe('已支付')
  expect(said({ closed_at: new Date() })).toBe('支付已关闭')
})
