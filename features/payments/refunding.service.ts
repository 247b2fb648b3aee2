import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { countRefund, soldOf, writeLedger } from '#features/orders/service.ts'
import { lockOrder } from '#features/orders/finding.service.ts'
import { type LedgerAccount, postings, raceOfTradeno, type OrderRow } from '#features/orders/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { GatewayDown, GatewayRefused, type GatewayRefund } from '#integrations/payment/gateway.ts'
import { gatewayOf, knownOf } from './channels/channels.service.ts'
import {
  REFUND_TRIES,
  type ReturnReason,
  foreignRefund,
  nextRefundTry,
  returnReasons,
  withinRefundDays,
} from './rules.ts'
import {
  type PaymentRow,
  type RefundRow,
  changeRefund,
  findRefund,
  getPayment,
  insertRefund,
  keepCameBack,
  listPayments,
  lockRefund,
  updatePayment,
  updateRefund,
} from './store.ts'
import { refundReasons } from './words.ts'

/**
 * The job that tells the runner of money that was refunded automatically. Its payload names the race and the refund.
 */
export const NOTIFY_RETURNED = 'money returned tell'

const isReturn = (reason: string): reason is ReturnReason => (returnReasons as readonly string[]).includes(reason)
/**
 * Returns the number that the gateway gets: the number of the payment, with the position of the refund among the
 * payment's refunds. Each try uses the same number.
 */
const refundNumber = (payment: PaymentRow, nth: string) => `${payment.tradeno}-r${nth}`

/** Finds the payment whose money settled an order. Returns undefined if there is no such payment. */
export const settlingPayment = async (tx: RefundPayment['db'] | Tx, order: OrderRow): Promise<PaymentRow | undefined> =>
  (await listPayments(tx, order.raceid, order.id)).find(({ settles }) => settles !== null)

/**
 * Creates a refund, or replaces a promised refund. The sweep sends the refund. The caller has locked the order's row.
 * If `from` is `sales`, `fen` is a part of the order's amount. If the channel took a foreign currency, the refund is
 * the same part of the foreign amount. If `from` is `late_money`, `fen` is the whole payment in the payment's currency.
 */
const askBack = async (
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  fen: number,
  reason: string,
  from: LedgerAccount & ('sales' | 'late_money'),
  now: Date,
  promised?: RefundRow,
): Promise<RefundRow> => {
  const nth = from === 'late_money' ? '0' : String(order.refunded + 1)
  const currency = payment.paid_currency!
  const foreign = from === 'sales' && currency !== order.currency
  const amount = foreign ? foreignRefund(order, { paid: payment.paid_amount!, refunded: payment.refunded }, fen) : fen
  const row = {
    paymentid: payment.id,
    refundno: refundNumber(payment, nth),
    amount,
    currency,
    reason,
    payment: payment.gateway,
    fen: foreign ? fen : null,
  }
  // Refunds round up to whole cents, so the last cents may be refunded already. Then nothing is left to send.
  const course = amount === 0 ? { state: 'done', refund_at: now } : { state: 'asked' }
  const refund = promised
    ? await changeRefund(tx, promised, { ...row, ...course, ask_at: now, updated_at: now })
    : await insertRefund(tx, { raceid: order.raceid, orderid: order.id, ...row, ...course }, now)
  await updatePayment(tx, payment, { refunded: payment.refunded + amount, updated_at: now })
  await writeLedger(
    tx,
    order,
    foreign
      ? postings.refundAskedForeign({ amount: fen, currency: order.currency }, { amount, currency }, refund.id)
      : [postings.refundAsked(from, amount, currency, refund.id)],
    now,
  )
  if (amount === 0) await notifyDone(tx, order, refund, now, now)
  return refund
}

/** Refunds the whole of a payment that settles nothing: it came late, twice, or in a wrong amount or currency. */
export const returnMoney = (
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  reason: ReturnReason,
  now: Date,
): Promise<RefundRow> => askBack(tx, order, payment, payment.paid_amount!, reason, 'late_money', now)

/**
 * Requests a refund of a paid order from the payment that settled the order. The sweep sends the refund until the
 * gateway has made it or has refused it for good. The caller has locked the order, and has checked that this amount is
 * left.
 */
export const askBackSales = async (
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  { amount, reason }: { amount: number; reason: string },
  now: Date,
  promised?: RefundRow,
): Promise<RefundRow> => {
  const refund = await askBack(tx, order, payment, amount, reason, 'sales', now, promised)
  await countRefund(tx, order, { id: refund.id, amount }, now)
  return refund
}

type RefundPayment = Pick<Parts, 'db' | 'integrations' | 'origin'>

