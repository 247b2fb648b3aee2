import { sql } from 'kysely'
import { type Db, named } from '#db/db.ts'
import { holdsNameByIndex } from '#db/names/nameSearch.ts'
import { eventRows } from '#features/events/public.store.ts'
import { type BuyerNames, type OrderedRegistration, orderRows } from '#features/orders/public.store.ts'

/**
 * Lists the registrations of orders, including registrations that have ended since, because the list of orders shows
 * for whom an order was placed.
 */
export const listOrderedRegistrations = (
  db: Db,
  raceid: number,
  orderids: readonly number[],
): Promise<OrderedRegistration[]> =>
  named<OrderedRegistration>(
    db,
    'registrations of orders',
    `select r.orderid, r.id, r.name, coalesce(r.prefix_bib, '') || r.bib as bib, e.name as e_name, e.names as e_names
      from registrations r join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid
      where r.raceid = $1 and r.orderid = any($2::bigint[])
      order by r.id`,
    [raceid, orderids],
  )

/**
 * The names of runners, as names of buyers. A runner's name counts for the orders of the runner's registrations and for
 * all other orders of the same account.
 */
export const buyerNames: BuyerNames = {
  holding: (raceid, text) => {
    const matching = sql`from registrations r where r.raceid = ${raceid} and ${holdsNameByIndex(sql`r.name`, text)}`
    return sql`select r.orderid ${matching} and r.orderid is not null
      union all select o.id from ${orderRows.sql} o
        where o.raceid = ${raceid} and o.room <> 'registrations' and o.uid in (select r.uid ${matching})`
  },
  of: (db, raceid, orderids) =>
    named<{ orderid: number; name: string }>(
      db,
      'buyers of orders among runners',
      `select o.id as orderid, r.name from ${orderRows.text} o
        join registrations r on r.raceid = o.raceid and r.uid = o.uid
        where o.raceid = $1 and o.id = any($2::bigint[]) and r.deleted_at is null
        order by r.id`,
      [raceid, orderids],
    ),
}
