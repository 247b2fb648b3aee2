import { type Db, named } from '#db/db.ts'
import { eventRows } from '#features/events/public.store.ts'
import type { OrderedRegistration } from '#features/orders/public.store.ts'

/**
 * Lists the registrations of orders, including registrations that have ended since, because an order keeps the people
 * whom it was for.
 */
export const listOfOrders = (db: Db, raceid: number, orderids: readonly number[]): Promise<OrderedRegistration[]> =>
  named<OrderedRegistration>(
    db,
    'registrations of orders',
    `select r.orderid, r.id, r.name, coalesce(r.prefix_bib, '') || r.bib as bib, e.name as e_name, e.names as e_names
      from registrations r join ${eventRows.text} e on e.raceid = r.raceid and e.id = r.eventid
      where r.raceid = $1 and r.orderid = any($2::bigint[])
      order by r.id`,
    [raceid, orderids],
  )
