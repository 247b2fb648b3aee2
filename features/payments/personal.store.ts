import { sql } from 'kysely'
import type { Tx } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'

/** Tells whether a payment of one of these accounts is under way. */
export const isPaying = async (tx: Tx, accounts: readonly number[]): Promise<boolean> =>
  (
    await sql`select 1 from ${orderRows.sql} o
      join payments p on p.raceid = o.raceid and p.orderid = o.id
      where o.uid = any(${accounts}::bigint[]) and p.state = 'started'
      limit 1`.execute(tx)
  ).rows.length > 0
