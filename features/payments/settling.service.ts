import type { Db, Tx } from '#db/db.ts'
import type { Payment } from '#features/orders/contract.ts'
import { payOrderBy, writeLedger } from '#features/orders/service.ts'
import { findOrder, lockOrder } from '#features/orders/finding.service.ts'
import { postings, raceOfTradeno, type OrderRow } from '#features/orders/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type Gateway, GatewayRefused, type Trade } from '#integrations/payment/gateway.ts'
import { gatewayOf, knownOf } from './channels/channels.service.ts'
import { returnMoney } from './refunding.service.ts'
import { type ReturnReason, bornUntil, effectOfMoney, nextGatewayAsk, staysAbsent } from './rules.ts'
import { type PaymentRow, findPayment, getPayment, updatePayment, updateStarted } from './store.ts'

export type PaymentParts = Pick<Parts, 'db' | 'integrations' | 'origin'>
type PaidTrade = Extract<Trade, { state: 'paid' }>
/**
 * The effect of money that a gateway confirmed. `repeated` means that the server settled the payment before. `unknown`
 * means that none of our payments has this number.
 */
export type SettledPayment = 'pays' | ReturnReason | 'repeated' | 'unknown'

/**
 * Books money that a gateway confirms, by a notice, by our own question, or by a closing. A repetition has no effect,
 * even at the same moment.
 */
export const settle = async (db: Db, gateway: Gateway, trade: PaidTrade, now: Date): Promise<SettledPayment> => {
  const raceid = raceOfTradeno(trade.tradeno)
  const found = raceid === undefined ? undefined : await findPayment(db, raceid, trade.tradeno)
  if (!found || found.gateway !== gateway.name) return 'unknown'
  return db.transaction().execute(async (tx) => {
    const order = (await lockOrder(tx, found.raceid, found.orderid))!
    const payment = await getPayment(tx, found.raceid, found.id)
    if (payment.state === 'paid') return 'repeated'
    return settleInto(tx, gateway, order, payment, trade, now)
  })
}

const settleInto = async (
  tx: Tx,
  gateway: Gateway,
  order: OrderRow,
  payment: PaymentRow,
  trade: PaidTrade,
  now: Date,
): Promise<SettledPayment> => {
  const effect = effectOfMoney(order, payment, trade)
  const paid = {
    state: 'paid',
    settles: effect === 'pays' ? order.amount : null,
    gateway_number: trade.number,
    paid_amount: trade.amount,
    paid_currency: trade.currency,
    paid_at: trade.paidAt,
    updated_at: now,
  }
  await updatePayment(tx, payment, paid)
  if (effect === 'pays') {
    await payOrderBy(
      tx,
      order,
      {
        gateway: gateway.name satisfies Payment,
        paymentid: payment.id,
        paidAt: trade.paidAt,
        buyer: trade.buyer,
        came: trade,
      },
      now,
    )
    return effect
  }
  await writeLedger(tx, order, [postings.late(gateway.name, trade.amount, trade.currency, payment.id)], now)
  await returnMoney(tx, order, { ...payment, ...paid }, effect, now)
  return effect
}

/** Saves a gateway's answer about one payment. Returns true if this call has paid the order. */
const takeIn = async (
  db: Db,
  gateway: Gateway,
  payment: PaymentRow,
  trade: Trade,
  now: Date,
  asks: number,
): Promise<boolean> => {
  if (trade.state === 'paid') return (await settle(db, gateway, trade, now)) === 'pays'
  const payEnd = trade.state === 'absent' ? (await findOrder(db, payment.raceid, payment.orderid))!.pay_end : undefined
  if (trade.state === 'closed' || (payEnd && staysAbsent(gateway.bornLate, payment.created_at, payEnd, now)))
    await updateStarted(db, payment, { state: 'closed', updated_at: now })
  else await updateStarted(db, payment, { ask_at: nextGatewayAsk(now, asks), asks })
  return false
}

