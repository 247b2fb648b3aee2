import type { Tx } from '#db/db.ts'
import type { CloseReason, OrderState } from '#features/orders/contract.ts'
import { postponeClosing, shutOrder } from '#features/orders/service.ts'
import { findOrder, lockOrder } from '#features/orders/finding.service.ts'
import { tryNumber, type OrderRow } from '#features/orders/rules.ts'
import { type Gateway, GatewayDown, GatewayRefused, type Prepared } from '#integrations/payment/gateway.ts'
import { gatewayOf } from './channels/channels.service.ts'
import {
  type Foreign,
  foreignAmount,
  gatewayEnd,
  gatewaysFor,
  nextGatewayAsk,
  nextClosing,
  payGateways,
  payWayFor,
  type PayGateway,
  type PayWay,
  type ReturnReason,
  returnReasons,
} from './rules.ts'
import { type PaymentParts, askPayment, shutPayment } from './settling.service.ts'
import { type PaymentRow, insertPayment, keepPrepared, listPayments, listReturned, updateStarted } from './store.ts'

/**
 * The payer's way to the gateway: a code to scan, an address to open, parameters for the messaging app's own call, or a
 * form to post.
 */
export type PaymentStart = {
  way: PayWay
  code_url: string | null
  url: string | null
  jsapi: Record<string, string> | null
  form: { action: string; fields: Record<string, string> } | null
}
export type PaymentRequest = {
  raceid: number
  orderid: number
  gateway: PayGateway
  /** The way to pay. Without this field the device decides. */
  way?: PayWay | undefined
  userAgent: string
  /** The payer's network address. */
  address: string
  /** The payer's id in the messaging app. Without this id the payer cannot pay inside the app. */
  openid?: string | undefined
  /** The mini-program from which `openid` comes. */
  appid?: string | undefined
  /** The currency and the rate for a gateway that takes no yuan. Without them the server does not offer the gateway. */
  foreign?: Foreign | undefined
  /** The full address to which the gateway sends the payer back. A visit to this address proves nothing. */
  returnUrl: string
}
/**
 * The begun payment. `gateway_down` means that the gateway did not answer. The place stays held, and the payer may try
 * again at once.
 */
export type PayBegun = { state: OrderState; next: PaymentStart | null; why?: 'gateway_down' | 'past_end' }

const nextFrom = ({ way, code, page, bridge, form }: Prepared): PaymentStart => ({
  way: way satisfies PayWay,
  code_url: code ?? null,
  url: page ?? null,
  jsapi: bridge ?? null,
  form: form ?? null,
})
const stateOf = (order: OrderRow) => order.state as OrderState

/** The largest number of tries. A program that repeats itself reaches this number, and a payer does not reach it. */
const MOST_TRIES = 50

/**
 * Begins a payment, or continues a started payment over the same gateway, so that a reload makes no second payment.
 * With `fresh` the function begins another payment, unless the order has too many. The result has no payment if nobody
 * can pay the order any more. The result is undefined if there is no order, or no price at the gateway.
 */
const beginTry = (
  { db }: PaymentParts,
  request: PaymentRequest,
  way: PayWay,
  now: Date,
  fresh: boolean,
): Promise<{ order: OrderRow; payment?: PaymentRow } | undefined> =>
  db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, request.raceid, request.orderid)
    if (!order) return undefined
    if (order.state !== 'open' || order.pay_end <= now) return { order }
    const tries = await listPayments(tx, request.raceid, request.orderid)
    const price = priceBy(request.gateway, order, request.foreign)
    if (!price) return undefined
    const known = tries.findLast(
      (one) =>
        one.state === 'started' &&
        one.gateway === request.gateway &&
        one.way === way &&
        one.amount === price.amount &&
        one.currency === price.currency,
    )
    if (known && (!fresh || tries.length >= MOST_TRIES)) return { order, payment: known }
    const row = {
      raceid: order.raceid,
      orderid: order.id,
      gateway: request.gateway,
      way,
      tradeno: tryNumber(order.tradeno, tries.length + 1),
      ...price,
      ask_at: nextGatewayAsk(now, 0),
    }
    return { order, payment: await insertPayment(tx, row, now) }
  })

/**
 * Returns a gateway's price for an order. It is undefined if the gateway takes no yuan and the race declared no rate.
 */
