import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type Names = Record<string, string>
type BoughtInStory = {
  goods: string
  goods_names: Names
  variant: string
  n: number
  amount: number
  orderid: number
  state: string
  created_at: Date
  ended_at: Date | null
}
/** Lists the last 100 things that the account of a registration bought in its race. */
export const listBoughtForStory = (db: Db, { raceid, uid }: StoryOf): Promise<BoughtInStory[]> =>
  named<BoughtInStory>(
    db,
    'goods of registration',
    `select g.name as goods, g.names as goods_names, v.name as variant, i.n, i.amount, i.orderid, i.state, i.created_at,
        i.ended_at
      from sold_items i join goods g on g.raceid = i.raceid and g.id = i.goodsid
      join variants v on v.raceid = i.raceid and v.id = i.variantid
      where i.raceid = $1 and i.uid = $2 order by i.id desc limit 100`,
    [raceid, uid],
  )
type ReturnInStory = {
  goods: string
  goods_names: Names
  pieces: number
  amount: number
  orderid: number
  byStaff: boolean
  reason: string
  created_at: Date
}
export const listReturnsForStory = (db: Db, { raceid, uid }: StoryOf): Promise<ReturnInStory[]> =>
  named<ReturnInStory>(
    db,
    'returns of registration',
    `select g.name as goods, g.names as goods_names, r.pieces, r.amount, r.orderid, r.staffid is not null as "byStaff",
        r.reason, r.created_at
      from sold_returns r join sold_items i on i.raceid = r.raceid and i.id = r.itemid
      join goods g on g.raceid = i.raceid and g.id = i.goodsid
      where i.raceid = $1 and i.uid = $2 and r.pieces > 0 order by r.id desc limit 100`,
    [raceid, uid],
  )