/**
 * Asks the gateway about a payment without a notice. Returns true if the answer has paid the order. Throws GatewayDown
 * if the gateway does not answer or is not configured. The function postpones the next question first, so that a silent
 * gateway delays nothing.
 */
export const askPayment = async (
  { db, integrations }: PaymentParts,
  payment: PaymentRow,
  now: Date,
  why: 'due' | 'for a page' = 'due',
): Promise<boolean> => {
  await updateStarted(db, payment, { ask_at: nextGatewayAsk(now, payment.asks) })
  const gateway = gatewayOf({ db, integrations }, payment.gateway)
  const take = (await findOrder(db, payment.raceid, payment.orderid))!.state === 'open'
  return takeIn(
    db,
    gateway,
    payment,
    await gateway.query(payment.tradeno, { ...knownOf(payment), take }),
    now,
    payment.asks + (why === 'due' ? 1 : 0),
  )
}

/** Asks about a payment at once, because its gateway has reported a change. */
export const askAbout = async (parts: PaymentParts, gateway: Gateway, tradeno: string, now: Date): Promise<boolean> => {
  const raceid = raceOfTradeno(tradeno)
  const found = raceid === undefined ? undefined : await findPayment(parts.db, raceid, tradeno)
  return found?.state === 'started' && found.gateway === gateway.name
    ? askPayment(parts, found, now, 'for a page')
    : false
}

/**
 * Closes a payment at its gateway, and returns true. If the payment was paid already, the function settles it and
 * returns false. Throws GatewayDown if the state is unknown, and GatewayRefused if the gateway leaves the payment open.
 */
export const shutPayment = async (
  { db, integrations }: PaymentParts,
  payment: PaymentRow,
  payEnd: Date,
  now: Date,
): Promise<boolean> => {
  const gateway = gatewayOf({ db, integrations }, payment.gateway)
  const trade = await queryAndClose(gateway, payment)
  if (trade.state === 'paid') {
    await settle(db, gateway, trade, now)
    return false
  }
  if (trade.state === 'open' && gateway.closes)
    throw new GatewayRefused('STILL_OPEN', 'the gateway neither closed nor settled the payment')
  // Some gateways cannot close a payment before its payer comes, or at all. A person with an open page may then pay
  // until the payment's end, and gets the money back.
  const mayBePaid = trade.state === 'open' || (trade.state === 'absent' && gateway.bornLate)
  await updateStarted(db, payment, {
    state: 'closed',
    last_ask_at: mayBePaid && now < bornUntil(payEnd) ? bornUntil(payEnd) : null,
    updated_at: now,
  })
  return true
}

const queryAndClose = async (gateway: Gateway, payment: PaymentRow): Promise<Trade> => {
  const trade = await gateway.query(payment.tradeno, knownOf(payment))
  return trade.state === 'open' ? gateway.close(payment.tradeno, knownOf(payment)) : trade
}

/** The longest time in which a payment that is open at the gateway may still be paid, in milliseconds. */
const OPEN_LONGEST = 86_400_000

/**
 * Asks about a closed payment that its payer could still pay at the gateway. If money has arrived, the server refunds
 * it automatically. If the payment is still open at the gateway, the server asks again later.
 */
export const askLast = async ({ db, integrations }: PaymentParts, payment: PaymentRow, now: Date): Promise<void> => {
  await updatePayment(db, payment, { last_ask_at: nextGatewayAsk(now, Number.POSITIVE_INFINITY) })
  const gateway = gatewayOf({ db, integrations }, payment.gateway)
  const trade = await queryAndClose(gateway, payment)
  if (trade.state === 'open' && now.getTime() - payment.created_at.getTime() < OPEN_LONGEST) return
  if (trade.state === 'paid') await settle(db, gateway, trade, now)
  await updatePayment(db, payment, { last_ask_at: null })
}
