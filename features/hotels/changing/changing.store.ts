import { type Db, type Tx, named } from '#db/db.ts'
import { orderRows } from '#features/orders/public.store.ts'

/** A change of a stay to dearer nights, for which the guest pays the difference with a separate order. */
export type StayChangeRow = {
  raceid: number
  id: number
  stayid: number
  orderid: number
  arrival: string
  departure: string
  from_arrival: string
  from_departure: string
  /** The price of each new night, for all rooms together, in fen. */
  prices: Record<string, number>
  state: 'open' | 'done' | 'lapsed'
}
export const insertStayChange = async (tx: Tx, row: Omit<StayChangeRow, 'id' | 'state'>, now: Date): Promise<void> => {
  await tx
    .insertInto('hotel_changes')
    .values({ ...row, prices: JSON.stringify(row.prices), state: 'open', created_at: now, updated_at: now })
    .execute()
}
const columns = `c.raceid, c.id, c.stayid, c.orderid, c.arrival, c.departure, c.from_arrival, c.from_departure, c.prices,
  c.state`
export const findChangeOfOrder = async (
  on: Db | Tx,
  raceid: number,
  orderid: number,
): Promise<StayChangeRow | undefined> =>
  (
    await named<StayChangeRow>(
      on,
      'change of order',
      `select ${columns} from hotel_changes c where c.raceid = $1 and c.orderid = $2`,
      [raceid, orderid],
    )
  )[0]
/** A change that is not complete, with its order. `paid`: the difference is paid, and a job completes the change. */
export type OpenChangeRow = StayChangeRow & { order_key: string; due: number; pay_end: Date; paid: boolean }
/** Lists the changes that are not complete, by the id of their stay. */
export const listOpenChanges = async (
  on: Db | Tx,
  raceid: number,
  stayids: readonly number[],
): Promise<ReadonlyMap<number, OpenChangeRow>> =>
  new Map(
    (
      await named<OpenChangeRow>(
        on,
        'open changes of stays',
        `select ${columns}, o._key as order_key, o.amount as due, o.pay_end, o.state = 'paid' as paid
          from hotel_changes c join ${orderRows.text} o on o.raceid = c.raceid and o.id = c.orderid
          where c.raceid = $1 and c.stayid = any($2::bigint[]) and c.state = 'open'`,
        [raceid, stayids],
      )
    ).map((one) => [one.stayid, one]),
  )
/**
 * The newest change of a stay. `ended_by`: the side that ended the change before its payment. `close_reason`: the
 * reason why the order closed.
 */
export type LastChangeRow = OpenChangeRow & { ended_by: 'guest' | 'hotel' | null; close_reason: string | null }
/** Lists the newest change of each stay, by the id of the stay. A stay without changes has no entry. */
export const listLastChanges = async (
  on: Db | Tx,
  raceid: number,
  stayids: readonly number[],
): Promise<ReadonlyMap<number, LastChangeRow>> =>
  new Map(
    (
      await named<LastChangeRow>(
        on,
        'last changes of stays',
        `select distinct on (c.stayid) ${columns}, c.ended_by, o._key as order_key, o.amount as due, o.pay_end,
            o.state = 'paid' as paid, o.close_reason
          from hotel_changes c join ${orderRows.text} o on o.raceid = c.raceid and o.id = c.orderid
          where c.raceid = $1 and c.stayid = any($2::bigint[]) order by c.stayid, c.id desc`,
        [raceid, stayids],
      )
    ).map((one) => [one.stayid, one]),
  )
export const findLastChange = async (on: Db | Tx, raceid: number, stayid: number): Promise<LastChangeRow | undefined> =>
  (await listLastChanges(on, raceid, [stayid])).get(stayid)
/** Notes the side that ends an open change before its payment. */
export const setChangeEndedBy = async (
  tx: Tx,
  { raceid, id }: Pick<StayChangeRow, 'raceid' | 'id'>,
  by: 'guest' | 'hotel',
): Promise<void> => {
  await named(tx, 'who ended a change', `update hotel_changes set ended_by = $3 where raceid = $1 and id = $2`, [
    raceid,
    id,
    by,
  ])
}
export const findOpenChange = async (on: Db | Tx, raceid: number, stayid: number): Promise<OpenChangeRow | undefined> =>
  (await listOpenChanges(on, raceid, [stayid])).get(stayid)
/** Finds the open change of the stay that the given order booked. Returns undefined if the stay has no open change. */
export const findOpenChangeOfStayOrder = async (
  tx: Tx,
  raceid: number,
  orderid: number,
): Promise<{ orderid: number } | undefined> =>
  (
    await named<{ orderid: number }>(
      tx,
      'open change by order of stay',
      `select c.orderid from hotel_changes c join hotel_stays s on s.raceid = c.raceid and s.id = c.stayid
        where c.raceid = $1 and s.orderid = $2 and c.state = 'open'`,
      [raceid, orderid],
    )
  )[0]
export const setChangesState = async (
  tx: Tx,
  raceid: number,
  orderids: readonly number[],
  state: 'done' | 'lapsed',
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'end changes of stays',
    `update hotel_changes set state = $3, updated_at = $4
      where raceid = $1 and orderid = any($2::bigint[]) and state = 'open'`,
    [raceid, orderids, state, now],
  )
}
/** Lists the paid orders for dearer nights of a stay, the newest first. `orderid`: the order that booked the stay. */
export const listSupplements = async (tx: Tx, raceid: number, orderid: number): Promise<number[]> =>
  (
    await named<{ orderid: number }>(
      tx,
      'supplements of stay',
      `select c.orderid from hotel_changes c join hotel_stays s on s.raceid = c.raceid and s.id = c.stayid
        where c.raceid = $1 and s.orderid = $2 and c.state = 'done' order by c.id desc`,
      [raceid, orderid],
    )
  ).map(({ orderid: id }) => id)
