import { type RawBuilder, sql } from 'kysely'
import { type Db, named } from '#db/db.ts'
import { holdsName } from '#db/names/nameSearch.ts'
import { orderRows } from '#features/orders/public.store.ts'
import { soldItemRows } from '#features/sales/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { Direction, ScanOutcome } from './gate.rules.ts'
import type { SoldState } from './sold.contract.ts'

export type SoldRow = {
  id: number
  uid: number
  goodsid: number
  variantid: number
  slot: string
  holder: string | null
  turn: number
  state: SoldState
  price: number
  itemid: number
  tradeno: string
  orderid: number
  created_at: Date
}
export type SoldQuery = {
  goodsid?: number | undefined
  state?: SoldState | undefined
  moved?: boolean | undefined
  /** Part of a holder's name, or a whole order number. */
  q?: string | undefined
  /** True if `q` also finds a part of a name, and not only the number of an order. */
  byName: boolean
  id?: number | undefined
  after?: number | undefined
  limit: number
}
/** The state that staff see. A valid ticket without an accepted scan is unused. */
const STATE = sql`case when t.state = 'returned' then 'returned' else coalesce((select case s.direction when 'in' then
    'inside' else 'out' end from ticket_scans s where s.raceid = t.raceid and s.ticketid = t.id and s.outcome = 'ok'
    order by s.at desc, s.id desc limit 1), 'unused') end`
const filtered = (raceid: number, { goodsid, moved, q, byName, id }: Omit<SoldQuery, 'state' | 'after' | 'limit'>) => {
  const parts: RawBuilder<unknown>[] = [sql`t.raceid = ${raceid}`]
  if (goodsid !== undefined) parts.push(sql`t.goodsid = ${goodsid}`)
  if (moved) parts.push(sql`t.turn > 1`)
  if (id !== undefined) parts.push(sql`t.id = ${id}`)
  if (q !== undefined)
    parts.push(byName ? sql`(${holdsName(sql`t.holder`, q)} or o.tradeno = ${q})` : sql`o.tradeno = ${q}`)
  return sql.join(parts, sql` and `)
}
const FROM = sql`tickets t join ${soldItemRows.sql} i on i.raceid = t.raceid and i.id = t.itemid
  join ${orderRows.sql} o on o.raceid = i.raceid and o.id = i.orderid`

/** Lists sold tickets, the newest first. */
export const listSold = async (db: Db, raceid: number, wanted: SoldQuery): Promise<SoldRow[]> => {
  const { state, after, limit } = wanted
  return (
    await sql<SoldRow>`select * from (
        select t.id, t.uid, t.goodsid, t.variantid, t.slot, t.holder, t.turn, ${STATE} as state,
          (i.amount / i.n)::integer as price, t.itemid, o.tradeno, o.id as orderid, t.created_at
        from ${FROM} where ${filtered(raceid, wanted)} and t.id < ${after ?? Number.MAX_SAFE_INTEGER}
      ) t where ${state ?? null}::text is null or state = ${state ?? null} order by id desc limit ${limit}`.execute(db)
  ).rows
}
/** Counts the tickets in each state. All filters of `wanted` apply, except the filter by state. */
export const countSold = async (
  db: Db,
  raceid: number,
  wanted: SoldQuery,
): Promise<{ state: SoldState; n: number }[]> =>
  (
    await sql<{ state: SoldState; n: number }>`select state, count(*)::integer as n from (
        select ${STATE} as state from ${FROM} where ${filtered(raceid, wanted)}) t group by state`.execute(db)
  ).rows

export const listHolders = (
  db: Db,
  raceid: number,
  ticketid: number,
): Promise<{ from_uid: number; to_uid: number; at: Date }[]> =>
  db
    .selectFrom('ticket_moves')
    .select(['from_uid', 'to_uid', 'at'])
    .where('raceid', '=', raceid)
    .where('ticketid', '=', ticketid)
    .orderBy('turn')
    .limit(200)
    .execute()

export type ScanView = {
  id: number
  gate: string
  direction: Direction
  outcome: ScanOutcome
  offline: boolean
  at: Date
  staff: string | null
}
export const listScans = (db: Db, raceid: number, ticketid: number): Promise<ScanView[]> =>
  named<ScanView>(
    db,
    'scans of ticket',
    `select s.id, s.gate, s.direction, s.outcome, s.offline, s.at, m.name as staff from ticket_scans s
      left join ${staffRows.text} m on m.staffid = s.staffid
      where s.raceid = $1 and s.ticketid = $2 order by s.at, s.id limit 200`,
    [raceid, ticketid],
  )
