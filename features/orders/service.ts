import { type Db, type Tx, jsonb } from '#db/db.ts'
import { randomKeyBytes, newKey } from '#db/random.ts'
import type { CloseReason, Payment } from './contract.ts'
import type { OrderItem } from './items.contract.ts'
import { mergedItems } from './items.rules.ts'
import { type OpenedOrder, type OrderRow, type Posting, postings, tradenoFrom } from './rules.ts'
import { insertOrders, insertPostings, setCloseAt, updateOrder } from './store.ts'

/** The facts of a made or planned refund for the room that sold the thing. */
export type OrderRefund = { id: number; amount: number; reason: string; refund_at: Date | null }

/**
 * The reactions of a selling room to money. They run in the transaction that changes the order and has locked its row.
 * `refunded` runs when the money is back, but not for money that came by mistake (paid late, paid twice, or in a wrong
 * amount).
 */
export type Sold = {
  paid: (tx: Tx, order: OrderRow, now: Date) => Promise<void>
  closed: (tx: Tx, order: OrderRow, reason: CloseReason, now: Date) => Promise<void>
  refunded: (tx: Tx, order: OrderRow, refund: OrderRefund, now: Date) => Promise<void>
}

const sellers = new Map<string, Sold>()
/**
 * Returns a function for the `provides` of a selling room. The function registers the room's reactions. A payment
 * changes the sold things only by these reactions.
 */
export const selling =
  (room: string, sold: Sold): (() => void) =>
  () =>
    void sellers.set(room, sold)
export const soldOf = (room: string): Sold => {
  const sold = sellers.get(room)
  if (!sold)
    throw new Error(
      `The room ${room} sold something but says nothing of what its payment moves: ` +
        'name `selling` in `provides` of its room.ts, which server/features.ts gathers.',
    )
  return sold
}

/**
 * An order to open. `fee` and `discount` are in fen. `subject` is the text that the payer reads at the gateway, without
 * personal data. `free` is the payment method of a free order.
 */
export type OrderOpening = {
  room: string
  uid: number
  fee: number
  discount?: number
  subject: string
  payEnd: Date
  free?: Payment | undefined
  /** The lines of the order. Their sum is the amount to pay. */
  items?: readonly OrderItem[] | undefined
}

/**
 * Opens orders of one race with their ledger rows, in one statement, and returns one order for each opening, in the
 * same sequence. A free order is paid at once. The caller then changes the sold things, because `sold.paid` does not
 * run.
 */
export const openOrders = async (
  tx: Tx,
  raceid: number,
  openings: readonly OrderOpening[],
  now: Date,
): Promise<OpenedOrder[]> => {
  if (openings.length === 0) return []
  const rows = openings.map(({ room, uid, fee, discount = 0, subject, payEnd, free = null, items }) => ({
    key: newKey(raceid),
    uid,
    room,
    subject,
    tradeno: tradenoFrom(raceid, randomKeyBytes()),
    fee,
    discount,
    payEnd,
    free,
    items: items ? JSON.stringify(mergedItems(items)) : null,
  }))
  const opened = new Map((await insertOrders(tx, raceid, rows, now)).map((order) => [order.tradeno, order]))
  return rows.map(({ tradeno }) => opened.get(tradeno)!)
}

export const openOrder = async (tx: Tx, raceid: number, opening: OrderOpening, now: Date): Promise<OpenedOrder> =>
  (await openOrders(tx, raceid, [opening], now))[0]!

/** Writes the movements of money. Each change of an order, payment or refund that moves money writes a movement. */
export const writeLedger = (
  tx: Tx,
  order: Pick<OrderRow, 'raceid' | 'id'>,
  rows: readonly Posting[],
  now: Date,
): Promise<void> => insertPostings(tx, order.raceid, order.id, rows, now)

/** Marks an open order as paid. The caller has locked the row of the order. */
export const payOrderBy = async (
  tx: Tx,
  order: OrderRow,
  by: {
    gateway: Payment
    /** The account of the gateway in the ledger, if the account has another name than the gateway. */
    account?: string
    paymentid: number
    paidAt: Date
    buyer?: string | undefined
    /** The amount that the channel took in another currency. */ came?: {
      amount: number
      currency: string
    }
  },
  now: Date,
): Promise<OrderRow> => {
  const paid = await updateOrder(tx, order.raceid, order.id, {
    state: 'paid',
    payment: by.gateway,
    pay_at: by.paidAt,
    ...(by.buyer ? { paydata: jsonb({ buyer_logon_id: by.buyer }) } : {}),
    updated_at: now,
  })
  await writeLedger(tx, order, postings.paid(by.account ?? by.gateway, order, by.came ?? order, by.paymentid), now)
  await soldOf(order.room).paid(tx, paid, now)
  return paid
}

/**
 * Closes an open order and frees the sold things. The caller has locked the row of the order, and has closed the
 * order's payments at the gateways.
 */
export const shutOrder = async (tx: Tx, order: OrderRow, reason: CloseReason, now: Date): Promise<OrderRow> => {
  const closed = await updateOrder(tx, order.raceid, order.id, {
    state: 'closed',
    close_reason: reason,
    closed_at: now,
    updated_at: now,
  })
  await writeLedger(tx, order, [postings.closed(order.amount, order.currency)], now)
  await soldOf(order.room).closed(tx, closed, reason, now)
  return closed
}

/** Postpones the closing of an order, because the gateway did not answer. The sweep tries again later. */
export const postponeClosing = (db: Db, order: Pick<OrderRow, 'raceid' | 'id'>, until: Date): Promise<void> =>
  setCloseAt(db, order.raceid, order.id, until)

/**
 * Adds fen to the refunds of a paid order. The caller has locked the row of the order. A check of the database keeps
 * the sum of refunds within the paid amount.
 */
export const countRefund = (
  tx: Tx,
  order: OrderRow,
  refund: { id: number; amount: number },
  now: Date,
): Promise<OrderRow> =>
  updateOrder(tx, order.raceid, order.id, {
    refunded: order.refunded + refund.amount,
    refundid: refund.id,
    updated_at: now,
  })
