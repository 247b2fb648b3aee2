import { type Db, named } from '#db/db.ts'
import { refundRows } from '#features/payments/public.store.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { StoryOf } from '#contract/story.ts'
import type { Refund } from '../contract.ts'

type RefundInStory = {
  orderid: number
  amount: number
  state: Refund['state']
  reason: string
  created_at: Date
  updated_at: Date
  refund_at: Date | null
  hand_at: Date | null
  hand: string | null
  byStaff: boolean
  note: string | null
}
/** Lists the refunds of a registration: requested refunds, and refunds of extra payments for its orders. */
export const listForStory = (db: Db, { raceid, id, orderids }: StoryOf): Promise<RefundInStory[]> =>
  named<RefundInStory>(
    db,
    'refunds of registration',
    `select f.orderid, f.amount, f.state, f.reason, f.created_at, f.updated_at, f.refund_at, f.hand_at, h.name as hand,
        q.staffid is not null as "byStaff", q.note
      from ${refundRows.text} f
      left join refund_requests q on q.raceid = f.raceid and q.refundid = f.id
      left join ${staffRows.text} h on h.staffid = f.hand_by
      where f.raceid = $1 and f.orderid = any($2::bigint[]) and (q.registrationid is null or q.registrationid = $3)
      order by f.id desc limit 200`,
    [raceid, orderids, id],
  )