/** Saves a gateway's answer about a refund. Refunded money is booked only once, even if the answer comes again. */
const takeIn = async (db: RefundPayment['db'], refund: RefundRow, answer: GatewayRefund, now: Date): Promise<void> => {
  // Our books cannot hold another currency, so staff must look at the refund.
  if (answer.state === 'done' && answer.currency !== refund.currency)
    return updateRefund(db, refund, { state: 'failed', failure: 'CURRENCY_DIFFERS', updated_at: now })
  if (answer.state === 'failed')
    return updateRefund(db, refund, { state: 'failed', failure: answer.failure, updated_at: now })
  if (answer.state !== 'done') {
    return updateRefund(db, refund, {
      state: answer.state === 'absent' ? 'asked' : 'sent',
      tries: refund.tries + 1,
      ask_at: nextRefundTry(now, refund.tries),
      updated_at: now,
    })
  }
  const { amount, doneAt } = answer
  await db.transaction().execute(async (tx) => {
    const order = (await lockOrder(tx, refund.raceid, refund.orderid))!
    const held = await lockRefund(tx, refund.raceid, refund.id)
    if (held.came_back > 0) return
    await writeLedger(
      tx,
      order,
      postings.refundCame(refund.payment, { due: dueOf(held), came: amount }, refund.currency, refund.id),
      now,
    )
    if (held.state === 'done') return keepCameBack(tx, held, { came_back: amount, failure: 'CAME_TWICE' }, now)
    // If the gateway refunded less than we asked for, staff pay the missing part. If the gateway refunded more, the
    // payer has the money, and staff ask for the excess.
    if (amount < held.amount)
      return keepCameBack(tx, held, { came_back: amount, state: 'failed', failure: 'AMOUNT_DIFFERS' }, now)
    await keepCameBack(
      tx,
      held,
      { came_back: amount, state: 'done', failure: amount > held.amount ? 'AMOUNT_DIFFERS' : null, refund_at: doneAt },
      now,
    )
    await notifyDone(tx, order, held, doneAt, now)
  })
}
const dueOf = (refund: RefundRow): number =>
  refund.state === 'done' ? 0 : refund.amount - Math.min(refund.came_back, refund.amount)

/**
 * Reports a complete refund to the room that sold the thing. A payment that settled no order has no such room, so
 * its refund is reported to the account.
 */
export const notifyDone = async (
  tx: Tx,
  order: OrderRow,
  { id, raceid, refundno, reason, amount, fen }: RefundRow,
  refundAt: Date,
  now: Date,
): Promise<void> => {
  if (isReturn(reason))
    await addJob(tx, NOTIFY_RETURNED, { raceid, refundno }, { key: `${NOTIFY_RETURNED} ${refundno}` })
  else await soldOf(order.room).refunded(tx, order, { id, amount: fen ?? amount, reason, refund_at: refundAt }, now)
}

/** Saves a notice about a refund. A number that is not ours changes nothing. */
export const settleRefund = async (db: RefundPayment['db'], answer: GatewayRefund, now: Date): Promise<void> => {
  const raceid = raceOfTradeno(answer.refundno.replace(/-r\d+$/, ''))
  const refund = raceid === undefined ? undefined : await findRefund(db, raceid, answer.refundno)
  // Only a notice about the end of a refund matters, because our own question finds every other state. The notice
  // counts even if staff have also paid the refund, because staff must then see that the money went back twice.
  if (refund && (answer.state === 'done' || (answer.state === 'failed' && refund.state !== 'done')))
    await takeIn(db, refund, answer, now)
}

/**
 * Sends a refund, or asks about a refund that was sent. The number is always the same, so a repetition has no effect.
 */
export const workRefund = async (
  { db, integrations, origin }: RefundPayment,
  refund: RefundRow,
  now: Date,
): Promise<void> => {
  const again = { tries: refund.tries + 1, ask_at: nextRefundTry(now, refund.tries), updated_at: now }
  await updateRefund(db, refund, again)
  const payment = await getPayment(db, refund.raceid, refund.paymentid!)
  try {
    const gateway = gatewayOf({ db, integrations }, refund.payment)
    // No channel refunds a payment that is older than `refundDays`, so staff must pay this refund.
    if (refund.state === 'asked' && refund.tries === 0 && !withinRefundDays(payment.paid_at!, gateway.refundDays, now))
      return await takeIn(db, refund, { state: 'failed', refundno: refund.refundno, failure: 'WINDOW_OVER' }, now)
    const answer =
      refund.state === 'sent'
        ? await gateway.queryRefund(refund.refundno, payment.tradeno, knownOf(payment))
        : await gateway.refund({
            tradeno: payment.tradeno,
            refundno: refund.refundno,
            amount: refund.amount,
            total: payment.paid_amount!,
            currency: refund.currency,
            reason: (refundReasons[refund.reason as keyof typeof refundReasons] ?? refundReasons.other)['zh-cn'],
            notifyUrl: `${origin}/pay/${refund.payment}/notify`,
            known: knownOf(payment),
          })
    await takeIn(db, refund, answer, now)
  } catch (error) {
    if (!(error instanceof GatewayDown || error instanceof GatewayRefused)) throw error
    const failure = error instanceof GatewayRefused ? error.code : 'GATEWAY_DOWN'
    // Our account at the gateway may have enough money tomorrow, and a gateway that is down comes back. So the refund
    // fails only if the gateway refuses it at try number `REFUND_TRIES` or later.
    const over = error instanceof GatewayRefused && refund.tries + 1 >= REFUND_TRIES
    await updateRefund(db, refund, { failure, ...(over ? { state: 'failed' } : {}), updated_at: now })
  }
}
