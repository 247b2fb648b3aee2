import { sql } from 'kysely'
import { type Db, type Tx, named } from '#db/db.ts'
import type { Merging } from '#contract/personal.ts'

export const countedPurchases = (uid: string): string =>
  `select count(*)::integer from sold_items s where s.uid = ${uid}`

type HeldPurchase = {
  raceid: number
  goods: string
  variant: string
  slot: string
  n: number
  amount: number
  back: number
  state: string
  created_at: Date
}
export const listHeldPurchases = (db: Db, uid: number): Promise<HeldPurchase[]> =>
  named<HeldPurchase>(
    db,
    'purchases of holder',
    `select i.raceid, g.name as goods, v.name as variant, i.slot, i.n, i.amount, i.back, i.state, i.created_at
      from sold_items i join goods g on g.raceid = i.raceid and g.id = i.goodsid
      join variants v on v.raceid = i.raceid and v.id = i.variantid
      where i.uid = $1 order by i.created_at desc limit 1000`,
    [uid],
  )
export const adoptPurchases = async (tx: Tx, { from, to }: Merging): Promise<void> => {
  await sql`update sold_items set uid = ${to} where uid = ${from}`.execute(tx)
}
