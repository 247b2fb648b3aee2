import { type Db, type Tx, named } from '#db/db.ts'
import { newKey } from '#db/random.ts'
import type { DepositState } from './rules.ts'

export type DepositRow = {
  raceid: number
  id: number
  _key: string
  orderid: number
  itemid: number
  item_key: string
  uid: number
  goodsid: number
  amount: number
  code: string | null
  state: DepositState
  reason: string
  lent_at: Date | null
  ended_at: Date | null
  created_at: Date
}
export type NewDeposit = Pick<DepositRow, 'orderid' | 'itemid' | 'item_key' | 'uid' | 'goodsid' | 'amount'>
export const insertDeposits = async (tx: Tx, raceid: number, rows: readonly NewDeposit[], now: Date): Promise<void> => {
  await tx
    .insertInto('deposits')
    .values(rows.map((row) => ({ raceid, _key: newKey(raceid), ...row, created_at: now })))
    .execute()
}
export const lockDepositsOf = (tx: Tx, raceid: number, itemids: readonly number[]): Promise<DepositRow[]> =>
  named<DepositRow>(
    tx,
    'lock deposits of items',
    'select * from deposits where raceid = $1 and itemid = any($2::bigint[]) order by id for update',
    [raceid, itemids],
  )
export const lockDeposit = async (
  tx: Tx,
  raceid: number,
  { id, key }: { id?: number; key?: string },
): Promise<DepositRow | undefined> =>
  (
    await named<DepositRow>(
      tx,
      'lock deposit',
      'select * from deposits where raceid = $1 and (id = $2 or _key = $3) for update',
      [raceid, id ?? null, key ?? null],
    )
  )[0]
export const findLent = async (on: Db | Tx, raceid: number, code: string): Promise<DepositRow | undefined> =>
  (
    await named<DepositRow>(
      on,
      'lent deposit by code',
      `select * from deposits where raceid = $1 and code = $2 and state = 'lent'`,
      [raceid, code],
    )
  )[0]
export const changeDeposit = async (
  tx: Tx,
  { raceid, id }: Pick<DepositRow, 'raceid' | 'id'>,
  set: Partial<Pick<DepositRow, 'code' | 'state' | 'reason' | 'lent_at' | 'ended_at'>> & { staffid?: number | null },
): Promise<void> => {
  await tx.updateTable('deposits').set(set).where('raceid', '=', raceid).where('id', '=', id).execute()
}
export const listDepositsOf = (db: Db, raceid: number, uid: number): Promise<DepositRow[]> =>
  named<DepositRow>(
    db,
    'deposits of account',
    'select * from deposits where raceid = $1 and uid = $2 order by id desc limit 200',
    [raceid, uid],
  )
export type DepositsQuery = {
  state: DepositState | undefined
  code: string
  uids: readonly number[]
  after: number | undefined
  limit: number
}
/**
 * Lists the deposits of a race, the newest first. With `code` it lists the deposits whose thing has this code, and the
 * deposits of the accounts `uids`. Without `code`, `uids` has no effect.
 */
export const listDeposits = (
  db: Db,
  raceid: number,
  { state, code, uids, after, limit }: DepositsQuery,
): Promise<DepositRow[]> =>
  named<DepositRow>(
    db,
    'deposits',
    `select * from deposits where raceid = $1 and ($2::text is null or state = $2)
      and ($3 = '' or code = $3 or uid = any($4::bigint[])) and ($5::bigint is null or id < $5)
      order by id desc limit $6`,
    [raceid, state ?? null, code, uids, after ?? null, limit],
  )
export type DepositCounts = { paid: number; lent: number; held: number }
export const countDeposits = async (db: Db, raceid: number): Promise<DepositCounts> =>
  (
    await named<DepositCounts>(
      db,
      'count deposits',
      `select count(*) filter (where state = 'paid')::integer as paid,
          count(*) filter (where state = 'lent')::integer as lent,
          coalesce(sum(amount) filter (where state in ('paid', 'lent')), 0)::bigint as held
        from deposits where raceid = $1`,
      [raceid],
    )
  )[0]!
