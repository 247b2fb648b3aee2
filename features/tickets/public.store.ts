import { sql } from 'kysely'
import { named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { readable } from '#db/readable.ts'
import type { BuyerNames } from '#features/orders/public.store.ts'
import { soldItemRows } from '#features/sales/public.store.ts'

export const ticketScanRows = readable('ticket_scans', ['raceid', 'id', 'outcome', 'offline', 'settled_at'])
/** The columns of tickets that other rooms read to notice a change. The name of the holder is not among them. */
export const ticketRows = readable('tickets', ['raceid', 'id', 'goodsid', 'updated_at'])

/**
 * The names on tickets. They serve as the names of the buyers. A ticket that was handed on names another person, so it
 * does not count.
 */
export const holderNames: BuyerNames = {
  holding: (raceid, text) => sql`select i.orderid from tickets t
    join ${soldItemRows.sql} i on i.raceid = t.raceid and i.id = t.itemid
    where t.raceid = ${raceid} and t.turn = 1 and ${holdsName(sql`t.holder`, text)}`,
  of: (db, raceid, orderids) =>
    named<{ orderid: number; name: string }>(
      db,
      'holders of orders',
      `select i.orderid, t.holder as name from ${soldItemRows.text} i
        join tickets t on t.raceid = i.raceid and t.itemid = i.id
        where i.raceid = $1 and i.orderid = any($2::bigint[]) and t.turn = 1 and t.holder is not null order by t.id`,
      [raceid, orderids],
    ),
}
