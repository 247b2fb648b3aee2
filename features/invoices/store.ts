import { type Selectable, sql } from 'kysely'
import { type Db, type Tx, jsonb } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import type { Invoices } from '#db/schema.ts'
import { paymentRows, refundRows } from '#features/payments/public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'

export type InvoiceRow = Selectable<Invoices>
export type Reversal = { number: string; amount: number; at: string }

export const findOfOrder = (on: Db | Tx, raceid: number, orderid: number): Promise<InvoiceRow | undefined> =>
  on.selectFrom('invoices').selectAll().where('raceid', '=', raceid).where('orderid', '=', orderid).executeTakeFirst()
export const findByKey = (db: Db, raceid: number, key: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('raceid', '=', raceid).where('_key', '=', key).executeTakeFirst()
export const findInvoice = (db: Db, raceid: number, id: number): Promise<InvoiceRow | undefined> =>
  db.selectFrom('invoices').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()
/**
 * Locks an invoice. A caller that also locks the invoice's order locks the order first. Returns undefined if there is
 * no such invoice.
 */
export const lockInvoice = (tx: Tx, raceid: number, id: number): Promise<InvoiceRow | undefined> =>
  tx.selectFrom('invoices').selectAll().where('raceid', '=', raceid).where('id', '=', id).forUpdate().executeTakeFirst()

type InvoiceRequest = Pick<
  InvoiceRow,
  'raceid' | 'orderid' | '_key' | 'uid' | 'kind' | 'title' | 'tax_number' | 'email' | 'email_mask' | 'amount'
>
/** Saves a new request, or replaces the former request. */
export const saveInvoiceRequest = (
  tx: Tx,
  { raceid, orderid, _key, ...row }: InvoiceRequest,
  now: Date,
): Promise<InvoiceRow> =>
  tx
    .insertInto('invoices')
    .values({ raceid, orderid, _key, ...row, created_at: now, updated_at: now })
    .onConflict((on) =>
      on.columns(['raceid', 'orderid']).doUpdateSet({ ...row, state: 'asked', reason: null, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
type Change = Partial<
  Pick<InvoiceRow, 'state' | 'reason' | 'number' | 'issued_at' | 'link' | 'file' | 'amount' | 'reversed' | 'updated_at'>
> & { reversals?: Reversal[] }
export const updateInvoice = (tx: Tx, raceid: number, id: number, { reversals, ...set }: Change): Promise<InvoiceRow> =>
  tx
    .updateTable('invoices')
    .set({ ...set, ...(reversals ? { reversals: jsonb(reversals) } : {}) })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * The paid fen of the order without refunds. `invoiceable` in rules.ts also leaves out an order that an invitation
 * paid, but such an order never gets an invoice.
 */
const left = sql<number>`case when orders.state = 'paid' then greatest(orders.amount - orders.refunded, 0) else 0 end`
const needsReversal = sql<boolean>`invoices.state = 'issued' and invoices.amount - invoices.reversed > ${left}`

export type InvoiceView = InvoiceRow & {
  tradeno: string
  subject: string
  order_state: string
  paid: number
  refunded: number
  payment: string | null
}
const viewed = (db: Db | Tx, raceid: number) =>
  db
    .selectFrom('invoices')
    .innerJoin(orderRows.as('orders'), (on) =>
      on.onRef('orders.raceid', '=', 'invoices.raceid').onRef('orders.id', '=', 'invoices.orderid'),
    )
    .selectAll('invoices')
    .select([
      'orders.tradeno',
      'orders.subject',
      'orders.state as order_state',
      'orders.amount as paid',
      'orders.refunded',
      'orders.payment',
    ])
    .where('invoices.raceid', '=', raceid)
export const listInvoices = async (
  db: Db,
  raceid: number,
  { state, q, before, limit }: { state?: string | undefined; q: string; before?: number | undefined; limit: number },
): Promise<InvoiceView[]> => {
  let query = viewed(db, raceid)
  if (state === 'to_reverse') query = query.where(needsReversal)
  else if (state) query = query.where('invoices.state', '=', state)
  if (q)
    query = query.where((eb) =>
      eb.or([
        holdsName(eb.ref('invoices.title'), q),
        eb('invoices.tax_number', '=', q.toUpperCase()),
        eb('invoices.number', '=', q),
        eb('orders.tradeno', '=', q),
      ]),
    )
  if (before !== undefined) query = query.where('invoices.id', '<', before)
  return query.orderBy('invoices.id', 'desc').limit(limit).execute()
}
export const viewInvoice = async (db: Db | Tx, raceid: number, id: number): Promise<InvoiceView> =>
  viewed(db, raceid).where('invoices.id', '=', id).executeTakeFirstOrThrow()
/** Finds the invoices of some orders of a race, by the number of the order. */
export const listOrderInvoices = async (
  db: Db,
  raceid: number,
  tradenos: readonly string[],
): Promise<ReadonlyMap<string, InvoiceView>> =>
  tradenos.length === 0
    ? new Map()
    : new Map(
        (await viewed(db, raceid).where('orders.tradeno', 'in', tradenos).execute()).map((row) => [row.tradeno, row]),
      )
export const countInvoices = async (db: Db, raceid: number) => {
  const { rows } = await sql<{ asked: number; issued: number; refused: number; to_reverse: number }>`
    select count(*) filter (where invoices.state = 'asked') as asked, count(*)
      filter (where invoices.state = 'issued') as issued, count(*)
      filter (where invoices.state = 'refused') as refused,
      count(*) filter (where ${needsReversal}) as to_reverse
    from invoices join ${orderRows.sql} orders on orders.raceid = invoices.raceid and orders.id = invoices.orderid
      where invoices.raceid = ${raceid}`.execute(db)
  return rows[0]!
}

/** Finds the payments and refunds of an order, for its receipt. */
export const moneyOf = async (db: Db, raceid: number, orderid: number) => {
  const [paid, back] = await Promise.all([
    db
      .selectFrom(paymentRows.as('payments'))
      .select(['gateway', 'gateway_number', 'paid_amount', 'paid_currency', 'paid_at'])
      .where('raceid', '=', raceid)
      .where('orderid', '=', orderid)
      .where('state', '=', 'paid')
      .orderBy('id')
      .execute(),
    db
      .selectFrom(refundRows.as('refunds'))
      .select(['amount', 'currency', 'refund_at', 'state'])
      .where('raceid', '=', raceid)
      .where('orderid', '=', orderid)
      .orderBy('id')
      .execute(),
  ])
  return { paid, back }
}
