import { sql } from 'kysely'
import type { Db, Tx } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { MovementCause } from './movements.contract.ts'
import { orderRows } from '#features/orders/public.store.ts'

/** A change of the pieces of one stock row by staff. */
export type StockChange = { variantid: number; slot: string; before: number; pieces: number }
export const insertStockChanges = async (
  tx: Tx,
  raceid: number,
  changes: readonly StockChange[],
  staffid: number | null,
  now: Date,
): Promise<void> => {
  if (changes.length === 0) return
  await tx
    .insertInto('stock_changes')
    .values(changes.map((change) => ({ raceid, ...change, staffid, created_at: now })))
    .execute()
}

/**
 * A movement of stock. `before` and `after` are free pieces. `cause`: staff changed the pieces, an order took them, an
 * unpaid order closed, pieces came back, or a line moved to another slot.
 */
export type MovementRow = {
  at: Date
  /** The number by which the list sorts movements of the same moment. */
  nth: number
  id: number
  cause: MovementCause
  goods: string
  goods_names: Record<string, string>
  variant: string
  variant_names: Record<string, string>
  variantid: number
  slot: string
  change: number
  before: number
  after: number
  staff: string | null
  uid: number | null
  tradeno: string | null
  reason: string
}
export type MovementsQuery = {
  room: string
  goodsid?: number | undefined
  variantid?: number | undefined
  cause?: MovementCause | undefined
  before?: { at: Date; nth: number; id: number } | undefined
  limit: number
}

/**
 * Lists the movements of stock, the newest first. The list is computed from sales, moves, returns and changes by staff.
 * These rows already tell when each piece left and came back, so a sale writes no further row. The counts run back from
 * the present stock, so they are also right for the stock of a copied race.
 */
export const listMovements = async (
  on: Db | Tx,
  raceid: number,
  { room, goodsid, variantid, cause, before, limit }: MovementsQuery,
): Promise<MovementRow[]> =>
  (
    await sql<MovementRow>`
      with meant as (
        select v.id as variantid, v.name as variant, v.names as variant_names, g.name as goods, g.names as goods_names
        from variants v join goods g on g.raceid = v.raceid and g.id = v.goodsid
        where v.raceid = ${raceid} and g.room = ${room} and (${goodsid ?? null}::integer is null or g.id = ${goodsid ?? null})
          and (${variantid ?? null}::integer is null or v.id = ${variantid ?? null})
      ), sold as (
        select i.*, o.tradeno, coalesce((select m.from_slot from sold_moves m where m.raceid = i.raceid and m.itemid = i.id
            order by m.id limit 1), i.slot) as first_slot
          from sold_items i join ${sql.raw(orderRows.text)} o on o.raceid = i.raceid and o.id = i.orderid
        where i.raceid = ${raceid} and i.variantid in (select variantid from meant)
      ), moved as (
        select c.created_at as at, 0 as nth, c.id, 'staff' as cause, c.variantid, c.slot, c.pieces - c.before as change,
            c.staffid, null::bigint as uid, null as tradeno, '' as reason
          from stock_changes c where c.raceid = ${raceid} and c.variantid in (select variantid from meant)
        union all
        select created_at, 1, id, 'sold', variantid, first_slot, -n, null, uid, tradeno, '' from sold
        union all
        select ended_at, 2, id, 'unpaid', variantid, slot, n, null, uid, tradeno, '' from sold where state = 'closed'
        union all
        select r.created_at, 3, r.id, 'returned', s.variantid, s.slot, r.pieces, r.staffid::integer, s.uid, s.tradeno,
            r.reason
          from sold_returns r join sold s on s.id = r.itemid where r.raceid = ${raceid} and r.pieces > 0
        union all
        select m.created_at, 4, m.id, 'moved', s.variantid, m.from_slot, m.n, m.staffid, s.uid, s.tradeno, m.to_slot
          from sold_moves m join sold s on s.id = m.itemid where m.raceid = ${raceid}
        union all
        select m.created_at, 5, m.id, 'moved', s.variantid, m.to_slot, -m.n, m.staffid, s.uid, s.tradeno, m.from_slot
          from sold_moves m join sold s on s.id = m.itemid where m.raceid = ${raceid}
      ), counted as (
        select moved.*, (s.pieces - s.sold - coalesce(sum(change) over (partition by moved.variantid, moved.slot
            order by at desc, nth desc, id desc rows between unbounded preceding and 1 preceding), 0))::integer as after
          from moved join stock s on s.raceid = ${raceid} and s.variantid = moved.variantid and s.slot = moved.slot
      )
      select c.*, c.after - c.change as before, w.name as staff, m.variant, m.variant_names, m.goods, m.goods_names
      from counted c join meant m on m.variantid = c.variantid
      left join ${sql.raw(staffRows.text)} w on w.staffid = c.staffid
      where (${cause ?? null}::text is null or c.cause = ${cause ?? null})
        and (${before?.at ?? null}::timestamptz is null
          or (c.at, c.nth, c.id) < (${before?.at ?? null}::timestamptz, ${before?.nth ?? 0}::integer, ${before?.id ?? 0}::bigint))
      order by c.at desc, c.nth desc, c.id desc limit ${limit}`.execute(on)
  ).rows
