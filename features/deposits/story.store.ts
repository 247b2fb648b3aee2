import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import type { DepositState } from './rules.ts'

type DepositInStory = {
  state: DepositState
  code: string | null
  amount: number
  reason: string
  lent_at: Date | null
  ended_at: Date | null
}
export const listForStory = (db: Db, { raceid, uid }: StoryOf): Promise<DepositInStory[]> =>
  named<DepositInStory>(
    db,
    'deposits of registration',
    `select state, code, amount, reason, lent_at, ended_at from deposits where raceid = $1 and uid = $2
      order by id desc limit 100`,
    [raceid, uid],
  )
