import { type Db, type Tx, named } from '#db/db.ts'
import { newKey } from '#db/random.ts'

export type ShopReturnRow = {
  raceid: number
  id: number
  _key: string
  orderid: number
  item_key: string
  uid: number
  pieces: number
  reason: string
  state: 'asked' | 'taken' | 'refused'
  note: string
  created_at: Date
}
/** Writes the buyer's request for a return. Undefined if another request for the same line is open. */
export const insertShopReturn = async (
  tx: Tx,
  row: Pick<ShopReturnRow, 'raceid' | 'orderid' | 'item_key' | 'uid' | 'pieces' | 'reason'>,
  now: Date,
): Promise<string | undefined> =>
  (
    await named<{ _key: string }>(
      tx,
      'ask shop return',
      `insert into shop_returns (raceid, _key, orderid, item_key, uid, pieces, reason, created_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning _key`,
      [row.raceid, newKey(row.raceid), row.orderid, row.item_key, row.uid, row.pieces, row.reason, now],
    )
  )[0]?._key
export const listReturnsOf = (on: Db | Tx, raceid: number, orderids: readonly number[]): Promise<ShopReturnRow[]> =>
  named<ShopReturnRow>(
    on,
    'shop returns of orders',
    'select * from shop_returns where raceid = $1 and orderid = any($2::bigint[]) order by id',
    [raceid, orderids],
  )
export const listShopReturns = (
  on: Db,
  raceid: number,
  { state, after, limit }: { state: string | undefined; after: number | undefined; limit: number },
): Promise<ShopReturnRow[]> =>
  named<ShopReturnRow>(
    on,
    'shop returns',
    `select * from shop_returns where raceid = $1 and ($2::text is null or state = $2)
      and ($3::bigint is null or id > $3) order by id limit $4`,
    [raceid, state ?? null, after ?? null, limit],
  )
export const lockShopReturn = async (tx: Tx, raceid: number, id: number): Promise<ShopReturnRow | undefined> =>
  (
    await named<ShopReturnRow>(
      tx,
      'lock shop return',
      'select * from shop_returns where raceid = $1 and id = $2 for update',
      [raceid, id],
    )
  )[0]
export const decideShopReturn = async (
  tx: Tx,
  { raceid, id }: Pick<ShopReturnRow, 'raceid' | 'id'>,
  set: { state: 'taken' | 'refused'; note: string; staffid: number | null },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('shop_returns')
    .set({ ...set, decided_at: now })
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .execute()
}
