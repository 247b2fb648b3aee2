import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'
import type { GoodsRefund } from './goods/goods.contract.ts'
import type { SoldItem } from './selling.store.ts'

export type ReturnTerms = { refund: GoodsRefund | null; starts_at: Date | null }
/** Reads the rules of return of an order's lines, by the id of the line. */
export const readReturnTerms = async (
  on: Db | Tx,
  raceid: number,
  orderid: number,
): Promise<ReadonlyMap<number, ReturnTerms>> =>
  new Map(
    (
      await named<ReturnTerms & { id: number }>(
        on,
        'return terms of order',
        `select i.id, g.refund, s.starts_at from sold_items i
          join goods g on g.raceid = i.raceid and g.id = i.goodsid
          join stock s on s.raceid = i.raceid and s.variantid = i.variantid and s.slot = i.slot
          where i.raceid = $1 and i.orderid = $2`,
        [raceid, orderid],
      )
    ).map(({ id, ...terms }) => [id, terms]),
  )

export type ItemView = SoldItem & {
  goods: string
  goods_names: Record<string, string>
  variant: string
  variant_names: Record<string, string>
  starts_at: Date | null
  ends_at: Date | null
  order_key: string
  tradeno: string
  pay_end: Date
  signup: boolean
}
const VIEW = `select i.*, g.name as goods, g.names as goods_names, v.name as variant, v.names as variant_names,
    s.starts_at, s.ends_at, o._key as order_key, o.tradeno, o.pay_end, o.room <> i.room as signup
  from sold_items i join goods g on g.raceid = i.raceid and g.id = i.goodsid
  join variants v on v.raceid = i.raceid and v.id = i.variantid
  join stock s on s.raceid = i.raceid and s.variantid = i.variantid and s.slot = i.slot
  join ${orderRows.text} o on o.raceid = i.raceid and o.id = i.orderid`
/** Lists the lines that an account bought in a race, the newest order first. */
export const listOwnLines = (db: Db, raceid: number, uid: number): Promise<ItemView[]> =>
  named<ItemView>(
    db,
    'goods of account',
    `${VIEW} where i.raceid = $1 and i.uid = $2 order by i.orderid desc, i.id limit 500`,
    [raceid, uid],
  )
export const listLinesOfOrder = (on: Db | Tx, raceid: number, orderid: number): Promise<ItemView[]> =>
  named<ItemView>(on, 'goods of order', `${VIEW} where i.raceid = $1 and i.orderid = $2 order by i.id`, [
    raceid,
    orderid,
  ])
export const listLinesOfOrders = (on: Db | Tx, raceid: number, orderids: readonly number[]): Promise<ItemView[]> =>
  orderids.length === 0
    ? Promise.resolve([])
    : named<ItemView>(
        on,
        'goods of orders',
        `${VIEW} where i.raceid = $1 and i.orderid = any($2::bigint[]) order by i.orderid, i.id`,
        [raceid, orderids],
      )
export type SalesQuery = {
  room: string
  goodsid?: number | undefined
  state?: string | undefined
  tradeno?: string | undefined
  after?: number | undefined
  limit: number
}
/** Lists the sold lines of a race and a room for staff, the newest first. */
export const listSales = async (db: Db, raceid: number, wanted: SalesQuery): Promise<ItemView[]> =>
  (
    await sql<ItemView>`${sql.raw(VIEW)} where i.raceid = ${raceid} and i.room = ${wanted.room}
      and (${wanted.goodsid ?? null}::integer is null or i.goodsid = ${wanted.goodsid ?? null})
      and (${wanted.state ?? null}::text is null or i.state = ${wanted.state ?? null})
      and (${wanted.tradeno ?? null}::text is null or o.tradeno = ${wanted.tradeno ?? null})
      and (${wanted.after ?? null}::bigint is null or i.id < ${wanted.after ?? null})
      order by i.id desc limit ${wanted.limit}`.execute(db)
  ).rows
