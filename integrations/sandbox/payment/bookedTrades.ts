import { randomBytes, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

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
type NewTrade = Pick<
  BookedTrade,
  'tradeno' | 'way' | 'description' | 'amount' | 'currency' | 'expire_at' | 'notify_url' | 'openid'
>

export const TRADES = `
  create table if not exists trades (
    tradeno text primary key, way text, description text, amount integer, currency text, expire_at integer,
    notify_url text, openid text, prepay_id text unique, state text, number text, paid_amount integer,
    paid_currency text, paid_at integer, created_at integer
  ) strict;`

/** Returns a new number of 28 digits, such as a channel gives to a payment or a refund. */
export const newNumber = (prefix: string, now: number): string =>
  [
    prefix,
    new Date(now).toISOString().slice(0, 10).replaceAll('-', ''),
    String(randomInt(10 ** 9)).padStart(9, '0'),
    String(randomInt(10 ** 7)).padStart(7, '0'),
  ].join('')

const statementsOf = (db: DatabaseSync) => ({
  trade: db.prepare('select * from trades where tradeno = ?'),
  byPrepay: db.prepare('select * from trades where prepay_id = ?'),
  byNumber: db.prepare('select * from trades where number = ?'),
  ending: db.prepare('select * from trades where substr(tradeno, -length(?1)) = ?1'),
  open: db.prepare(
    `insert into trades (tradeno, way, description, amount, currency, expire_at, notify_url, openid, prepay_id, state,
       created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'NOTPAY', ?)`,
  ),
  renew: db.prepare('update trades set notify_url = ?, description = ? where tradeno = ?'),
  pay: db.prepare(
    `update trades set state = 'SUCCESS', number = ?, paid_amount = ?, paid_currency = ?, paid_at = ?
     where tradeno = ? and state = 'NOTPAY'`,
  ),
  payer: db.prepare(`update trades set openid = ? where tradeno = ? and state = 'NOTPAY'`),
  close: db.prepare(`update trades set state = 'CLOSED' where tradeno = ? and state = 'NOTPAY'`),
  expire: db.prepare(`update trades set state = 'CLOSED' where tradeno = ? and state = 'NOTPAY' and expire_at <= ?`),
})

export const bookedTrades = (db: DatabaseSync) => {
  const prepared = statementsOf(db)
  const trade = (tradeno: string) => prepared.trade.get(tradeno) as BookedTrade | undefined
  return {
    trade,
    /** Returns a trade as it stands now. The call first closes the trade if its time has run out. */
    current: (tradeno: string, now: number): BookedTrade | undefined => {
      prepared.expire.run(tradeno, now)
      return trade(tradeno)
    },
    /** Returns the trade whose number ends with this text. Some channels put digits of their own before our number. */
    ending: (end: string) => prepared.ending.get(end) as BookedTrade | undefined,
    byNumber: (number: string) => prepared.byNumber.get(number) as BookedTrade | undefined,
    byPrepay: (prepayId: string) => prepared.byPrepay.get(prepayId) as BookedTrade | undefined,
    open: (given: NewTrade, now: number): BookedTrade => {
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
    /** Pays a trade. Returns true when this call made the payment. */
    pay: (tradeno: string, amount: number, currency: string, now: number): boolean =>
      prepared.pay.run(newNumber('4200', now), amount, currency, now, tradeno).changes === 1,
    /**
     * Notes the payer, for channels whose payer approves before the merchant takes the money. Returns false if the
     * trade does not wait for a payment.
     */
    approve: (tradeno: string, openid: string): boolean => prepared.payer.run(openid, tradeno).changes === 1,
    close: (tradeno: string) => void prepared.close.run(tradeno),
  }
}
