import { sql } from 'kysely'
import { named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { readable } from '#db/readable.ts'
import { accountRows } from '#features/accounts/public.store.ts'
import type { BuyerNames } from '#features/orders/public.store.ts'

/** The columns of sold items that other rooms may read. */
export const soldItemRows = readable('sold_items', [
  'raceid',
  'id',
  '_key',
  'orderid',
  'uid',
  'room',
  'goodsid',
  'variantid',
  'slot',
  'n',
  'amount',
  'returned',
  'back',
  'state',
  'created_at',
  'paid_at',
])
/** The columns of goods that other rooms may read, to see whether the goods have changed. */
export const goodsRows = readable('goods', ['raceid', 'id', 'updated_at'])

/** The public names of accounts. If an order for goods has no other name, it shows the name of its buyer's account. */
export const accountNames: BuyerNames = {
  last: true,
  holding: (raceid, text) => sql`select i.orderid from sold_items i join ${accountRows.sql} a on a.uid = i.uid
    where i.raceid = ${raceid} and ${holdsName(sql`a.name`, text)}`,
  of: (db, raceid, orderids) =>
    named<{ orderid: number; name: string }>(
      db,
      'accounts of orders',
      `select distinct i.orderid, a.name from sold_items i join ${accountRows.text} a on a.uid = i.uid
        where i.raceid = $1 and i.orderid = any($2::bigint[]) and a.name <> ''`,
      [raceid, orderids],
    ),
}
