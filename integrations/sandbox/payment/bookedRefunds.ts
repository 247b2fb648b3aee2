import type { DatabaseSync } from 'node:sqlite'
import { newNumber } from './bookedTrades.ts'

export type BookedRefund = {
  refundno: string
  tradeno: string
  number: string
  amount: number
  currency: string
  status: 'PROCESSING' | 'SUCCESS' | 'ABNORMAL' | 'CLOSED'
  notify_url: string
  done_at: number
  created_at: number
}

export const REFUNDS = `
  create table if not exists refunds (
    refundno text primary key, tradeno text, number text, amount integer, currency text, status text, notify_url text,
    done_at integer, created_at integer
  ) strict;
  create index if not exists refunds_of_trade on refunds (tradeno);`

const statementsOf = (db: DatabaseSync) => ({
  refund: db.prepare('select * from refunds where refundno = ?'),
  refundsOf: db.prepare('select * from refunds where tradeno = ? order by created_at, rowid'),
  refunded: db.prepare(
    `select coalesce(sum(amount), 0) as sum from refunds where tradeno = ? and status in ('PROCESSING', 'SUCCESS')`,
  ),
  addRefund: db.prepare(
    `insert into refunds (refundno, tradeno, number, amount, currency, status, notify_url, done_at, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  refundsDue: db.prepare(`select * from refunds where status = 'PROCESSING' and done_at <= ?`),
  refundDone: db.prepare(`update refunds set status = ? where refundno = ? and status = 'PROCESSING'`),
  tradeRefunded: db.prepare(`update trades set state = 'REFUND' where tradeno = ?`),
})

export const bookedRefunds = (db: DatabaseSync) => {
  const prepared = statementsOf(db)
  const refund = (refundno: string) => prepared.refund.get(refundno) as BookedRefund | undefined
  return {
    refund,
    /** Returns the refunds of a trade, oldest first. */
    refundsOf: (tradeno: string) => prepared.refundsOf.all(tradeno) as BookedRefund[],
    refunded: (tradeno: string): number => (prepared.refunded.get(tradeno) as { sum: number }).sum,
    /** Adds a refund. It begins as pending and is done `seconds` later. */
    addRefund: (
      given: Pick<BookedRefund, 'refundno' | 'tradeno' | 'amount' | 'currency' | 'notify_url'>,
      now: number,
      seconds: number,
    ): BookedRefund => {
      prepared.addRefund.run(
        given.refundno,
        given.tradeno,
        newNumber('5030', now),
        given.amount,
        given.currency,
        'PROCESSING',
        given.notify_url,
        now + seconds * 1000,
        now,
      )
      return refund(given.refundno)!
    },
    /** Ends the refunds whose time has come, with the given state. Returns each refund only once. */
    refundsDone: (now: number, state: 'SUCCESS' | 'ABNORMAL'): BookedRefund[] =>
      (prepared.refundsDue.all(now) as BookedRefund[]).filter((due) => {
        if (prepared.refundDone.run(state, due.refundno).changes !== 1) return false
        if (state === 'SUCCESS') prepared.tradeRefunded.run(due.tradeno)
        return true
      }),
  }
}
