import { type Db, type Tx, named } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'
import type { ShopOrderState } from '../contract.ts'

export type ShopOrderRow = {
  raceid: number
  orderid: number
  uid: number
  way: 'pickup' | 'post'
  place: string
  province: string
  contact: Buffer
  contact_mask: string
  postage: number
  postage_back: number
  state: ShopOrderState
  carrier: string | null
  number: string | null
  packed_at: Date | null
  sent_at: Date | null
  created_at: Date
}
export type NewShopOrder = Pick<
  ShopOrderRow,
  'orderid' | 'uid' | 'way' | 'place' | 'province' | 'contact' | 'contact_mask' | 'postage' | 'state'
>
export const insertShopOrders = async (
  tx: Tx,
  raceid: number,
  rows: readonly NewShopOrder[],
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('shop_orders')
    .values(rows.map((row) => ({ raceid, ...row, created_at: now, updated_at: now })))
    .execute()
}
export const lockShopOrder = async (tx: Tx, raceid: number, orderid: number): Promise<ShopOrderRow | undefined> =>
  (
    await named<ShopOrderRow>(
      tx,
      'lock shop order',
      'select * from shop_orders where raceid = $1 and orderid = $2 for update',
      [raceid, orderid],
    )
  )[0]
export const changeShopOrder = async (
  tx: Tx,
  raceid: number,
  orderid: number,
  set: Partial<Pick<ShopOrderRow, 'state' | 'carrier' | 'number' | 'sent_at' | 'packed_at' | 'postage_back'>>,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('shop_orders')
    .set({ ...set, updated_at: now })
    .where('raceid', '=', raceid)
    .where('orderid', '=', orderid)
    .execute()
}
export const markShopPaid = async (tx: Tx, raceid: number, orderids: readonly number[], now: Date): Promise<void> => {
  await named(
    tx,
    'pay shop orders',
    `update shop_orders set state = 'paid', updated_at = $3
      where raceid = $1 and orderid = any($2::bigint[]) and state = 'open'`,
    [raceid, orderids, now],
  )
}
/** Marks these orders as packed, if they are paid. Returns the number of marked orders. */
export const markPacked = async (tx: Tx, raceid: number, orderids: readonly number[], now: Date): Promise<number> =>
  (
    await named<{ orderid: number }>(
      tx,
      'pack shop orders',
      `update shop_orders set state = 'packed', packed_at = $3, updated_at = $3
        where raceid = $1 and state = 'paid' and orderid in (
          select orderid from shop_orders where raceid = $1 and orderid = any($2::bigint[]) order by orderid for update)
        returning orderid`,
      [raceid, orderids, now],
    )
  ).length

export type ShopOrderView = ShopOrderRow & {
  id: number
  _key: string
  room: string
  tradeno: string
  fee: number
  discount: number
  amount: number
  refunded: number
  pay_end: Date
}
const VIEW = `select s.*, o.id, o._key, o.room, o.tradeno, o.fee, o.discount, o.amount, o.refunded, o.pay_end
  from shop_orders s join ${orderRows.text} o on o.raceid = s.raceid and o.id = s.orderid`
export const listOrdersOfAccount = (on: Db | Tx, raceid: number, uid: number, key?: string): Promise<ShopOrderView[]> =>
  named<ShopOrderView>(
    on,
    'shop orders of account',
    `${VIEW} where s.raceid = $1 and s.uid = $2 and ($3::text is null or o._key = $3)
      order by s.orderid desc limit 100`,
    [raceid, uid, key ?? null],
  )
export type ShopOrdersQuery = {
  state?: ShopOrderState | undefined
  way?: 'pickup' | 'post' | undefined
  q?: string
  ids?: readonly number[] | undefined
  after?: number | undefined
  limit: number
}
/** Lists the orders of a race for staff, the oldest first. */
export const listShopOrders = (
  on: Db | Tx,
  raceid: number,
  { state, way, q, ids, after, limit }: ShopOrdersQuery,
): Promise<ShopOrderView[]> =>
  named<ShopOrderView>(
    on,
    'shop orders',
    `${VIEW} where s.raceid = $1 and ($2::text is null or s.state = $2) and ($3::text is null or s.way = $3)
      and ($4::text is null or o.tradeno = $4 or o._key = $4) and ($5::bigint is null or s.orderid > $5)
      and ($6::bigint[] is null or s.orderid = any($6::bigint[])) order by s.orderid limit $7`,
    [raceid, state ?? null, way ?? null, q || null, after ?? null, ids ?? null, limit],
  )
export type ShopCounts = { pack: number; send: number; hand: number; returns: number }
/** Counts the orders and returns that wait for staff. */
export const countShop = async (on: Db, raceid: number): Promise<ShopCounts> =>
  (
    await named<ShopCounts>(
      on,
      'shop work',
      `select count(*) filter (where state = 'paid')::integer as pack,
          count(*) filter (where state = 'packed' and way = 'post')::integer as send,
          count(*) filter (where state = 'packed' and way = 'pickup')::integer as hand,
          (select count(*)::integer from shop_returns r where r.raceid = $1 and r.state = 'asked') as returns
        from shop_orders where raceid = $1`,
      [raceid],
    )
  )[0]!
/** Finds orders by their numbers, in the order of their ids. */
export const listByNumbers = (on: Db | Tx, raceid: number, numbers: readonly string[]): Promise<ShopOrderView[]> =>
  named<ShopOrderView>(
    on,
    'shop orders by numbers',
    `${VIEW} where s.raceid = $1 and o.tradeno = any($2::text[]) order by s.orderid`,
    [raceid, numbers],
  )
