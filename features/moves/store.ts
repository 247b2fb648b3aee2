import { type Db, type Tx, named } from '#db/db.ts'
import { resultsToCome } from './public.store.ts'
import { orderRows } from '#features/orders/public.store.ts'

export type MoveRow = {
  raceid: number
  id: number
  registrationid: number
  from_eventid: number
  to_eventid: number
  price: number
  difference: number
  orderid: number | null
  state: 'offered' | 'done' | 'lapsed'
}
const columns = 'raceid, id, registrationid, from_eventid, to_eventid, price, difference, orderid, state'

export const insertMove = async (
  tx: Tx,
  row: Omit<MoveRow, 'id'> & { staffid: number | null; reason: string },
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'moves: insert',
    `insert into registration_moves (raceid, registrationid, from_eventid, to_eventid, price, difference, orderid, state,
        staffid, reason, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      row.raceid,
      row.registrationid,
      row.from_eventid,
      row.to_eventid,
      row.price,
      row.difference,
      row.orderid,
      row.state,
      row.staffid,
      row.reason,
      now,
    ],
  )
}
/** Lists the moves of a registration, the oldest first. */
export const listMoves = (on: Db | Tx, raceid: number, registrationid: number): Promise<MoveRow[]> =>
  named<MoveRow>(
    on,
    'moves: of registration',
    `select ${columns} from registration_moves where raceid = $1 and registrationid = $2 order by id`,
    [raceid, registrationid],
  )
/** Lists the moves of several registrations, the oldest first. */
export const listMovesOf = (on: Db | Tx, raceid: number, registrationids: readonly number[]): Promise<MoveRow[]> =>
  named<MoveRow>(
    on,
    'moves: of registrations',
    `select ${columns} from registration_moves where raceid = $1 and registrationid = any($2::bigint[]) order by id`,
    [raceid, registrationids],
  )
export const findMoveOfOrder = async (tx: Db | Tx, raceid: number, orderid: number): Promise<MoveRow | undefined> =>
  (
    await named<MoveRow>(
      tx,
      'moves: of order',
      `select ${columns} from registration_moves where raceid = $1 and orderid = $2`,
      [raceid, orderid],
    )
  )[0]
export const setMoveState = async (
  tx: Tx,
  raceid: number,
  id: number,
  state: MoveRow['state'],
  now: Date,
): Promise<void> => {
  await named(
    tx,
    'moves: state',
    'update registration_moves set state = $3, updated_at = $4 where raceid = $1 and id = $2',
    [raceid, id, state, now],
  )
}
/**
 * Finds the pending move of a registration, with the amount and the `pay_end` of the order for the price difference.
 * Returns undefined if no move is pending.
 */
export const findPending = async (
  on: Db | Tx,
  raceid: number,
  registrationid: number,
): Promise<{ to_eventid: number; orderid: number; amount: number; pay_end: Date } | undefined> =>
  (
    await named<{ to_eventid: number; orderid: number; amount: number; pay_end: Date }>(
      on,
      'moves: pending',
      `select m.to_eventid, m.orderid, o.amount, o.pay_end
        from registration_moves m join ${orderRows.text} o on o.raceid = m.raceid and o.id = m.orderid
        where m.raceid = $1 and m.registrationid = $2 and m.state = 'offered'`,
      [raceid, registrationid],
    )
  )[0]

export const hasResult = async (db: Db, raceid: number, registrationid: number): Promise<boolean> =>
  (
    await named<{ there: boolean }>(
      db,
      'moves: result of registration',
      `select exists (select from ${resultsToCome.get().text} r where r.raceid = $1 and r.registrationid = $2) as there`,
      [raceid, registrationid],
    )
  )[0]!.there

/** Lists the orders for the price differences of a registration's moves, the oldest first. */
export const listDifferenceOrders = async (
  on: Db | Tx,
  raceid: number,
  registrationid: number,
): Promise<{ orderid: number; pending: boolean }[]> =>
  (await listMoves(on, raceid, registrationid)).flatMap(({ orderid, state }) =>
    orderid === null ? [] : [{ orderid, pending: state === 'offered' }],
  )
