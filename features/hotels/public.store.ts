import { sql } from 'kysely'
import { named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { readable } from '#db/readable.ts'
import type { BuyerNames } from '#features/orders/public.store.ts'

export const stayRows = readable('hotel_stays', ['raceid', 'id', 'state', 'confirmation'])

/** The names of guests. Staff find the order of a stay by these names, and the order shows them as its buyers. */
export const guestNames: BuyerNames = {
  holding: (raceid, text) => sql`select s.orderid from hotel_stays s
    where s.raceid = ${raceid} and exists (select from unnest(s.guests) guest where ${holdsName(sql`guest`, text)})`,
  of: (db, raceid, orderids) =>
    named<{ orderid: number; name: string }>(
      db,
      'guests of orders',
      `select s.orderid, guest as name from hotel_stays s, unnest(s.guests) guest
        where s.raceid = $1 and s.orderid = any($2::bigint[]) and guest <> '' order by s.id`,
      [raceid, orderids],
    ),
}
