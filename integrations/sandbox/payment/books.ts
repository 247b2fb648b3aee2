import { openSharedFile } from '../sharedFile.ts'
import { NOTICES, bookedNotices } from './bookedNotices.ts'
import { type BookedRefund, REFUNDS, bookedRefunds } from './bookedRefunds.ts'
import { type BookedTrade, TRADES, bookedTrades } from './bookedTrades.ts'

/**
 * A sandbox gateway's own books, in a file of its own. A real gateway's books are not in our database either, and the
 * sandbox must remember payments after this server was killed. Moments are milliseconds since 1970 by the gateway's
 * clock.
 */

/** The payments and refunds of a span, each refund with its trade. */
export type SandboxMovement = {
  trades: readonly BookedTrade[]
  refunds: readonly { refund: BookedRefund; trade: BookedTrade }[]
}

export const openBooks = (file: string, retries: readonly number[]) => {
  const db = openSharedFile(file, TRADES + REFUNDS + NOTICES)
  const trades = bookedTrades(db)
  const between = {
    paid: db.prepare('select * from trades where paid_at >= ? and paid_at < ? order by paid_at, tradeno'),
    asked: db.prepare('select * from refunds where created_at >= ? and created_at < ? order by created_at, refundno'),
    done: db.prepare(
      `select * from refunds where done_at >= ? and done_at < ? and status = 'SUCCESS' order by done_at, refundno`,
    ),
  }
  return {
    ...trades,
    ...bookedRefunds(db),
    ...bookedNotices(db, retries),
    /**
     * Returns the payments of a span, and the refunds that were asked for (`asked`) or completed (`done`) in this span.
     * The moment `from` belongs to the span, the moment `until` does not.
     */
    between: (from: number, until: number, refunds: 'asked' | 'done'): SandboxMovement => ({
      trades: between.paid.all(from, until) as BookedTrade[],
      refunds: (between[refunds].all(from, until) as BookedRefund[]).map((refund) => ({
        refund,
        trade: trades.trade(refund.tradeno)!,
      })),
    }),
    shut: () => db.close(),
  }
}
export type Books = ReturnType<typeof openBooks>
