import { needed } from '#db/needed.ts'
import { type Readable, readable } from '#db/readable.ts'

export const paymentRows = readable('payments', [
  'raceid',
  'id',
  'orderid',
  'gateway',
  'way',
  'tradeno',
  'amount',
  'currency',
  'state',
  'gateway_number',
  'paid_amount',
  'paid_currency',
  'paid_at',
  'receipt',
  'taken_by',
])

export const refundRows = readable('refunds', [
  'raceid',
  'id',
  'orderid',
  'paymentid',
  'refundno',
  'amount',
  'currency',
  'reason',
  'state',
  'payment',
  'failure',
  'came_back',
  'fen',
  'refund_at',
  'updated_at',
  'created_at',
  'hand_at',
  'hand_by',
  'hand_reference',
  'hand_fee',
  'hand_cash',
])

/** The books of each order. `balanced` tells whether the ledger agrees with the order's payments and refunds. */
export const bookRows = readable('order_books', ['raceid', 'orderid', 'balanced'])

/** The lines of statements that report payments and refunds. */
export const statementLines =
  needed<Readable<{ raceid: number; kind: string; id: number; day: string; line: number }>>('lines of statements')
