import type { Lang } from '#contract/words.ts'
import * as z from 'zod/mini'
import { type Job, type Sweep, throwAll } from '#db/jobs/jobs.ts'
import { mobileOfAccount } from '#features/accounts/service.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { findOrder } from '#features/orders/finding.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { GatewayDown, GatewayRefused } from '#integrations/payment/gateway.ts'
import { closeOrder } from './service.ts'
import { NOTIFY_RETURNED, workRefund } from './refunding.service.ts'
import { askLast, askPayment } from './settling.service.ts'
import { findRefund, listOrdersToClose, listPaymentsToAsk, listPaymentsToAskLast, listRefundsToWork } from './store.ts'
import { writeCounted } from './channels/watching.service.ts'
import { refundReasons } from './words.ts'

const BATCH = 500
/**
 * The number of items that the job works on at the same time. This number is enough to close hundreds of orders a
 * second, and leaves connections to the callers.
 */
const SIDE_BY_SIDE = 6

/** The number of failures in a row after which the gateway counts as down. `eachOf` then begins no further item. */
const SILENCES = 12

/**
 * Works through `items`, several at once. The error of one item does not stop the other items, but the function leaves
 * the rest as soon as the gateway counts as down. At the end it throws the errors, except failures and refusals of a
 * gateway.
 */
const eachOf = async <Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> => {
  const rest = items.values()
  const errors: unknown[] = []
  let silences = 0
  const lane = async () => {
    for (const item of rest) {
      if (silences >= SILENCES) return
      try {
        await work(item)
        silences = 0
      } catch (error) {
        if (error instanceof GatewayDown) silences += 1
        else if (!(error instanceof GatewayRefused)) errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
  throwAll(errors)
}

type Working = Pick<Parts, 'db' | 'integrations' | 'origin'>

/**
 * Closes orders whose time has ended, portion after portion, until no order is left that can be closed. Returns the
 * number of orders that are closed now, or are paid after all.
 */
export const closeDueOrders = async (parts: Working, now: Date): Promise<number> => {
  let closed = 0
  for (const started of [false, true]) {
    for (;;) {
      const due = await listOrdersToClose(parts.db, now, BATCH, started)
      let moved = 0
      await eachOf(due, async ({ raceid, id }) => {
        const outcome = await closeOrder(parts, raceid, id, 'expired', now)
        if (outcome === 'waiting') throw new GatewayDown('an order waits for its gateway')
        moved += 1
      })
      closed += moved
      if (due.length < BATCH || moved === 0) break
    }
  }
  return closed
}

/**
 * Asks about payments whose notice has not come, and a last time about closed payments that their payers could still
 * pay. It also writes the counted activity of the channels.
 */
export const askDuePayments = async (parts: Working, now: Date): Promise<void> => {
  await eachOf(await listPaymentsToAsk(parts.db, now, BATCH), (payment) => askPayment(parts, payment, now))
  await writeCounted(parts.db, now)
  await eachOf(await listPaymentsToAskLast(parts.db, now, BATCH), (payment) => askLast(parts, payment, now))
}

export const workDueRefunds = async (parts: Working, now: Date): Promise<void> =>
  eachOf(await listRefundsToWork(parts.db, now, BATCH), (refund) => workRefund(parts, refund, now))

/** Returns the usual language of the country of a mobile, because an order does not record a language. */
const langOfMobile = (mobile: string): Lang =>
  /^\+(886|852|853)/.test(mobile) ? 'zh-tw' : mobile.startsWith('+') ? 'en' : 'zh-cn'

/**
 * Sends the account a text message about the refund of money that settled nothing. Each refund gets one message. An
 * account without a mobile sees the refund only on its order.
 */
const notifyReturned = async ({ db, seal }: Pick<Parts, 'db' | 'seal'>, payload: unknown, now: Date): Promise<void> => {
  const { raceid, refundno } = z.object({ raceid: z.number(), refundno: z.string() }).parse(payload)
  const refund = await findRefund(db, raceid, refundno)
  const order = refund && (await findOrder(db, raceid, refund.orderid))
  const mobile = order && (await mobileOfAccount(db, seal, order.uid))
  if (!mobile) return
  const amount =
    refund.currency === 'CNY'
      ? `¥${(refund.amount / 100).toFixed(2)}`
      : `${refund.currency} ${(refund.amount / 100).toFixed(2)}`
  const why = refundReasons[refund.reason as keyof typeof refundReasons] ?? refundReasons.other
  await db.transaction().execute((tx) =>
    sendMessage(tx, {
      seal,
      now,
      mobile,
      mask: maskMobile(mobile),
      uid: order.uid,
      path: '/personallist?tab=orders',
      lang: langOfMobile(mobile),
      template: 'money_returned',
      values: { order: order.tradeno, amount, why },
      key: `money_returned ${refundno}`,
      raceid,
    }),
  )
}

export const jobs: readonly Job<Parts>[] = [
  { name: NOTIFY_RETURNED, run: (payload, working) => notifyReturned(working, payload, working.now) },
]

export const sweeps: readonly Sweep<Parts>[] = [
  {
    name: 'orders_to_close',
    everySeconds: 3,
    run: async (working) => void (await closeDueOrders(working, working.now)),
  },
  { name: 'payments_to_ask', everySeconds: 3, run: (working) => askDuePayments(working, working.now) },
  { name: 'refunds_to_work', everySeconds: 3, run: (working) => workDueRefunds(working, working.now) },
]
