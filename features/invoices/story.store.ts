import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type InvoiceInStory = {
  orderid: number
  amount: number
  state: 'asked' | 'issued' | 'refused'
  reason: string | null
  number: string | null
  created_at: Date
  issued_at: Date | null
  updated_at: Date
}
export const listForStory = (db: Db, { raceid, orderids }: StoryOf): Promise<InvoiceInStory[]> =>
  named<InvoiceInStory>(
    db,
    'invoices of registration',
    `select orderid, amount, state, reason, number, created_at, issued_at, updated_at
      from invoices
      where raceid = $1 and orderid = any($2::bigint[])`,
    [raceid, orderids],
  )
