import { beijingText } from '../../payment/moments.ts'
import type { BookedRefund } from './bookedRefunds.ts'
import type { BookedTrade } from './bookedTrades.ts'
import type { SandboxMovement } from './books.ts'

/**
 * The parts that the statements of all sandbox gateways share. Each statement has exactly the format of the real
 * company.
 */

/** Returns the fee of WeChat Pay and Alipay, which is 0.60 %, in thousandths of a fen. */
export const sandboxFeeOf = (fen: number): number => fen * 6
export const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
export const at = (ms: number): string => beijingText(new Date(ms))

/**
 * Returns one line for each payment and each refund, oldest first. `refundAt` tells whether a refund has the time of
 * its request or of its completion.
 */
export const inOrder = <Line>(
  { trades, refunds }: SandboxMovement,
  refundAt: 'created_at' | 'done_at',
  paid: (trade: BookedTrade, when: number) => Line,
  back: (refund: BookedRefund, trade: BookedTrade, when: number) => Line,
): Line[] =>
  [
    ...trades.map((trade) => ({ when: trade.paid_at!, line: paid(trade, trade.paid_at!) })),
    ...refunds.map(({ refund, trade }) => ({
      when: refund[refundAt],
      line: back(refund, trade, refund[refundAt]),
    })),
  ]
    .toSorted((one, other) => one.when - other.when)
    .map(({ line }) => line)
