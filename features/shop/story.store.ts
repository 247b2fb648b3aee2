import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type OrderInStory = {
  orderid: number
  state: string
  carrier: string | null
  number: string | null
  packed_at: Date | null
  sent_at: Date | null
}
export const listForStory = (db: Db, { raceid, uid }: StoryOf): Promise<OrderInStory[]> =>
  named<OrderInStory>(
    db,
    'shop orders of registration',
    `select orderid, state, carrier, number, packed_at, sent_at from shop_orders
      where raceid = $1 and uid = $2 order by orderid desc limit 100`,
    [raceid, uid],
  )
type ReturnInStory = { orderid: number; pieces: number; reason: string; created_at: Date }
export const listReturnsForStory = (db: Db, { raceid, uid }: StoryOf): Promise<ReturnInStory[]> =>
  named<ReturnInStory>(
    db,
    'shop returns of registration',
    `select orderid, pieces, reason, created_at from shop_returns where raceid = $1 and uid = $2
      order by id desc limit 100`,
    [raceid, uid],
  )
