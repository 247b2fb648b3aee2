import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import type { OrderRow } from './rules.ts'

type ToldOrder = Pick<
  OrderRow,
  'id' | 'tradeno' | 'amount' | 'state' | 'payment' | 'close_reason' | 'created_at' | 'pay_at' | 'closed_at'
>
export const listTold = (db: Db, { raceid, orderids }: StoryOf): Promise<ToldOrder[]> =>
  named<ToldOrder>(
    db,
    'orders of registration',
    `select id, tradeno, amount, state, payment, close_reason, created_at, pay_at, closed_at
      from orders
      where raceid = $1 and id = any($2::bigint[])
      limit 200`,
    [raceid, orderids],
  )
