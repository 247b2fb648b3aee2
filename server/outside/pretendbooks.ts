import { randomBytes, randomInt } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/**
 * A pretend gateway's own books, in a file of its own: the real one's are not in our database either, and what it knows must outlive
 * our being killed. Moments are milliseconds since 1970 by the gateway's clock.
 */
export type BookedTrade = {
  tradeno: string
  way: string
  description: string
  amount: number
  currency: string
  expire_at: number
  notify_url: string
  openid: string
  prepay_id: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  number: string | null
  paid_amount: number | null
  paid_currency: string | null
  paid_at: number | null
  created_at: number
}
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
export type BookedNotice = { id: string; url: string; event: string; resource: string; tries: number; due_at: number }

/** When WeChat Pay sends a notice again, in seconds after the last try; after the last of them it never does. */
export const RETRIES = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10800, 10800, 10800, 21600, 21600]

export const openBooks = (file: string, retries: readonly number[] = RETRIES) => {
  const db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;
    create table if not exists trades (tradeno text primary key, way text, description text, amount integer, currency text, expire_at integer, notify_url text, openid text,
      prepay_id text unique, state text, number text, paid_amount integer, paid_currency text, paid_at integer, created_at integer) strict;
    create table if not exists refunds (refundno text primary key, tradeno text, number text, amount integer, currency text, status text, notify_url text, done_at integer, created_at integer) strict;
    create index if not exists refunds_of_trade on refunds (tradeno);
    create table if not exists notices (id text primary key, url text, event text, resource text, tries integer, due_at integer) strict;
    create index if not exists notices_due on notices (due_at);`)
  const prepared = {
    trade: db.prepare('select * from trades where tradeno = ?'),
    byPrepay: db.prepare('select * from trades where prepay_id = ?'),
    byNumber: db.prepare('select * from trades where number = ?'),
    ending: db.prepare('select * from trades where substr(tradeno, -length(?1)) = ?1'),
    open: db.prepare(
      `insert into trades (tradeno, way, description, amount, currency, expire_at, notify_url, openid, prepay_id, state, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'NOTPAY', ?)`,
    ),
    renew: db.prepare('update trades set notify_url = ?, description = ? where tradeno = ?'),
    pay: db.prepare(
      `update trades set state = 'SUCCESS', number = ?, paid_amount = ?, paid_currency = ?, paid_at = ? where tradeno = ? and state = 'NOTPAY'`,
    ),
    payer: db.prepare(`update trades set openid = ? where tradeno = ? and state = 'NOTPAY'`),
    close: db.prepare(`update trades set state = 'CLOSED' where tradeno = ? and state = 'NOTPAY'`),
    expire: db.prepare(`update trades set state = 'CLOSED' where tradeno = ? and state = 'NOTPAY' and expire_at <= ?`),
    refund: db.prepare('select * from refunds where refundno = ?'),
    refundsOf: db.prepare('select * from refunds where tradeno = ? order by created_at, rowid'),
    refunded: db.prepare(
      `select coalesce(sum(amount), 0) as sum from refunds where tradeno = ? and status in ('PROCESSING', 'SUCCESS')`,
    ),
    addRefund: db.prepare(
      'insert into refunds (refundno, tradeno, number, amount, currency, status, notify_url, done_at, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    refundsDue: db.prepare(`select * from refunds where status = 'PROCESSING' and done_at <= ?`),
    refundDone: db.prepare(`update refunds set status = ? where refundno = ? and status = 'PROCESSING'`),
    tradeRefunded: db.prepare(`update trades set state = 'REFUND' where tradeno = ?`),
    addNotice: db.prepare('insert into notices (id, url, event, resource, tries, due_at) values (?, ?, ?, ?, 0, ?)'),
    claim: db.prepare('update notices set tries = tries + 1, due_at = ? where id = ? and tries = ? returning *'),
    due: db.prepare('select * from notices where due_at <= ? order by due_at limit 50'),
    drop: db.prepare('delete from notices where id = ?'),
    hurry: db.prepare('update notices set due_at = ?'),
    waiting: db.prepare('select count(*) as n from notices'),
    paidBetween: db.prepare('select * from trades where paid_at >= ? and paid_at < ? order by paid_at, tradeno'),
    askedBetween: db.prepare(
      'select * from refunds where created_at >= ? and created_at < ? order by created_at, refundno',
    ),
    doneBetween: db.prepare(
      `select * from refunds where done_at >= ? and done_at < ? and status = 'SUCCESS' order by done_at, refundno`,
    ),
  }
  const trade = (tradeno: string) => prepared.trade.get(tradeno) as BookedTrade | undefined
  const refund = (refundno: string) => prepared.refund.get(refundno) as BookedRefund | undefined
  /** 28 digits, as the vendor's numbers are. */
  const number = (prefix: string, now: number) =>
    `${prefix}${new Date(now).toISOString().slice(0, 10).replaceAll('-', '')}${String(randomInt(10 ** 9)).padStart(9, '0')}${String(randomInt(10 ** 7)).padStart(7, '0')}`

  return {
    trade,
    refund,
    /** By what its number ends in, where a channel adds something of its own before ours. */
    ending: (end: string) => prepared.ending.get(end) as BookedTrade | undefined,
    byNumber: (number: string) => prepared.byNumber.get(number) as BookedTrade | undefined,
    byPrepay: (prepayId: string) => prepared.byPrepay.get(prepayId) as BookedTrade | undefined,
    open: (
      given: Pick<
        BookedTrade,
        'tradeno' | 'way' | 'description' | 'amount' | 'currency' | 'expire_at' | 'notify_url' | 'openid'
      >,
      now: number,
    ): BookedTrade => {
      prepared.open.run(
        given.tradeno,
        given.way,
        given.description,
        given.amount,
        given.currency,
        given.expire_at,
        given.notify_url,
        given.openid,
        `wx${randomBytes(17).toString('hex')}`,
        now,
      )
      return trade(given.tradeno)!
    },
    renew: (tradeno: string, notifyUrl: string, description: string) =>
      void prepared.renew.run(notifyUrl, description, tradeno),
    /** True when this call is the one that paid. */
    pay: (tradeno: string, amount: number, currency: string, now: number): boolean =>
      prepared.pay.run(number('4200', now), amount, currency, now, tradeno).changes === 1,
    /** Who is about to pay; where a payer approves before the merchant takes the money. */
    approve: (tradeno: string, openid: string): boolean => prepared.payer.run(openid, tradeno).changes === 1,
    /** The refunds of a trade, oldest first. */
    refundsOf: (tradeno: string) => prepared.refundsOf.all(tradeno) as BookedRefund[],
    close: (tradeno: string) => void prepared.close.run(tradeno),
    expire: (tradeno: string, now: number) => void prepared.expire.run(tradeno, now),
    refunded: (tradeno: string): number => (prepared.refunded.get(tradeno) as { sum: number }).sum,
    addRefund: (given: Omit<BookedRefund, 'number' | 'created_at'>, now: number): BookedRefund => {
      prepared.addRefund.run(
        given.refundno,
        given.tradeno,
        number('5030', now),
        given.amount,
        given.currency,
        given.status,
        given.notify_url,
        given.done_at,
        now,
      )
      return refund(given.refundno)!
    },
    /** Refunds whose time has come, each handed out once. */
    refundsDone: (now: number, fate: 'SUCCESS' | 'ABNORMAL'): BookedRefund[] =>
      (prepared.refundsDue.all(now) as BookedRefund[]).filter((due) => {
        if (prepared.refundDone.run(fate, due.refundno).changes !== 1) return false
        if (fate === 'SUCCESS') prepared.tradeRefunded.run(due.tradeno)
        return true
      }),
    addNotice: (url: string, event: string, resource: unknown, due: number) =>
      void prepared.addNotice.run(crypto.randomUUID(), url, event, JSON.stringify(resource), due),
    /** Notices due now, each claimed until its next try, so that two processes never send the same one at once. */
    claimNotices: (now: number): BookedNotice[] =>
      (prepared.due.all(now) as BookedNotice[]).flatMap((due) => {
        const next = retries[due.tries]
        const claimed = prepared.claim.get(
          next === undefined ? Number.MAX_SAFE_INTEGER : now + next * 1000,
          due.id,
          due.tries,
        ) as BookedNotice | undefined
        return claimed ? [claimed] : []
      }),
    dropNotice: (id: string) => void prepared.drop.run(id),
    hurryNotices: (now: number) => void prepared.hurry.run(now),
    /** What was paid, and what given back (`asked` or `done`), from one moment until before another. */
    between: (from: number, until: number, refunds: 'asked' | 'done') => ({
      trades: prepared.paidBetween.all(from, until) as BookedTrade[],
      refunds: (prepared[refunds === 'asked' ? 'askedBetween' : 'doneBetween'].all(from, until) as BookedRefund[]).map(
        (one) => ({ refund: one, trade: trade(one.tradeno)! }),
      ),
    }),
    noticesWaiting: (): number => (prepared.waiting.get() as { n: number }).n,
    shut: () => db.close(),
  }
}
export type Books = ReturnType<typeof openBooks>
