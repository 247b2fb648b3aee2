import { type RawBuilder, sql } from 'kysely'
import { type Db, type Tx, type jsonb, named } from '#db/db.ts'
import { moneyOfOrder, orderBooks } from './public.store.ts'
import type { OpenedOrder, OrderRow, Posting } from './rules.ts'

export type OpeningRow = {
  key: string
  uid: number
  room: string
  subject: string
  tradeno: string
  fee: number
  discount: number
  payEnd: Date
  free: string | null
  /** The lines as JSON text. */
  items: string | null
}

/** The statement that writes orders and their first ledger rows. A free order is paid at once. */
const OPEN = `
with given as (
  select * from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::integer[],
    $10::timestamptz[], $11::text[], $12::text[])
    with ordinality as given (_key, uid, room, subject, tradeno, fee, discount, pay_end, free, items, place)
), opened as (
  insert into orders (raceid, _key, uid, room, subject, tradeno, fee, discount, amount, state, payment, pay_end,
    close_at, pay_at, items, created_at, updated_at)
  select $1, _key, uid, room, subject, tradeno, fee, discount, fee - discount, case when fee = discount then 'paid'
    else 'open' end, case when fee = discount then free end,
    pay_end, pay_end, case when fee = discount then $2::timestamptz end, items::jsonb, $2, $2
  from given order by place
  returning id, _key, tradeno, state, amount, pay_end, currency
), posted as (
  insert into ledger (raceid, at, orderid, event, debit, credit, amount, currency)
  select $1, $2, id, 'order_opened', 'receivable', 'sales', amount, currency from opened
  union all
  select $1, $2, id, 'order_paid', 'free', 'receivable', 0, currency from opened where state = 'paid'
)
select id, _key, tradeno, state, amount, pay_end from opened`

export const insertOrders = (tx: Tx, raceid: number, rows: readonly OpeningRow[], now: Date): Promise<OpenedOrder[]> =>
  named<OpenedOrder>(tx, 'open_orders', OPEN, [
    raceid,
    now,
    rows.map(({ key }) => key),
    rows.map(({ uid }) => uid),
    rows.map(({ room }) => room),
    rows.map(({ subject }) => subject),
    rows.map(({ tradeno }) => tradeno),
    rows.map(({ fee }) => fee),
    rows.map(({ discount }) => discount),
    rows.map(({ payEnd }) => payEnd),
    rows.map(({ free }) => free),
    rows.map(({ items }) => items),
  ])

export const selectOrder = (on: Db | Tx, raceid: number, id: number): Promise<OrderRow | undefined> =>
  on.selectFrom('orders').selectAll().where('raceid', '=', raceid).where('id', '=', id).executeTakeFirst()

export const selectOrderByKey = (on: Db | Tx, raceid: number, key: string): Promise<OrderRow | undefined> =>
  on.selectFrom('orders').selectAll().where('raceid', '=', raceid).where('_key', '=', key).executeTakeFirst()

/** Locks the order until the transaction ends. Returns undefined if there is no such order. */
export const selectOrderForUpdate = (tx: Tx, raceid: number, id: number): Promise<OrderRow | undefined> =>
  tx.selectFrom('orders').selectAll().where('raceid', '=', raceid).where('id', '=', id).forUpdate().executeTakeFirst()

export const updateOrder = (
  tx: Tx,
  raceid: number,
  id: number,
  set: Partial<Omit<OrderRow, 'raceid' | 'id' | 'paydata'>> & { paydata?: ReturnType<typeof jsonb> },
): Promise<OrderRow> =>
  tx
    .updateTable('orders')
    .set(set)
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets the next time at which the sweep tries to close an open order. */
export const setCloseAt = async (db: Db, raceid: number, id: number, closeAt: Date): Promise<void> => {
  await db
    .updateTable('orders')
    .set({ close_at: closeAt })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

export const insertPostings = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  postings: readonly Posting[],
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('ledger')
    .values(postings.map((posting) => ({ raceid, orderid, at: now, ...posting })))
    .execute()
}

const lineColumns = [
  'orders.id',
  'tradeno',
  'subject',
  'room',
  'items',
  'orders.state',
  'close_reason',
  'payment',
  'orders.amount',
  'orders.refunded',
  'pay_end',
  'pay_at',
  'orders.created_at',
] as const
/**
 * Tells whether an order balances, which means that all its rows of books balance. Every order has at least one row.
 */
const balanced = () => sql<boolean>`coalesce((select bool_and(books.balanced) from ${orderBooks.get().sql} as books
  where books.raceid = orders.raceid and books.orderid = orders.id), false)`

export type OrdersQuery = {
  state?: string | undefined
  q: string
  /** The query for the ids of the orders whose people have `q` in their names. */
  people?: RawBuilder<unknown> | undefined
  /** The id of the last order on the previous page. */
  after?: number | undefined
  oldest?: boolean
  limit: number
}
/** Joins queries for ids of orders. Returns undefined if there is no query. */
export const joinedIds = (queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> | undefined =>
  queries.length === 0 ? undefined : sql.join(queries, sql` union all `)

export const listOrders = (db: Db, raceid: number, { state, q, people, after, oldest = false, limit }: OrdersQuery) => {
  let query = db
    .selectFrom('orders')
    .select(lineColumns)
    .select(balanced().as('balanced'))
    .where('orders.raceid', '=', raceid)
    .orderBy('orders.id', oldest ? 'asc' : 'desc')
    .limit(limit)
  // One query reads the books of the whole race, because a query for each order would be slow.
  if (state === 'unbalanced')
    query = query.where('orders.id', 'in', (eb) =>
      eb
        .selectFrom(orderBooks.get().as('order_books'))
        .select(sql<number>`orderid`.as('orderid'))
        .where('raceid', '=', raceid)
        .where('balanced', '=', false),
    )
  else if (state) query = query.where('orders.state', '=', state)
  if (q)
    query = query.where((eb) =>
      eb.or([
        eb('tradeno', '=', q),
        eb('tradeno', '=', q.replace(/-\d{1,3}$/, '')),
        eb('orders._key', '=', q),
        ...(people ? [sql<boolean>`orders.id in (${people})`] : []),
      ]),
    )
  if (after !== undefined) query = query.where('orders.id', oldest ? '>' : '<', after)
  return query.execute()
}

export const orderTotals = async (db: Db, raceid: number) => {
  const { rows } = await sql<{
    open: number
    paid: number
    closed: number
    received: number
    refunded: number
    unbalanced: number
  }>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'paid') as paid, count(*)
      filter (where state = 'closed') as closed,
      coalesce(sum(amount) filter (where state = 'paid'), 0)::bigint as received, coalesce(sum(refunded),
        0)::bigint as refunded,
      (select count(*) from ${orderBooks.get().sql} b where raceid = ${raceid} and not balanced) as unbalanced
    from orders where raceid = ${raceid}`.execute(db)
  return rows[0]!
}

export const orderStory = async (db: Db, raceid: number, id: number) => {
  const order = await db
    .selectFrom('orders')
    .selectAll('orders')
    .select(balanced().as('balanced'))
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order) return undefined
  const [{ payments, refunds }, ledger] = await Promise.all([
    moneyOfOrder.get()(db, raceid, id),
    db.selectFrom('ledger').selectAll().where('raceid', '=', raceid).where('orderid', '=', id).orderBy('id').execute(),
  ])
  return { order, payments, refunds, ledger }
}
