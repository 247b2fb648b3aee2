import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { registrationRows } from '#features/registrations/public.store.ts'

export type PaidRow = {
  id: number
  amount: number
  refunded: number
  payment: string | null
  pay_at: Date | null
  price: number
  prices: number[]
  back: number
  promised: number
  /** True if the account has paid a difference for some registration of the race. */
  differences: boolean
}
/** Reads the payments of many registrations at once. A registration without a paid order is missing. */
export const listPaid = async (on: Db | Tx, raceid: number, ids: readonly number[]): Promise<PaidRow[]> => {
  const { rows } = await sql<PaidRow>`
    select r.id, o.amount, o.refunded, o.payment, o.pay_at, r.price,
      (select array_agg(x.price) from ${registrationRows.sql} x
        where x.raceid = r.raceid and x.orderid = r.orderid and x.closed_at is null) as prices,
      (select coalesce(sum(coalesce(f.fen, f.amount)), 0)::bigint from refund_requests q
        join ${refundRows.sql} f on f.raceid = q.raceid and f.id = q.refundid
        where q.raceid = r.raceid and q.registrationid = r.id and q.kind = 'partial') as back,
      (select coalesce(sum(w.amount), 0)::bigint from ${refundRows.sql} w
        where w.raceid = r.raceid and w.orderid = r.orderid and w.state = 'waiting') as promised,
      exists (select 1 from ${orderRows.sql} m
        where m.raceid = r.raceid and m.uid = r.uid and m.room = 'moves' and m.state = 'paid') as differences
    from ${registrationRows.sql} r
    join ${orderRows.sql} o on o.raceid = r.raceid and o.id = r.orderid and o.state = 'paid'
    where r.raceid = ${raceid} and r.id = any(${[...ids]}::bigint[])`.execute(on)
  return rows
}

/** Finds the id of a partial refund that was made for the registration after `since`. */
export const refundSince = async (
  on: Db | Tx,
  { raceid, id, since }: { raceid: number; id: number; since: Date },
): Promise<number | undefined> => {
  const { rows } = await sql<{ refundid: number }>`
    select refundid from refund_requests
    where raceid = ${raceid} and registrationid = ${id} and kind = 'partial' and created_at > ${since} limit 1`.execute(
    on,
  )
  return rows[0]?.refundid
}