const priceBy = (
  gateway: PayGateway,
  order: { amount: number; currency: string },
  foreign: Foreign | undefined,
): { amount: number; currency: string } | undefined => {
  if (gateway !== 'paypal') return { amount: order.amount, currency: order.currency }
  return foreign && { amount: foreignAmount(order.amount, foreign), currency: foreign.currency }
}

/**
 * Returns the gateways that a payer can use on this device, in the order of `payGateways`. A gateway that takes no yuan
 * is offered only if the race declared a rate.
 */
export const payMethods = (
  { integrations }: Pick<PaymentParts, 'integrations'>,
  userAgent: string,
  foreign?: Foreign,
): PayGateway[] =>
  gatewaysFor(
    userAgent,
    payGateways.filter((name) => integrations.gateways[name] && (name !== 'paypal' || foreign)),
  )

/**
 * Starts the payment of an open order, or continues a payment that was started. The caller has checked that the order
 * belongs to the payer. Throws RangeError if there is no such order, or if the gateway has no price for the order.
 * Throws GatewayDown if the gateway is not configured.
 */
export const payOrder = async (parts: PaymentParts, request: PaymentRequest, now: Date): Promise<PayBegun> => {
  const gateway = gatewayOf(parts, request.gateway)
  const way =
    request.way && (request.way !== 'jsapi' || request.openid)
      ? request.way
      : payWayFor(request.gateway, request.userAgent, request.openid)
  for (const fresh of [false, true]) {
    const begun = await beginTry(parts, request, way, now, fresh)
    if (!begun) throw new RangeError(`There is no order ${request.raceid}/${request.orderid}`)
    const { order, payment } = begun
    if (!payment)
      return { state: stateOf(order), next: null, ...(order.state === 'open' ? { why: 'past_end' as const } : {}) }
    try {
      const prepared = await prepare(parts, gateway, order, payment, request, now)
      await keepPrepared(
        parts.db,
        payment,
        { way: prepared.way, code: prepared.code, page: prepared.page },
        now,
        prepared.handle,
      )
      await updateStarted(parts.db, payment, { ask_at: nextGatewayAsk(now, 0), asks: 0 })
      return { state: 'open', next: nextFrom(prepared) }
    } catch (error) {
      if (error instanceof GatewayDown) return { state: 'open', next: null, why: 'gateway_down' }
      if (!(error instanceof GatewayRefused)) throw error
      await keepPrepared(parts.db, payment, { refused: error.code }, now)
      if (!error.spoilt) break
      // This payment is paid or closed at the gateway, or another payer began it. The server asks for its state, and
      // then begins another payment.
      if (await askPayment(parts, payment, now).catch(ignoreGateway)) return { state: 'paid', next: null }
    }
  }
  return { state: 'open', next: null, why: 'gateway_down' }
}

const prepare = (
  { origin }: PaymentParts,
  gateway: Gateway,
  order: OrderRow,
  payment: PaymentRow,
  request: PaymentRequest,
  now: Date,
): Promise<Prepared> =>
  gateway.prepare({
    way: payment.way as PayWay,
    tradeno: payment.tradeno,
    amount: payment.amount,
    currency: payment.currency,
    begunAt: payment.created_at,
    description: order.subject || order.tradeno,
    expireAt: gatewayEnd(now, order.pay_end),
    notifyUrl: `${origin}/pay/${gateway.name}/notify`,
    returnUrl: request.returnUrl,
    payerAddress: request.address,
    ...(request.openid ? { openid: request.openid } : {}),
    ...(request.appid ? { appid: request.appid } : {}),
  })

/** Returns the lines that the server prints at its start, so that nobody takes a sandbox gateway for a real gateway. */
export const sandboxLines = async ({ integrations }: Pick<PaymentParts, 'integrations'>): Promise<string[]> =>
  Object.values(integrations.gateways).some(({ sandbox }) => sandbox)
    ? [
        'Payments go to the built-in sandbox: a press on "pay" counts as paid, and no money moves. Set the ' +
          'WECHATPAY_… or ALIPAY_… variables to take real payments.',
      ]
    : []

/** The seconds between two questions to the gateway for one waiting page. */
const POLL_SECONDS = 3

/**
 * Returns an order's state for a waiting page. It asks the gateway about started payments (at most every 3 s), so that
 * a payer who comes back before the notice sees the true state. Returns undefined if there is no such order.
 */
