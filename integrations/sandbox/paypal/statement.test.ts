import { expect, test } from 'vitest'
import type { BookedTrade } from '../payment/bookedTrades.ts'
import { paypalEntriesOf } from './statement.ts'

test('a payment is reversed only once completed refunds gave the whole amount back', () => {
  const trade = { tradeno: 't1', number: 'P1', paid_at: 1, paid_amount: 1000, paid_currency: 'CNY', state: 'REFUND' }
  const statusAfter = (...refunds: [amount: number, status: 'PROCESSING' | 'SUCCESS'][]) =>
    paypalEntriesOf({ trades: [trade as BookedTrade], refunds: [] }, () =>
      refunds.map(([amount, status]) => ({ amount, status })),
    ).map(({ transaction_info }) => transaction_info['transaction_status'])
  expect(statusAfter()).toEqual(['S'])
  expect(statusAfter([400, 'SUCCESS'])).toEqual(['S'])
  expect(statusAfter([400, 'SUCCESS'], [600, 'PROCESSING'])).toEqual(['S'])
  expect(statusAfter([400, 'SUCCESS'], [600, 'SUCCESS'])).toEqual(['V'])
})
