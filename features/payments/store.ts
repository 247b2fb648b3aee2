import type { Selectable } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import type { Payments, Refunds } from '#db/schema.ts'
import { orderRows } from '#features/orders/public.store.ts'

export type PaymentRow = Selectable<Payments>
export type RefundRow = Selectable<Refunds>

export const findPayment = (on: Db | Tx, raceid: number, tradeno: string): Promise<PaymentRow | undefined> =>
  on.selectFrom('payments').selectAll().where('raceid', '=', raceid).where('tradeno', '=', tradeno).executeTakeFirst()

export const getPayment = (on: Db | Tx, raceid: number, id: number): Promise<PaymentRow> =>
  on.selectFrom('payments').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirstOrThrow()

export const listPayments = (on: Db | Tx, raceid: number, orderid: number): Promise<PaymentRow[]> =>
  on
    .selectFrom('payments')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .orderBy('id')
    .execute()

export const insertPayment = (
  tx: Tx,
  row: Pick<PaymentRow, 'raceid' | 'orderid' | 'gateway' | 'way' | 'tradeno' | 'amount' | 'currency' | 'ask_at'>,
  now: Date,
): Promise<PaymentRow> =>
  tx
    .insertInto('payments')
    .values({ ...row, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | 'state'
    | 'settles'
    | 'gateway_number'
    | 'paid_amount'
    | 'paid_currency'
    | 'paid_at'
    | 'refunded'
    | 'ask_at'
    | 'last_ask_at'
    | 'asks'
    | 'updated_at'
    | 'receipt'
    | 'taken_by'
  >
>
export const updatePayment = async (
  on: Db | Tx,
  { raceid, id }: Pick<PaymentRow, 'raceid' | 'id'>,
  set: PaymentChange,
): Promise<void> => {
  await on.updateTable('payments').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
}
/** Changes a payment that is only started, so that a late answer never replaces the state of a settled payment. */
export const updateStarted = async (
  on: Db | Tx,
  { raceid, id }: Pick<PaymentRow, 'raceid' | 'id'>,
  set: PaymentChange,
): Promise<void> => {
  await on
    .updateTable('payments')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'started')
    .execute()
}
export const keepPrepared = async (
  db: Db,
  { raceid, id }: Pick<PaymentRow, 'raceid' | 'id'>,
  prepared: unknown,
  now: Date,
  handle?: string,
): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ prepared: jsonb(prepared), updated_at: now, ...(handle === undefined ? {} : { handle }) })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}

export const listPaymentsToAsk = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('state', '=', 'started')
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()

/**
 * Lists closed payments for which `askLast` is due, because their payers could still pay at the gateway after the
 * server had closed the payments.
 */
export const listPaymentsToAskLast = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  db.selectFrom('payments').selectAll().where('last_ask_at', '<=', now).orderBy('last_ask_at').limit(limit).execute()

/** Returns the next receipt number of a race's desks. The caller holds the desk's lock. */
export const nextReceipt = async (tx: Tx, raceid: number): Promise<number> => {
  const { last } = await tx
    .selectFrom('payments')
    .select((eb) => eb.fn.max('receipt').as('last'))
    .where('raceid', '=', raceid)
    .where('receipt', 'is not', null)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export const insertRefund = (
  tx: Tx,
  row: Pick<RefundRow, 'raceid' | 'orderid' | 'paymentid' | 'refundno' | 'amount' | 'currency' | 'reason' | 'payment'> &
    Partial<Pick<RefundRow, 'state' | 'failure' | 'refund_at' | 'fen'>>,
  now: Date,
): Promise<RefundRow> =>
  tx
    .insertInto('refunds')
    .values({ ...row, ask_at: now, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findRefund = (on: Db | Tx, raceid: number, refundno: string): Promise<RefundRow | undefined> =>
  on.selectFrom('refunds').selectAll().where('raceid', '=', raceid).where('refundno', '=', refundno).executeTakeFirst()

export const lockRefund = (tx: Tx, raceid: number, id: number): Promise<RefundRow> =>
  tx
    .selectFrom('refunds')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export const updateRefund = async (
  on: Db | Tx,
  { raceid, id }: Pick<RefundRow, 'raceid' | 'id'>,
  set: Partial<Pick<RefundRow, 'state' | 'failure' | 'tries' | 'ask_at' | 'refund_at' | 'updated_at'>>,
): Promise<void> => {
  await on
    .updateTable('refunds')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '<>', 'done')
    .where('came_back', '=', 0)
    .execute()
}

/** Saves the amount that a channel has refunded, and the refund's new state, even if staff have settled the refund. */
export const keepCameBack = async (
  tx: Tx,
  { raceid, id }: Pick<RefundRow, 'raceid' | 'id'>,
  set: Pick<RefundRow, 'came_back' | 'failure'> & Partial<Pick<RefundRow, 'state' | 'refund_at'>>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('refunds')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
/**
 * Changes a promised or a failed refund: its promise is due, staff have paid it, or it is sent again. The caller has
 * locked its order.
 */
export const changeRefund = (
  tx: Tx,
  { raceid, id }: Pick<RefundRow, 'raceid' | 'id'>,
  set: Partial<Omit<RefundRow, 'raceid' | 'id' | 'orderid' | 'created_at'>>,
): Promise<RefundRow> =>
  tx
    .updateTable('refunds')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
/** Sums the fen of an order that are promised to runners who wait for a successor. */
export const sumPromised = async (on: Db | Tx, raceid: number, orderid: number): Promise<number> => {
  const { sum } = await on
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount').as('sum'))
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

export const listReturned = (
  db: Db,
  raceid: number,
  orderid: number,
  reasons: readonly string[],
): Promise<RefundRow[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .where('reason', 'in', reasons)
    .orderBy('id', 'desc')
    .execute()

export const listRefundsToWork = (db: Db, now: Date, limit: number): Promise<RefundRow[]> =>
  db
    .selectFrom('refunds')
    .selectAll()
    .where('state', 'in', ['asked', 'sent'])
    .where('ask_at', '<=', now)
    .orderBy('ask_at')
    .limit(limit)
    .execute()

/**
 * Lists orders whose time has ended. With `started: false` it lists orders without a started payment. The server closes
 * these orders without a question to a gateway, so that a silent gateway does not delay them.
 */
export const listOrdersToClose = (
  db: Db,
  now: Date,
  limit: number,
  started: boolean,
): Promise<{ raceid: number; id: number }[]> =>
  db
    .selectFrom(orderRows.as('orders'))
    .select(['orders.raceid', 'orders.id'])
    .where('state', '=', 'open')
    .where('close_at', '<=', now)
    .where((eb) => {
      const tries = eb.exists(
        eb
          .selectFrom('payments')
          .select('payments.id')
          .whereRef('payments.raceid', '=', 'orders.raceid')
          .whereRef('payments.orderid', '=', 'orders.id')
          .where('payments.state', '=', 'started'),
      )
      return started ? tries : eb.not(tries)
    })
    .orderBy('close_at')
    .limit(limit)
    .execute()
