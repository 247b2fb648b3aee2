import type { RawBuilder, Selectable } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { needed } from '#db/needed.ts'
import { type Readable, readable } from '#db/readable.ts'
import type { Payments, Refunds } from '#db/schema.ts'

export const orderRows = readable('orders', [
  'raceid',
  'id',
  '_key',
  'uid',
  'room',
  'subject',
  'tradeno',
  'currency',
  'fee',
  'discount',
  'amount',
  'payment',
  'state',
  'close_reason',
  'pay_end',
  'close_at',
  'pay_at',
  'refunded',
  'refundid',
  'paydata',
  'items',
  'created_at',
  'updated_at',
])

/**
 * Selects orders, sorted by their ids, and locks them until the transaction ends. `part` is a query for the ids, in
 * which `$1` is the race.
 */
export const lockOrders = async (
  tx: Tx,
  name: string,
  part: string,
  params: readonly [raceid: number, ...more: unknown[]],
): Promise<number[]> =>
  (
    await named<{ id: number }>(
      tx,
      name,
      `select id from orders where raceid = $1 and id in (${part}) order by id for update`,
      params,
    )
  ).map(({ id }) => id)

/**
 * The sums of the books. They tell whether an order's ledger agrees with its payments and refunds. An order has a row
 * for each currency.
 */
export const orderBooks =
  needed<Readable<{ raceid: number | null; orderid: number | null; balanced: boolean | null }>>('the books of orders')

/** The line of a statement that reports a payment or a refund. */
type StatementLineRef = { statement_day: string | null; statement_line: number | null }
/** Lists the payments and refunds of an order, each with the line of a statement that reports it. */
export const moneyOfOrder = needed<
  (
    db: Db,
    raceid: number,
    orderid: number,
  ) => Promise<{
    payments: (Selectable<Payments> & StatementLineRef)[]
    refunds: (Selectable<Refunds> & StatementLineRef)[]
  }>
>('the money of an order')

/** A registration of an order, with its event's name by language. */
export type OrderedRegistration = {
  orderid: number
  id: number
  name: string
  bib: string | null
  e_name: string
  e_names: unknown
}
/** The registrations of several orders of a race, sorted by the id of the registration. */
export const registrationsOfOrders =
  needed<(db: Db, raceid: number, orderids: readonly number[]) => Promise<OrderedRegistration[]>>(
    'the registrations of orders',
  )

/** The names by which a room knows the buyers of orders. No name is from a sealed column. */
export type BuyerNames = {
  /** Writes the query for the ids of a race's orders. It finds orders with a buyer's name that contains `text`. */
  holding: (raceid: number, text: string) => RawBuilder<unknown>
  /** Lists the names of the buyers of these orders. */
  of: (db: Db, raceid: number, orderids: readonly number[]) => Promise<{ orderid: number; name: string }[]>
  /** True if the names count only for orders that have no other name. */
  last?: true
}

export const ledgerRows = readable('ledger', [
  'raceid',
  'id',
  'at',
  'orderid',
  'paymentid',
  'refundid',
  'event',
  'debit',
  'credit',
  'amount',
  'currency',
])
