import { type Tx, named } from '#db/db.ts'
import { lockOrders } from '#features/orders/public.store.ts'

/** Locks the orders of these registrations until the transaction ends, and returns the ids of the orders. */
export const lockOrdersOfLots = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<Set<number>> =>
  new Set(
    await lockOrders(
      tx,
      'lock orders of lots',
      'select orderid from registrations where raceid = $1 and id = any($2::bigint[])',
      [raceid, ids],
    ),
  )

export const lockLots = async (tx: Tx, raceid: number, ids: readonly number[]): Promise<void> => {
  await named(
    tx,
    'lock lots',
    'select 1 from registrations where raceid = $1 and id = any($2::bigint[]) order by id for update',
    [raceid, ids],
  )
}

/** Links each registration to the order that pays for it. A free registration becomes paid at this moment. */
export const linkOrders = async (
  tx: Tx,
  raceid: number,
  links: readonly { id: number; orderid: number; free: boolean }[],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'link orders of lots',
    `update registrations r
     set orderid = given.orderid, pay_at = case when given.free then $4::timestamptz end, updated_at = $4
     from unnest($2::bigint[], $3::bigint[], $5::boolean[]) as given (id, orderid, free)
     where r.raceid = $1 and r.id = given.id`,
    [raceid, links.map(({ id }) => id), links.map(({ orderid }) => orderid), now, links.map(({ free }) => free)],
  )
}

/** The outcome of a draw for one registration. `code` is the waiting code of a registration that was not drawn. */
export type LotWritten = { id: number; state: string; zone: string | null; code: number | null }
export const writeLots = async (tx: Tx, raceid: number, lots: readonly LotWritten[], now: Date): Promise<void> => {
  await named(
    tx,
    'write lots',
    `update registrations r
     set state = given.state, place_held = given.code is null, runnerzone = given.zone,
       drawn_at = case when given.code is null then $2::timestamptz end, wait_pos = coalesce(given.code, r.wait_pos), updated_at = $2
     from unnest($3::bigint[], $4::text[], $5::text[], $6::integer[]) as given (id, state, zone, code)
     where r.raceid = $1 and r.id = given.id`,
    [
      raceid,
      now,
      lots.map(({ id }) => id),
      lots.map(({ state }) => state),
      lots.map(({ zone }) => zone),
      lots.map(({ code }) => code),
    ],
  )
}