export const orderState = async (
  parts: PaymentParts,
  raceid: number,
  orderid: number,
  now: Date,
): Promise<OrderRow | undefined> => {
  const order = await findOrder(parts.db, raceid, orderid)
  if (order?.state !== 'open') return order
  const waiting = (await listPayments(parts.db, raceid, orderid)).filter(
    ({ state, updated_at }) => state === 'started' && now.getTime() - updated_at.getTime() >= POLL_SECONDS * 1000,
  )
  if (waiting.length === 0) return order
  for (const payment of waiting) {
    await updateStarted(parts.db, payment, { updated_at: now })
    await askPayment(parts, payment, now, 'for a page').catch(ignoreGateway)
  }
  return findOrder(parts.db, raceid, orderid)
}

export type MoneyReturn = {
  amount: number
  currency: string
  reason: ReturnReason
  state: 'under_way' | 'done' | 'failed'
  at: Date
}
/** Finds payments that came for an order but could not settle the order, and the state of their refunds. */
export const returnedOf = async (
  { db }: Pick<PaymentParts, 'db'>,
  raceid: number,
  orderid: number,
): Promise<MoneyReturn[]> =>
  (await listReturned(db, raceid, orderid, returnReasons)).map(
    ({ amount, currency, reason, state, refund_at, created_at }) => ({
      amount,
      currency,
      reason: reason as ReturnReason,
      state: state === 'done' || state === 'failed' ? state : 'under_way',
      at: refund_at ?? created_at,
    }),
  )

const ignoreGateway = (error: unknown): void => {
  if (!(error instanceof GatewayDown || error instanceof GatewayRefused)) throw error
}

/**
 * The outcome of closing. `waiting` means that a payment of the order could not be closed, so the order stays open and
 * keeps its places. The sweep tries again after `pay_end`.
 */
export type Closed = 'closed' | 'paid' | 'waiting'

/**
 * Closes an open order: first its payments at the gateway, then the order here, which frees the sold things. The
 * function calls the gateway, so it takes no transaction. Money that arrives later is refunded automatically.
 */
export const closeOrder = (
  parts: PaymentParts,
  raceid: number,
  orderid: number,
  reason: CloseReason,
  now: Date,
): Promise<Closed> => replaceOrder(parts, raceid, orderid, reason, async () => undefined, now)

/**
 * Closes an open order as `closeOrder` does. Before that, `replace` moves the sold things to other orders. `replace`
 * runs in the transaction that has locked this order's row and closes it. Only things that still belong to this order
 * are freed. If `replace` refuses, the order stays open and can be paid.
 */
export const replaceOrder = async (
  parts: PaymentParts,
  raceid: number,
  orderid: number,
  reason: CloseReason,
  replace: (tx: Tx, order: OrderRow) => Promise<unknown>,
  now: Date,
): Promise<Closed> => {
  const order = await findOrder(parts.db, raceid, orderid)
  if (!order) throw new RangeError(`There is no order ${raceid}/${orderid}`)
  if (order.state !== 'open') return stateOf(order) as Closed
  // Before `pay_end` the function postpones nothing, because the order can still be paid.
  const postpone = async () =>
    void (order.pay_end <= now && (await postponeClosing(parts.db, order, nextClosing(now, order.pay_end))))
  // A payment may begin while other payments are being closed. The transaction below finds it, and the next round
  // closes it too.
  for (let round = 0; round < 3; round++) {
    const started = (await listPayments(parts.db, raceid, orderid)).filter(({ state }) => state === 'started')
    try {
      for (const payment of started) await shutPayment(parts, payment, order.pay_end, now)
    } catch (error) {
      ignoreGateway(error)
      await postpone()
      return 'waiting'
    }
    const closed = await parts.db.transaction().execute(async (tx): Promise<Closed | 'again'> => {
      const held = (await lockOrder(tx, raceid, orderid))!
      if (held.state !== 'open') return stateOf(held) as Closed
      if ((await listPayments(tx, raceid, orderid)).some(({ state }) => state === 'started')) return 'again'
      await replace(tx, held)
      await shutOrder(tx, held, reason, now)
      return 'closed'
    })
    if (closed !== 'again') return closed
  }
  await postpone()
  return 'waiting'
}
