import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import type { OrderRow } from './rules.ts'

type OrderInStory = Pick<
  OrderRow,
  'id' | 'tradeno' | 'amount' | 'state' | 'payment' | 'close_reason' | 'created_at' | 'pay_at' | 'closed_at'
>
export const listForStory = (db: Db, { raceid, orderids }: StoryOf): Promise<OrderInStory[]> =>
  named<OrderInStory>(
    db,
    'orders of registration',
    `select id, tradeno, amount, state, payment, close_reason, created_at, pay_at, closed_at
      from orders
      where raceid = $1 and id = any($2::bigint[])
      order by id desc limit 200`,
    [raceid, orderids],
  )
